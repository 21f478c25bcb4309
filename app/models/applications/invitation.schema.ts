import { z } from "zod/v4";
import type { candidates } from "~/i18n/candidates";
import type { Translate } from "~/i18n/texts";
import { emailRule, limitedText } from "~/models/form/text-rules";
import { orEmpty, phoneRule } from "./candidate.schema";
import { invitationLimits } from "./invitation-limits";

/** The invite form (INV-05 to INV-10). `checkPhone` validates numbers for the chosen country, on the server only. */
export function invitationSchema(
  t: Translate<(typeof candidates)["en"]>,
  checkPhone: (text: string) => boolean = () => true,
) {
  return z.object({
    email: emailRule(invitationLimits.email, t("errors.inviteEmail")),
    firstName: limitedText(
      t,
      invitationLimits.firstName,
      "errors.inviteFirstNameTooLong",
      "errors.inviteFirstName",
    ),
    lastName: orEmpty(limitedText(t, invitationLimits.lastName, "errors.inviteLastNameTooLong")),
    country: z.string({ error: t("errors.phone") }),
    phoneNumber: phoneRule(t, checkPhone),
  });
}
