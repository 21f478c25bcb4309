import { defineTexts } from "./texts";

/** The names of exported lists that are not those of their addresses. */
export const fileNames = defineTexts("fileNames", {
  en: {
    organizations: "organisations",
    "organization-archive": "organisation-archive",
    vacancies: "vacancies",
    "vacancy-archive": "vacancy-archive",
  },
  "en-US": {
    organizations: "organizations",
    "organization-archive": "organization-archive",
    vacancies: "jobs",
    "vacancy-archive": "job-archive",
  },
});
