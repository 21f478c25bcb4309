import { defineTexts } from "./texts";

/** File names of exported lists that differ from the list's path. */
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
