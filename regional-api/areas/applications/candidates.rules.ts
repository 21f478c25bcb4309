/**
 * Input rules for candidates. The console applies the same rules in its forms. Error texts come from the
 * catalogue.
 */
import { createHash } from "node:crypto";
import { z } from "zod/v4";
import { emailRule, lineRule, textLimit } from "../../core/text-rules";
import { phoneRule } from "../../core/phone-numbers";

const email = (most: number, invalid: string, tooLong = invalid) =>
  emailRule({ missing: invalid, most, tooLong, invalid }).toLowerCase();

/** An invited person (INV-05 to INV-10). */
export const invitedPerson = z.object({
  email: email(100, "Please input candidate email!"),
  firstName: lineRule("invitedFirstName", 20, "the first name", "Please input candidate firstname!"),
  lastName: lineRule("invitedLastName", 40, "the last name")
    .nullish()
    .transform((text) => text ?? ""),
  phoneNumber: phoneRule.nullish().transform((number) => number ?? null),
});

const location = z
  .object({
    address: z.string().trim().max(200, "Please select a location from the list"),
    coordinate: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }).nullish(),
  })
  .transform(({ address, coordinate }, { addIssue }) => {
    // An empty address clears the location; any other must be in the list of locations (CAND-19).
    if (address === "") return null;
    if (!coordinate) addIssue({ code: "custom", message: "Please select a location from the list" });
    return { address, lat: coordinate?.lat ?? 0, lng: coordinate?.lng ?? 0 };
  });

const emailLimit = textLimit("candidateEmail", 50, "your email");

/** Corrections to a candidate; omitted fields stay unchanged (CAND-02 to CAND-07, CAND-11). */
export const candidateChanges = z.object({
  firstName: lineRule("candidateFirstName", 50, "the first name", "Please enter the first name").optional(),
  lastName: lineRule("candidateLastName", 50, "the last name").optional(),
  email: email(emailLimit.most, "Please enter a valid email", emailLimit.message).optional(),
  phoneNumber: phoneRule.optional(),
  location: location.optional(),
});

/** Values that replace the personal data of a de-identified candidate (CAND-27). */
export const deidentified = {
  firstName: "Deleted",
  lastName: "Candidate",
  nameKey: "",
  email: null,
  phoneNumber: null,
  locationAddress: null,
  locationLat: null,
  locationLng: null,
} as const;

/** Returns the applicant id sent to providers (INV-12). `email` must be in lower case. */
export function applicantId(customerId: string, address: string): string {
  return createHash("sha256").update(`${customerId}${address}`).digest("hex");
}
