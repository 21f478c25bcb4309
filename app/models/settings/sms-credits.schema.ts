import { z } from "zod/v4";
import type { sms } from "~/i18n/sms";
import type { Translate } from "~/i18n/texts";

type SmsTexts = Translate<(typeof sms)["en"]>;

/** Below this many credits the rest shows in a warning style (SMS-02). */
export const lowCredits = 100;

/** The threshold of a reminder that was never set (SMS-09). */
export const defaultThreshold = 100;

/** A first digit 1-9, then digits (SMS-03); nine of them are more credits than anybody buys. */
const credits = (t: SmsTexts) =>
  z
    .string({ error: t("errors.required") })
    .trim()
    .min(1, { error: t("errors.required"), abort: true })
    .regex(/^[1-9]\d{0,8}$/, t("errors.number"))
    .transform(Number);

/** One text of addresses, between commas, semicolons or blanks of any kind (SMS-11, SMS-19). */
const recipients = (t: SmsTexts) =>
  z
    .string()
    .default("")
    .transform((text) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))])
    .pipe(z.array(z.email(t("errors.email")).max(100, t("errors.email"))).max(50, t("errors.email")));

/** The purchase form. */
export const purchaseSchema = (t: SmsTexts) => z.object({ purchaseAmount: credits(t) });

/** The reminder and alert form; an address that is none is told once, beside its field. */
export const smsSettingsSchema = (t: SmsTexts) =>
  z.object({
    threshold: credits(t),
    reminderRecipients: recipients(t),
    alertRecipients: recipients(t),
  });

export type SmsSettings = z.infer<ReturnType<typeof smsSettingsSchema>>;
