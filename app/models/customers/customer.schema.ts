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

/** The account name proposed for a display name (CUST-34): "Acme Retail (AU)" gives "acme-retail-au". */
export function accountNameFor(displayName: string): string {
  return displayName
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9\- ]/g, "")
    .replace(/ /g, "-");
}
