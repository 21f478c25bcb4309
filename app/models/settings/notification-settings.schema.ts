import { z } from "zod/v4";
import type { notificationSettings } from "~/i18n/notification-settings";
import type { Translate } from "~/i18n/texts";
import {
  type Channel,
  groupsOf,
  type NotificationTab,
  templatePattern,
  type TemplatePlace,
} from "./notification-events";

type NotificationTexts = (typeof notificationSettings)["en"];

const entryRule = (place: TemplatePlace, channel: Channel, t: Translate<NotificationTexts>) =>
  z
    .object({
      enabled: z.boolean().default(false),
      custom: z.boolean().default(false),
      template: z.string().trim().default(""),
    })
    .superRefine(({ custom, template }, check) => {
      if (!custom || templatePattern(place, channel).test(template)) return;
      const message = t(template === "" ? "errors.templateRequired" : "errors.templateInvalid");
      check.addIssue({ code: "custom", path: ["template"], message });
    });

/** The form of one tab (NOTIF-17..NOTIF-20). What is not custom may hold any identifier: it is not used. */
export function notificationSchema(
  tab: NotificationTab,
  place: TemplatePlace,
  t: Translate<NotificationTexts>,
) {
  const rules = { EMAIL: entryRule(place, "EMAIL", t), SMS: entryRule(place, "SMS", t) };
  // What a channel that an event does not have comes to is never saved.
  const event = z.object(rules);
  const shape: Record<string, typeof event> = Object.fromEntries(
    groupsOf(tab).flatMap(({ events }) => events.map(({ name }) => [name, event])),
  );
  return z.object({
    isGlobalSmsEnabled: z.boolean().default(false),
    entries: z.object(shape),
    // Nobody types it: see `readSeen`.
    seen: z.string().default(""),
  });
}
