import { z } from "zod/v4";
import type { candidates } from "~/i18n/candidates";
import type { Translate } from "~/i18n/texts";
import { textRule } from "~/models/form/text-rules";
import { orEmpty, phoneRule } from "./candidate.schema";
import { invitationLimits } from "./invitation-limits";

/** The invite form (INV-05 to INV-10). Whether a number is one of the chosen country's, the server knows: `checkPhone`. */
export function invitationSchema(
  t: Translate<(typeof candidates)["en"]>,
  checkPhone: (text: string) => boolean = () => true,
) {
  return z.object({
    email: z
      .string({ error: t("errors.inviteEmail") })
      .trim()
      .toLowerCase()
      .max(invitationLimits.email, t("errors.inviteEmail"))
      .pipe(z.email(t("errors.inviteEmail"))),
    firstName: textRule({
      required: t("errors.inviteFirstName"),
      limit: invitationLimits.firstName,
      tooLong: t("errors.inviteFirstNameTooLong", { limit: invitationLimits.firstName }),
    }),
    lastName: orEmpty(
      textRule({
        limit: invitationLimits.lastName,
        tooLong: t("errors.inviteLastNameTooLong", { limit: invitationLimits.lastName }),
      }),
    ),
    country: z.string({ error: t("errors.phone") }),
    phoneNumber: phoneRule(t, checkPhone),
  });
}
