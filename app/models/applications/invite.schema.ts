import { z } from "zod/v4";
import type { candidates } from "~/i18n/candidates";
import type { Translate } from "~/i18n/texts";
import { textRule } from "~/models/form/text-rules";
import { orEmpty, phoneRule } from "./candidate.schema";

/** The most that is typed into each field (INV-05 to INV-07). */
export const inviteLimits = { email: 100, firstName: 20, lastName: 40 };

/** What goes with an invite is cut at these lengths (INV-08). */
export const enclosedLimits = { title: 100, description: 700 };

/** The invite form (INV-05 to INV-10). Whether a number is one of the chosen country's, the server knows: `checkPhone`. */
export function inviteSchema(
  t: Translate<(typeof candidates)["en"]>,
  checkPhone: (text: string) => boolean = () => true,
) {
  return z.object({
    email: z
      .string({ error: t("errors.inviteEmail") })
      .trim()
      .toLowerCase()
      .max(inviteLimits.email, t("errors.inviteEmail"))
      .pipe(z.email(t("errors.inviteEmail"))),
    firstName: textRule({
      required: t("errors.inviteFirstName"),
      limit: inviteLimits.firstName,
      tooLong: t("errors.inviteFirstNameTooLong"),
    }),
    lastName: orEmpty(textRule({ limit: inviteLimits.lastName, tooLong: t("errors.inviteLastNameTooLong") })),
    country: z.string({ error: t("errors.phone") }),
    phoneNumber: phoneRule(t, checkPhone),
  });
}
