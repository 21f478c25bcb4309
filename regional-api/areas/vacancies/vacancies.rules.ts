/** Input rules for vacancies (VAC-25 to VAC-39); the console's form applies the same rules. */
import { createHash, randomInt } from "node:crypto";
import { z } from "zod/v4";
import { emailRule, linesRule, lineRule } from "../../core/text-rules";
import { searchKey } from "../../core/text";

const orNull = (text: ReturnType<typeof lineRule>) => text.nullish().transform((typed) => typed || null);

const managerTypes = ["HIRING_MANAGER", "RECRUITER"] as const;

const person = z.object({
  firstName: lineRule("managerFirstName", 50, "your first name", "Please enter your first name"),
  lastName: lineRule("managerLastName", 50, "your last name", "Please enter your last name"),
  email: emailRule({
    missing: "Please enter a valid email",
    most: 100,
    tooLong: "Please enter a valid email",
    invalid: "Please enter a valid email",
  }),
  externalId: z.string().trim().max(100, "This externalId is too long").nullish(),
});

const maxPeople = 100;

/** The managers of a vacancy; `externalId` defaults to the email (VAC-39). */
const managers = z
  .array(
    person
      .extend({ type: z.enum(managerTypes, "A manager is a HIRING_MANAGER or a RECRUITER") })
      .transform((one) => ({ ...one, externalId: one.externalId || one.email })),
  )
  .superRefine((people, { addIssue }) => {
    const emails = people.map(({ email }) => email.toLowerCase());
    if (new Set(emails).size < emails.length)
      addIssue({ code: "custom", message: "User already exist, please enter another email" });
    if (managerTypes.some((type) => people.filter((one) => one.type === type).length > maxPeople))
      addIssue({ code: "custom", message: `A vacancy has at most ${maxPeople} people of a type` });
  });

export type Manager = z.infer<typeof managers>[number];

const storedManagers = z.array(
  z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    externalId: z.string(),
    type: z.enum(managerTypes),
  }),
);

/** Parses the `managers` column. */
export const parseManagers = (text: string): Manager[] =>
  text === "[]" ? [] : storedManagers.parse(JSON.parse(text));

/** Returns the search key for a vacancy's managers: one line each, with names and email (VAC-68). */
export const managersKey = (managers: readonly Pick<Manager, "firstName" | "lastName" | "email">[]): string =>
  managers.map(({ firstName, lastName, email }) => searchKey(`${firstName} ${lastName} ${email}`)).join("\n");

const storedLinks = z.array(
  z.object({
    stageId: z.string(),
    assessmentLink: z.string(),
    externalAssessmentPackageId: z.string(),
    assessmentPackageName: z.string(),
  }),
);

export type GenericAssessmentLink = z.infer<typeof storedLinks>[number];

/** Parses the `genericAssessmentLinks` column. */
export const parseLinks = (text: string): GenericAssessmentLink[] => storedLinks.parse(JSON.parse(text));

/** Fields that can be set at creation and edited later. */
export const vacancyFields = z.object({
  title: lineRule("vacancyTitle", 100, "the vacancy name", "Please enter vacancy name"),
  description: orNull(linesRule("vacancyDescription", 700, "the description")),
  roleFamily: z.object({
    name: lineRule("jobFamily", 100, "the job family", "Please create a job family"),
  }),
  location: z.object({ address: orNull(lineRule("vacancyLocation", 100, "the location")) }).nullish(),
  managers,
});

export type VacancyFields = z.infer<typeof vacancyFields>;

/** Returns the id of a job family, derived from its name because job families have no table. */
export function roleFamilyId(name: string): string {
  return createHash("sha256").update(`role-family:${name}`).digest("hex").slice(0, 24);
}

// Excludes letters and digits that look alike.
const readable = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Generates a random external id, such as "VAC-7KQ2M9XD" (VAC-44); the caller checks that it is unique. */
export function newExternalVacancyId(): string {
  return `VAC-${Array.from({ length: 8 }, () => readable[randomInt(readable.length)]).join("")}`;
}
