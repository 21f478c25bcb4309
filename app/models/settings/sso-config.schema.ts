import { z } from "zod/v4";
import type { settingsSso } from "~/i18n/settings-sso";
import type { Translate } from "~/i18n/texts";
import { isWebAddress } from "~/models/form/web-address";

/** The single sign-on form (SSO-13..16). The logout URL is checked, but nothing keeps it (SSO-25). */
export function ssoConfigSchema(t: Translate<(typeof settingsSso)["en"]>) {
  const required = (message: string) =>
    z.string({ error: message }).trim().min(1, { error: message, abort: true });
  return z.object({
    loginUrl: required(t("errors.loginUrlRequired"))
      .max(1000, { error: t("errors.loginUrlTooLong"), abort: true })
      .refine(isWebAddress, t("errors.urlInvalid")),
    logoutUrl: z
      .string()
      .trim()
      .max(1000, { error: t("errors.logoutUrlTooLong"), abort: true })
      .refine((text) => text === "" || isWebAddress(text), t("errors.urlInvalid"))
      .optional(),
    // Without scripts each line break comes as two characters.
    publicCertificates: z
      .string({ error: t("errors.certificateRequired") })
      .overwrite((text) => text.replaceAll("\r\n", "\n").trim())
      .min(1, { error: t("errors.certificateRequired"), abort: true })
      .max(5000, t("errors.certificateTooLong")),
    groupIds: z.array(z.string()).max(100, t("errors.tooManyGroups")),
    enabled: z.boolean().default(false),
  });
}
