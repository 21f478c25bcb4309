import { z } from "zod/v4";
import type { candidates } from "~/i18n/candidates";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { phoneText } from "~/models/form/pasted";
import { emailRule, limitedText } from "~/models/form/text-rules";

type Texts = Translate<(typeof candidates)["en"]>;

/** The most characters of each field (CAND-02 to CAND-04). */
export const candidateLimits = {
  firstName: limits.candidateFirstName,
  lastName: limits.candidateLastName,
  email: limits.candidateEmail,
};

/** Optional text; left empty it is "". */
export const orEmpty = <S extends z.ZodType<string, string>>(schema: S) =>
  schema.optional().transform((text) => text ?? "");

/**
 * A phone number that may be left blank, as typed. Whether it is one, of the country chosen beside it, the server
 * knows: see `checkPhone`.
 */
export const phoneRule = (t: Texts, checkPhone: (text: string) => boolean) =>
  orEmpty(
    z
      .string()
      .overwrite(phoneText)
      .max(30, { error: t("errors.phone"), abort: true }),
  ).refine((text) => text === "" || checkPhone(text), t("errors.phone"));

/**
 * The edit-candidate form (CAND-01 to CAND-08). Whether a number is one and which place is meant, the server knows: see
 * `phoneRule`, and `choosePlace` in place-choice.server.ts. `isStored` tells the email that the candidate
 * has, which stays as long as nobody changes it: one that came with an invite may be longer (INV-05).
 */
export function candidateSchema(
  t: Texts,
  {
    checkPhone = () => true,
    isStored = () => false,
  }: {
    checkPhone?: (text: string) => boolean;
    isStored?: (email: string) => boolean;
  },
) {
  return z.object({
    firstName: limitedText(t, candidateLimits.firstName, "errors.firstNameTooLong", "errors.firstName"),
    lastName: orEmpty(limitedText(t, candidateLimits.lastName, "errors.lastNameTooLong")),
    email: emailRule(candidateLimits.email, t("errors.email"), {
      tooLong: t("errors.emailTooLong", { limit: candidateLimits.email }),
      isStored,
    }),
    country: z.string({ error: t("errors.phone") }),
    phoneNumber: phoneRule(t, checkPhone),
    location: orEmpty(z.string().trim().max(200, t("errors.choosePlace"))),
    // What came with the form: which place is meant by the text.
    chosenPlace: orEmpty(z.string().max(300)),
    placesFor: orEmpty(z.string().max(200)),
    scripted: orEmpty(z.string().max(1)),
  });
}
