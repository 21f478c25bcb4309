import { defineTexts } from "./texts";

/** The search of the top bar and its page (SRCH). */
export const search = defineTexts("search", {
  en: {
    title: "Search",
    field: "Search for anything",
    tabs: { label: "Search in", all: "All", vacancies: "Vacancies", applications: "Applications" },
    columns: {
      name: "Name",
      kind: "Kind",
      externalId: "External ID",
      vacancy: "Vacancy",
      email: "Email",
      applicationId: "Application ID",
      created: "Created",
    },
    loadMore: "Load more",
    asPage: "Show as a page",
    tooMuch: "Oops, too many results, please refine your search keywords",
    none: "No results found",
    blankText:
      "A vacancy is found by its title or external ID, an application by the candidate's name, email address or application ID.",
    hits: { vacancy: "Vacancy", application: "Application" },
    lookIn: "Search vacancies and applications",
    failed: {
      all: "Failed to load vacancies and applications",
      vacancies: "Failed to load vacancies",
      applications: "Failed to load applications",
      candidates: "Failed to load Candidates",
    },
    contactSupport: "Please contact support.",
    found: "Found by ID",
    kinds: {
      VACANCY: "Vacancy",
      APPLICATION: "Application",
      MAIL: "Email",
      SMS: "Text message",
      USER: "User",
      GROUP: "Group",
      POLICY: "Access policy",
      WORKFLOW: "Workflow",
      WORKFLOW_SET: "Workflow set",
    },
  },
  "en-US": {
    tabs: { vacancies: "Jobs" },
    hits: { vacancy: "Job" },
    lookIn: "Search jobs and applications",
    blankText:
      "A job is found by its title or external ID, an application by the candidate's name, email address or application ID.",
    failed: { all: "Failed to load jobs and applications" },
    columns: { vacancy: "Job" },
    kinds: { VACANCY: "Job" },
  },
});
