import { flatValues } from "~/components/form/changes";
import { isSameEntry, type InitialTab, initialEntryOf } from "~/models/settings/notification-changes";
import type { Channel, Entries, EntryValues } from "~/models/settings/notification-events";
import type { FormAnswer } from "~/services/form-answer";

type Values = { isGlobalSmsEnabled: boolean; entries: Entries };

/**
 * The stored values, to compare with the typed ones on a conflict. Entries the person did not touch count as typed,
 * since saving leaves them unchanged (NOTIF-30).
 */
export function withoutUntouched(
  stored: Values,
  answer: FormAnswer | undefined,
  seen: InitialTab | null,
): Values {
  if (!answer?.conflict || !seen)
    return { isGlobalSmsEnabled: stored.isGlobalSmsEnabled, entries: stored.entries };
  const typed = flatValues(answer.lastResult.initialValue);
  const text = (name: string) => typed.get(name)?.[0] ?? "";
  const entryOf = (event: string, channel: Channel, current: EntryValues): EntryValues => {
    const name = `entries.${event}.${channel}`;
    const mine = {
      enabled: text(`${name}.enabled`) === "on",
      custom: text(`${name}.custom`) === "on",
      template: text(`${name}.template`),
    };
    return isSameEntry(mine, initialEntryOf(seen, event, channel)) ? mine : current;
  };
  const entries = Object.entries(stored.entries).map(([event, { EMAIL, SMS }]) => [
    event,
    {
      ...(EMAIL && { EMAIL: entryOf(event, "EMAIL", EMAIL) }),
      ...(SMS && { SMS: entryOf(event, "SMS", SMS) }),
    },
  ]);
  const isOn = text("isGlobalSmsEnabled") === "on";
  return {
    isGlobalSmsEnabled: isOn === seen.sms ? isOn : stored.isGlobalSmsEnabled,
    entries: Object.fromEntries(entries) as Entries,
  };
}
