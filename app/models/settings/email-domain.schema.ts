import { z } from "zod/v4";
import type { settingsEmailDomain } from "~/i18n/settings-email-domain";
import type { Translate } from "~/i18n/texts";
import { emailRule, textRule } from "~/models/form/text-rules";

type Texts = Translate<(typeof settingsEmailDomain)["en"]>;

/** No control characters (NUL has a message of its own) and nothing with a meaning in a From header (MAIL-04). */
const displayNamePattern = /^(\0|[^\p{Cc}<>",;:@\\])*$/u;

/** Form of the display name (MAIL-03, MAIL-04). */
export function displayNameSchema(t: Texts) {
  return z.object({
    displayName: textRule({
      required: t("errors.displayNameRequired"),
      limit: 100,
      tooLong: t("errors.displayNameTooLong"),
    }).regex(displayNamePattern, t("errors.displayNameInvalid")),
  });
}

/** Setup form of an email domain (MAIL-03..05). */
export function newEmailDomainSchema(t: Texts) {
  return displayNameSchema(t).extend({
    emailAddress: emailRule(100, t("errors.emailInvalid"), {
      required: t("errors.emailRequired"),
      tooLong: t("errors.emailTooLong"),
    }),
  });
}

/** Form that switches it on or off (MAIL-22). */
export const switchSchema = z.object({ isOn: z.boolean().default(false) });
