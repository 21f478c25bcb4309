import { z } from "zod/v4";
import type { notificationSettings } from "~/i18n/notification-settings";
import type { Translate } from "~/i18n/texts";
import { plainCharacters } from "~/models/form/pasted";
import { parseInitialTab, initialEntryOf } from "./notification-changes";
import { groupsOf, type NotificationTab, templatePattern, type TemplatePlace } from "./notification-events";

type NotificationTexts = (typeof notificationSettings)["en"];

const entry = z.object({
  enabled: z.boolean().default(false),
  custom: z.boolean().default(false),
  template: z.string().overwrite(plainCharacters).default(""),
});

/**
 * Form of one tab (NOTIF-17..NOTIF-20). An identifier is only validated if in use and changed: unused ones are ignored,
 * and one saved earlier may belong to another environment's account.
 */
export function notificationSchema(
  tab: NotificationTab,
  place: TemplatePlace,
  t: Translate<NotificationTexts>,
) {
  // Values of channels that an event does not have are never saved.
  const event = z.object({ EMAIL: entry, SMS: entry });
  const shape: Record<string, typeof event> = Object.fromEntries(
    groupsOf(tab).flatMap(({ events }) => events.map(({ name }) => [name, event])),
  );
  return z
    .object({
      isGlobalSmsEnabled: z.boolean().default(false),
      entries: z.object(shape),
      // Hidden field: see `parseInitialTab`.
      seen: z.string().default(""),
    })
    .superRefine(({ entries, seen: text }, check) => {
      const seen = parseInitialTab(text);
      for (const [name, channels] of Object.entries(entries)) {
        for (const channel of ["EMAIL", "SMS"] as const) {
          const { custom, template } = channels[channel];
          if (!custom || templatePattern(place, channel).test(template)) continue;
          const before = seen && initialEntryOf(seen, name, channel);
          if (before?.custom && before.template === template) continue;
          const message = t(template === "" ? "errors.templateRequired" : "errors.templateInvalid");
          check.addIssue({ code: "custom", path: ["entries", name, channel, "template"], message });
        }
      }
    });
}
