import { z } from "zod/v4";
import type { customers } from "~/i18n/customers";
import { awsRegions } from "~/regions";
import type { Translate } from "~/i18n/texts";
import { textRule } from "~/models/form/text-rules";
import { accountNamePattern } from "./account-name";

/** The create-customer form (CUST-26..33). */
export function newCustomerSchema(t: Translate<(typeof customers)["en"]>) {
  const required = (message: string) =>
    z.string({ error: message }).trim().min(1, { error: message, abort: true });
  return z.object({
    organizationId: required(t("errors.organizationRequired")),
    displayName: textRule({
      required: t("errors.displayNameRequired"),
      limit: 100,
      tooLong: t("errors.displayNameTooLong"),
    }),
    uniqueName: required(t("errors.uniqueNameRequired"))
      .max(100, { error: t("errors.uniqueNameTooLong"), abort: true })
      .regex(accountNamePattern, t("errors.uniqueNameInvalid")),
    awsRegion: z.enum(awsRegions, { error: t("errors.regionRequired") }),
  });
}

/** Letters that no accent explains, as they are written without. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", å: "a", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" },
};

/**
 * The account name proposed for a display name (CUST-34), "" when nothing of it can stand in one: accents are folded,
 * spaces, dashes and slashes are single hyphens between words. "Über Café 24/7 - AU" becomes "uber-cafe-24-7-au".
 */
export function accountNameFor(displayName: string): string {
  return displayName
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{L}/gu, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\s/\\\p{Pd}]+/gu, "-")
    .replace(/[^a-z0-9-]/g, "")
    .replace(/-{2,}/g, "-")
    .slice(0, 100)
    .replace(/^-|-$/g, "");
}
