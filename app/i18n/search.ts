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
      id: "ID",
      applicationId: "Application ID",
      created: "Created",
    },
    loadMore: "Load more",
    asPage: "Show as a page",
    tooMuch: "Oops, too many results, please refine your search keywords",
    none: "No results found",
    noneText:
      "Check the spelling, or try fewer letters: part of a name, an email address or an ID is enough.",
    blankText:
      "A vacancy is found by its title or external ID, an application by the candidate's name, email address or application ID; users, groups, access policies, workflows and workflow sets by name.",
    hits: { vacancy: "Vacancy", application: "Application" },
    lookIn: "Search everything",
    failed: {
      all: "Failed to load the results",
      named: "Failed to load users, groups and workflows",
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
    blankText:
      "A job is found by its title or external ID, an application by the candidate's name, email address or application ID; users, groups, access policies, workflows and workflow sets by name.",
    columns: { vacancy: "Job" },
    kinds: { VACANCY: "Job" },
  },
});
