import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { notificationSettings } from "~/i18n/notification-settings";
import { translator } from "~/i18n/texts";
import {
  changedEntries,
  entriesOf,
  parseInitialTab,
  initialTabText,
} from "~/models/settings/notification-changes";
import { notificationSchema } from "~/models/settings/notification-settings.schema";
import { entryLabel } from "~/models/settings/notification-events";
import { withoutUntouched } from "~/components/notifications/untouched";
import type { FormAnswer } from "~/services/form-answer";

const t = translator(notificationSettings, "en-GB");
const place = { awsRegion: "ap-southeast-2", account: "000000000000" };
const schema = notificationSchema("live-interview", place, t);
const arn = (name: string, channel: string) =>
  `arn:aws:mobiletargeting:ap-southeast-2:000000000000:templates/${name}/${channel}`;

const invitation = "LI_CANDIDATE_INTERVIEW_INVITATION";
const booked = "LI_CANDIDATE_INTERVIEW_SCHEDULED";

function parse(entries: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.append(name, value);
  const submission = parseWithZod(form, { schema });
  if (submission.status === "success") return { value: submission.value };
  return { errors: submission.reply().error };
}

/** An entry as the API returns it. */
const entry = (
  name: string,
  type: "EMAIL" | "SMS",
  version = 0,
  changed: { enabled?: boolean; own?: string } = {},
) => ({
  name,
  type,
  version,
  enabled: changed.enabled ?? true,
  standardTemplate: `standard-${name}`,
  template: changed.own ?? `standard-${name}`,
  customTemplate: changed.own ?? null,
});

type Entry = ReturnType<typeof entry>;
const tab = (settings: Entry[], isGlobalSmsEnabled = true, version = 0) => ({
  isGlobalSmsEnabled,
  version,
  settings,
});

/** The form's content after `typed`, if it was opened with `began`. */
function form(began: ReturnType<typeof tab>, typed: ReturnType<typeof entriesOf> = {}, isOn?: boolean) {
  const seen = parseInitialTab(initialTabText(began));
  if (!seen) throw new Error("what was seen cannot be read");
  const entries = { ...entriesOf(began.settings), ...typed };
  return { seen, entries, isGlobalSmsEnabled: isOn ?? began.isGlobalSmsEnabled };
}

describe("the form of a tab", () => {
  test("NOTIF-17 an entry that is off and empty is like any other", () => {
    const { value } = parse({ [`entries.${invitation}.EMAIL.template`]: "" });
    expect(value?.entries[invitation]?.EMAIL).toEqual({ enabled: false, custom: false, template: "" });
  });

  test.each([
    ["", "The input value can not be empty when switch is on."],
    [arn("x", "SMS"), "Please enter a valid url"],
    [arn("x y", "EMAIL"), "Please enter a valid url"],
    [arn("x", "EMAIL").replace("southeast", "northeast"), "Please enter a valid url"],
  ])("NOTIF-18 NOTIF-19 NOTIF-20 a custom template %j is refused at its field", (template, message) => {
    const name = `entries.${invitation}.EMAIL`;
    expect(parse({ [`${name}.custom`]: "on", [`${name}.template`]: template }).errors).toEqual({
      [`${name}.template`]: [message],
    });
    // A template is ignored unless the entry is custom.
    expect(parse({ [`${name}.template`]: template }).errors).toBeUndefined();
  });

  test("NOTIF-21 NOTIF-23 a template in force when the form was opened stays valid, even of another account or while SMS is off", () => {
    const elsewhere = arn("old", "SMS").replace("000000000000", "111111111111");
    const name = `entries.${invitation}.SMS`;
    const seen = initialTabText(tab([entry(invitation, "SMS", 2, { own: elsewhere })], false));
    const asStored = { seen, [`${name}.custom`]: "on", [`${name}.template`]: elsewhere };
    expect(parse(asStored).errors).toBeUndefined();
    expect(parse({ ...asStored, [`${name}.enabled`]: "on" }).errors).toBeUndefined();
    const refused = { [`${name}.template`]: ["Please enter a valid url"] };
    expect(parse({ ...asStored, [`${name}.template`]: `${elsewhere}x` }).errors).toEqual(refused);
    // Selected again it counts as new.
    const off = { ...entry(invitation, "SMS", 2), customTemplate: elsewhere };
    expect(parse({ ...asStored, seen: initialTabText(tab([off])) }).errors).toEqual(refused);
  });

  test("NOTIF-20 a valid one is trimmed and accepted", () => {
    const name = `entries.${invitation}.SMS`;
    const { value } = parse({ [`${name}.custom`]: "on", [`${name}.template`]: ` ${arn("v2", "SMS")} ` });
    expect(value?.entries[invitation]?.SMS?.template).toBe(arn("v2", "SMS"));
  });
});

