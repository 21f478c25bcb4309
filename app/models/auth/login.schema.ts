import { z } from "zod/v4";
import { isAccountName } from "~/models/customers/account-name";
import type { auth } from "~/i18n/auth";
import type { Translate } from "~/i18n/texts";
import { accountText } from "./sso-entry";
import { emailText } from "~/models/form/pasted";
import { isAccountEmail } from "~/models/form/account-email";

type Texts = Translate<(typeof auth)["en"]>;

/** Email rule of the sign-in forms (AUTH-06). */
export function emailSchema(t: Texts) {
  return z
    .string({ error: t("errors.emailRequired") })
    .overwrite(emailText)
    .min(1, { error: t("errors.emailRequired"), abort: true })
    .max(100, { error: t("errors.emailTooLong"), abort: true })
    .refine(isAccountEmail, { error: t("errors.emailInvalid") });
}

/** The sign-in form (AUTH-05, AUTH-06). */
export function loginSchema(t: Texts) {
  return z.object({
    email: emailSchema(t),
    password: z.string({ error: t("errors.passwordRequired") }).max(1000, t("errors.wrong")),
  });
}

/** The single sign-on field: an email if it contains "@", otherwise an account name (AUTH-62, AUTH-63). */
export function ssoSchema(t: Texts) {
  return z.object({
    account: z
      .string({ error: t("sso.required") })
      .overwrite(accountText)
      .min(1, { error: t("sso.required"), abort: true })
      .max(100, { error: t("sso.tooLong"), abort: true })
      .superRefine((account, context) => {
        const isEmail = account.includes("@");
        const isRight = isEmail ? isAccountEmail(account) : isAccountName(account);
        const message = t(isEmail ? "errors.emailInvalid" : "sso.accountNameInvalid");
        if (!isRight) context.addIssue({ code: "custom", message });
      }),
  });
}
