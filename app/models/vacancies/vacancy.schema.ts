import { z } from "zod/v4";
import type { Translate } from "~/i18n/texts";
import type { vacancies } from "~/i18n/vacancies";
import { lengthOf } from "~/models/form/length";
import { limits } from "~/models/form/limits";
import { emailText, isEmail } from "~/models/form/pasted";
import { textRule } from "~/models/form/text-rules";
import { peopleLimit } from "./vacancy-fields";

type Texts = Translate<(typeof vacancies)["en"]>;

const optionalText = textRule({}).optional();

/** A row of a people list. Blank rows are valid and are not sent (VAC-37, VAC-38). */
function personSchema(t: Texts) {
  return z
    .object({
      firstName: optionalText,
      lastName: optionalText,
      email: z.string().overwrite(emailText).optional(),
    })
    .superRefine(({ firstName, lastName, email }, context) => {
      if (!firstName && !lastName && !email) return;
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      if (!firstName) refuse("firstName", t("errors.firstNameRequired"));
      else if (lengthOf(firstName) > limits.managerFirstName)
        refuse("firstName", t("errors.firstNameTooLong", { limit: limits.managerFirstName }));
      if (!lastName) refuse("lastName", t("errors.lastNameRequired"));
      else if (lengthOf(lastName) > limits.managerLastName)
        refuse("lastName", t("errors.lastNameTooLong", { limit: limits.managerLastName }));
      if (email && (email.length > 100 || !isEmail(email))) refuse("email", t("errors.emailInvalid"));
    });
}

/** Both people lists; emails must be unique across them, ignoring case (VAC-35). */
function peopleSchema(t: Texts) {
  const list = () =>
    z.array(personSchema(t)).max(peopleLimit, t("errors.tooManyPeople", { limit: peopleLimit }));
  return z.object({ managers: list(), recruiters: list() }).superRefine((people, context) => {
    const seen = new Set<string>();
    for (const kind of ["managers", "recruiters"] as const) {
      people[kind].forEach(({ email }, index) => {
        const key = email?.toLowerCase();
        if (!key) return;
        if (seen.has(key))
          context.addIssue({ code: "custom", path: [kind, index, "email"], message: t("errors.emailTaken") });
        seen.add(key);
      });
    }
  });
}

/** Fields that can be changed after creation (VAC-57). */
export function vacancySchema(t: Texts) {
  const limited = (
    limit: number,
    tooLong: "description" | "jobFamily" | "location" | "title",
    required?: string,
    hasLines?: boolean,
  ) => textRule({ required, limit, tooLong: t(`errors.${tooLong}TooLong`, { limit }), hasLines });
  return z.object({
    title: limited(limits.vacancyTitle, "title", t("errors.titleRequired")),
    description: limited(limits.vacancyDescription, "description", undefined, true).optional(),
    jobFamily: limited(limits.jobFamily, "jobFamily", t("errors.jobFamilyRequired")),
    location: limited(limits.vacancyLocation, "location").optional(),
    people: peopleSchema(t),
  });
}

/** The create form (VAC-24 to VAC-38). */
export function newVacancySchema(t: Texts) {
  return vacancySchema(t).extend({
    hierarchyId: z.string({ error: t("errors.departmentRequired") }),
    workflowId: z.string({ error: t("errors.workflowRequired") }),
  });
}

export type VacancyValues = z.infer<ReturnType<typeof vacancySchema>>;
type PersonValues = VacancyValues["people"]["managers"][number];

/** People in the API's shape; rows without full name or email are left out (VAC-37, VAC-39). */
export function peopleInput(rows: readonly PersonValues[]) {
  return rows.flatMap(({ firstName, lastName, email }) =>
    firstName && lastName && email ? [{ firstName, lastName, email, externalId: email }] : [],
  );
}

/** People that `peopleInput` leaves out: rows with both names but no email (VAC-38). */
export function omittedPeople({ managers, recruiters }: VacancyValues["people"]): string[] {
  return [...managers, ...recruiters].flatMap(({ firstName, lastName, email }) =>
    firstName && lastName && !email ? [`${firstName} ${lastName}`] : [],
  );
}

/** Fields shared by the create and update mutations. */
export function vacancyInput({ title, description, jobFamily, location }: Omit<VacancyValues, "people">) {
  return {
    title,
    description: description ?? "",
    roleFamily: { name: jobFamily },
    location: { address: location ?? "" },
  };
}
