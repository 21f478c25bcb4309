import { z } from "zod/v4";
import type { candidates } from "~/i18n/candidates";
import type { Translate } from "~/i18n/texts";

/** The most characters of each field (CAND-02 to CAND-04). */
export const candidateLimits = { firstName: 50, lastName: 50, email: 50 };

/**
 * The edit-candidate form (CAND-01 to CAND-08). Whether a number is one and which place is meant, the server knows: see
 * `checkPhone`, and `choosePlace` in place-choice.server.ts.
 */
export function candidateSchema(
  t: Translate<(typeof candidates)["en"]>,
  checkPhone: (text: string) => boolean = () => true,
) {
  const optional = (schema: z.ZodString) => schema.optional().transform((text) => text ?? "");
  return z.object({
    firstName: z
      .string({ error: t("errors.firstName") })
      .trim()
      .min(1, t("errors.firstName"))
      .max(candidateLimits.firstName, t("errors.firstNameTooLong")),
    lastName: optional(z.string().trim().max(candidateLimits.lastName, t("errors.lastNameTooLong"))),
    email: z
      .string({ error: t("errors.email") })
      .trim()
      .toLowerCase()
      .max(candidateLimits.email, { error: t("errors.emailTooLong"), abort: true })
      .pipe(z.email(t("errors.email"))),
    phoneNumber: z
      .string()
      .trim()
      .max(30, t("errors.phone"))
      .optional()
      .transform((text) => text ?? "")
      .refine((text) => text === "" || checkPhone(text), t("errors.phone")),
    location: optional(z.string().trim().max(200, t("errors.choosePlace"))),
    // What came with the form: the version it shows, and which place is meant by the text.
    version: z.iso.datetime(),
    chosenPlace: optional(z.string().max(300)),
    placesFor: optional(z.string().max(200)),
    scripted: optional(z.string().max(1)),
  });
}
