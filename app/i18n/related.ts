import { defineTexts } from "./texts";

/** Texts of the cards with the records that belong to another (GEN-142). */
export const related = defineTexts("related", {
  en: {
    all: "All {{count}}",
    users: "Users",
    customers: "Customers",
    vacancies: "Vacancies",
    vacanciesOfPerson: "Vacancies as manager or recruiter",
  },
  "en-US": {
    vacancies: "Jobs",
    vacanciesOfPerson: "Jobs as manager or recruiter",
  },
});
