import { z } from "zod/v4";
import type { candidates } from "~/i18n/candidates";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { phoneText } from "~/models/form/pasted";
import { emailRule, limitedText } from "~/models/form/text-rules";

type Texts = Translate<(typeof candidates)["en"]>;

/** Maximum length of each field (CAND-02 to CAND-04). */
export const candidateLimits = {
  firstName: limits.candidateFirstName,
  lastName: limits.candidateLastName,
  email: limits.candidateEmail,
};

/** Makes a text optional; an empty field becomes "". */
export const orEmpty = <S extends z.ZodType<string, string>>(schema: S) =>
  schema.optional().transform((text) => text ?? "");

/**
 * A phone number as typed, or blank. Validity for the chosen country is known only to the server: pass `checkPhone`
 * there.
 */
export const phoneRule = (t: Texts, checkPhone: (text: string) => boolean) =>
  orEmpty(
    z
      .string()
      .overwrite(phoneText)
      .max(30, { error: t("errors.phone"), abort: true }),
  ).refine((text) => text === "" || checkPhone(text), t("errors.phone"));

/**
 * The edit-candidate form (CAND-01 to CAND-08). Phone validity and the chosen place are checked on the server: see
 * `phoneRule`, and `choosePlace` in place-choice.server.ts. `isStored` recognises the candidate's current email, which
 * is accepted unchanged because one from an invite may be longer (INV-05).
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
    // Hidden fields: the place selected for the typed text.
    chosenPlace: orEmpty(z.string().max(300)),
    placesFor: orEmpty(z.string().max(200)),
    scripted: orEmpty(z.string().max(1)),
  });
}
