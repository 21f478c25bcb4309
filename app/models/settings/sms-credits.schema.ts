import { z } from "zod/v4";
import { emailTexts, isEmail, plainCharacters } from "~/models/form/pasted";
import { formatNumber } from "~/i18n/numbers";
import type { sms } from "~/i18n/sms";
import type { Translate } from "~/i18n/texts";

type SmsTexts = Translate<(typeof sms)["en"]>;

/** Default threshold of a reminder (SMS-09). */
export const defaultThreshold = 100;

/** The API's maximum threshold, which another client may have stored. */
const maxThreshold = 2_147_483_647;

/** Starts with 1-9, then digits (SMS-03); nine digits exceed any realistic purchase. */
const credits = (t: SmsTexts, most = 999_999_999) =>
  z
    .string({ error: t("errors.required") })
    .overwrite(plainCharacters)
    .min(1, { error: t("errors.required"), abort: true })
    .regex(/^[1-9]\d{0,9}$/, { error: t("errors.number"), abort: true })
    .transform(Number)
    .refine((amount) => amount <= most, { error: t("errors.number"), abort: true });

/** Maximum per purchase; more is most likely a typo. */
export const purchaseLimit = 1_000_000;

/** Maximum recipients per notification, the same as the API's. */
export const recipientLimit = 50;

/** Addresses separated by commas, semicolons or whitespace (SMS-11, SMS-19); each kind of error is reported once. */
const recipients = (t: SmsTexts) =>
  z
    .string()
    .default("")
    .transform((text, context) => {
      const all = emailTexts(text);
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (!all.every((one) => isEmail(one) && one.length <= 100)) refuse(t("errors.email"));
      else if (all.length > recipientLimit) refuse(t("errors.tooMany", { limit: recipientLimit }));
      return all;
    });

/** The purchase form. */
export const purchaseSchema = (t: SmsTexts) =>
  z.object({
    purchaseAmount: credits(t).refine(
      (amount) => amount <= purchaseLimit,
      t("errors.amountTooLarge", { limit: formatNumber(purchaseLimit) }),
    ),
  });

/** The reminder and alert form. */
export const smsSettingsSchema = (t: SmsTexts) =>
  z.object({
    threshold: credits(t, maxThreshold),
    reminderRecipients: recipients(t),
    alertRecipients: recipients(t),
  });

export type SmsSettings = z.infer<ReturnType<typeof smsSettingsSchema>>;