describe("NOTIF-30 the changes sent", () => {
  const began = tab([entry(invitation, "EMAIL", 3, { enabled: false }), entry(booked, "EMAIL")]);
  const off = { enabled: false, custom: false, template: "" };

  test("are empty if nothing was changed here, whatever others changed", () => {
    const now = tab([entry(invitation, "EMAIL", 4), entry(booked, "EMAIL")]);
    const { changes, changedByOthers } = changedEntries(form(began), now);
    expect(changes).toEqual({ entries: [], isGlobalSmsEnabled: undefined, version: 0 });
    expect(changedByOthers.map((one) => entryLabel("live-interview", one, t))).toEqual([
      "Candidate notifications – Invitation, Email",
    ]);
  });

  test("are the changed entries, with the version seen", () => {
    const { changes } = changedEntries(form(began, { [booked]: { EMAIL: off } }), began);
    expect(changes.entries).toEqual([
      { name: booked, type: "EMAIL", enabled: false, template: `standard-${booked}`, version: 0 },
    ]);
    const on = { enabled: true, custom: true, template: "own" };
    expect(changedEntries(form(began, { [invitation]: { EMAIL: on } }), began).changes.entries).toEqual([
      { name: invitation, type: "EMAIL", enabled: true, template: "own", version: 3 },
    ]);
  });

  test("have the other person's version only when overwriting it", () => {
    const now = tab([
      entry(invitation, "EMAIL", 3, { enabled: false }),
      entry(booked, "EMAIL", 1, { own: "x" }),
    ]);
    const typed = form(began, { [booked]: { EMAIL: off } });
    expect(changedEntries(typed, now).changes.entries[0]?.version).toBe(0);
    expect(
      changedEntries(typed, now, parseInitialTab(initialTabText(now)) ?? undefined).changes.entries[0]
        ?.version,
    ).toBe(1);
  });

  test("exclude an identifier that is not in force", () => {
    const typed = { [booked]: { EMAIL: { enabled: true, custom: false, template: "typed" } } };
    expect(changedEntries(form(began, typed), began).changes.entries).toEqual([]);
  });

  test("NOTIF-24 have the switch for all SMS only if it was changed and differs from the stored state", () => {
    const turned = form(began, {}, false);
    expect(changedEntries(turned, began).changes.isGlobalSmsEnabled).toBe(false);
    expect(changedEntries(turned, tab(began.settings, false, 1)).changes.isGlobalSmsEnabled).toBeUndefined();
  });

  test("NOTIF-23 have no SMS entry while SMS is off for all", () => {
    const silent = tab([entry(booked, "SMS")], false);
    expect(changedEntries(form(silent, { [booked]: { SMS: off } }), silent).changes.entries).toEqual([]);
    expect(
      changedEntries(form(silent, { [booked]: { SMS: off } }, true), silent).changes.entries,
    ).toHaveLength(1);
  });

  test.each(["", "x", "{}", "[]", '{"sms":true,"version":-1,"entries":{}}'])("%j was never seen", (text) => {
    expect(parseInitialTab(text)).toBeNull();
  });

  test("compare two people's changes only where this person changed something", () => {
    const now = tab([entry(invitation, "EMAIL", 4), entry(booked, "EMAIL", 1, { own: "theirs" })]);
    const answer: FormAnswer = {
      form: "notifications",
      version: 0,
      base: null,
      notice: null,
      question: null,
      conflict: { version: 1, changedAt: null, changedBy: "Ann", isOwn: false },
      lastResult: {
        initialValue: {
          isGlobalSmsEnabled: "on",
          entries: { [booked]: { EMAIL: { template: "" } }, [invitation]: { EMAIL: { template: "" } } },
        },
      },
    };
    const stored = { isGlobalSmsEnabled: true, entries: entriesOf(now.settings) };
    const compared = withoutUntouched(stored, answer, parseInitialTab(initialTabText(began)));
    // The invitation was off from the start and keeps its input; the other entry shows both values.
    expect(compared.entries[invitation]?.EMAIL).toEqual(off);
    expect(compared.entries[booked]?.EMAIL).toEqual({ enabled: true, custom: true, template: "theirs" });
  });
});
