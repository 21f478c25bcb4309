import { z } from "zod/v4";
import type { auth } from "~/i18n/auth";
import type { Translate } from "~/i18n/texts";

type Texts = Translate<(typeof auth)["en"]>;

/** An email as people sign in with it (AUTH-06). */
export function emailSchema(t: Texts) {
  return z
    .string({ error: t("errors.emailRequired") })
    .trim()
    .min(1, { error: t("errors.emailRequired"), abort: true })
    .max(100, { error: t("errors.emailTooLong"), abort: true })
    .check(z.email(t("errors.emailInvalid")));
}

/** The sign-in form (AUTH-05, AUTH-06). */
export function loginSchema(t: Texts) {
  return z.object({
    email: emailSchema(t),
    password: z.string({ error: t("errors.passwordRequired") }).max(1000, t("errors.wrong")),
  });
}
