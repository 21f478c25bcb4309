import { z } from "zod/v4";
import type { settingsSso } from "~/i18n/settings-sso";
import type { Translate } from "~/i18n/texts";
import { certificatesText, maxPastedLength, pastedCertificates } from "../../../shared/certificates";
import { plainCharacters, webAddressText } from "~/models/form/pasted";
import { nameIdFormats } from "./name-id-formats";
import { isWebAddress } from "~/models/form/web-address";

/**
 * The single sign-on form (SSO-13..16). The logout URL is validated but not stored (SSO-25). Only the server can verify
 * that Base64 is a certificate (SSO-39): `areReadable`.
 */
export function ssoConfigSchema(
  t: Translate<(typeof settingsSso)["en"]>,
  areReadable: (certificates: readonly string[]) => boolean = () => true,
) {
  const required = (message: string, tidy: (text: string) => string) =>
    z.string({ error: message }).overwrite(tidy).min(1, { error: message, abort: true });
  return z.object({
    loginUrl: required(t("errors.loginUrlRequired"), webAddressText)
      .max(1000, { error: t("errors.loginUrlTooLong"), abort: true })
      .refine(isWebAddress, t("errors.urlInvalid")),
    logoutUrl: z
      .string()
      .overwrite(webAddressText)
      .max(1000, { error: t("errors.logoutUrlTooLong"), abort: true })
      .refine((text) => text === "" || isWebAddress(text), t("errors.urlInvalid"))
      .optional(),
    publicCertificates: required(t("errors.certificateRequired"), (text) => text.trim())
      .max(maxPastedLength, { error: t("errors.certificateTooLong"), abort: true })
      .transform((text, { addIssue }) => {
        const { certificates, hasPrivateKey, isWhole } = pastedCertificates(text);
        const stored = certificatesText(certificates);
        const isReadable = isWhole && certificates.length > 0 && areReadable(certificates);
        const refuse = (error: Parameters<typeof t>[0]) => addIssue({ code: "custom", message: t(error) });
        if (hasPrivateKey) refuse("errors.certificateHasKey");
        else if ((isReadable ? stored : text).length > 5000) refuse("errors.certificateTooLong");
        else if (!isReadable) refuse("errors.certificateUnreadable");
        return stored;
      }),
    idpEntityId: z
      .string()
      .overwrite(plainCharacters)
      .max(1024, t("errors.entityIdTooLong"))
      .optional()
      .transform((text) => text || null),
    nameIdFormat: z.enum(nameIdFormats).default("EMAIL"),
    groupIds: z.array(z.string()).max(100, t("errors.tooManyGroups")),
    enabled: z.boolean().default(false),
  });
}
