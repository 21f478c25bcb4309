import { z } from "zod/v4";
import type { customers } from "~/i18n/customers";
import { awsRegions } from "~/regions";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { plainCharacters } from "~/models/form/pasted";
import { limitedText } from "~/models/form/text-rules";
import { accountNamePattern } from "./account-name";

/** The create-customer form (CUST-26..32). */
export function newCustomerSchema(t: Translate<(typeof customers)["en"]>) {
  const required = (message: string) =>
    z.string({ error: message }).trim().min(1, { error: message, abort: true });
  return z.object({
    organizationId: required(t("errors.organizationRequired")),
    displayName: limitedText(
      t,
      limits.customerDisplayName,
      "errors.displayNameTooLong",
      "errors.displayNameRequired",
    ),
    uniqueName: z
      .string({ error: t("errors.uniqueNameRequired") })
      .overwrite(plainCharacters)
      .min(1, { error: t("errors.uniqueNameRequired"), abort: true })
      .max(limits.customerAccountName, {
        error: t("errors.uniqueNameTooLong", { limit: limits.customerAccountName }),
        abort: true,
      })
      .regex(accountNamePattern, t("errors.uniqueNameInvalid")),
    awsRegion: z.enum(awsRegions, { error: t("errors.regionRequired") }),
  });
}
