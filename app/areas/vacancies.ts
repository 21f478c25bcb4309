import { vacancies } from "../i18n/vacancies";
import { defineArea } from "./area";

/** Rights needed for any change to an application (PERM-50). */
export const changeApplications = [
  "apps:editApplication somewhere",
  "apps:viewApplication somewhere",
  "apps:createApplication somewhere",
  "apps:listApplication somewhere",
] as const;

/** Rights needed for a vacancy with its candidate list. */
const listRights = ["apps:viewVacancy somewhere", "apps:listApplication somewhere"] as const;

export const vacanciesArea = defineArea({
  path: "vacancies",
  id: "vacancyId",
  texts: vacancies,
  icon: "list",
  menuFlags: ["oldEdgeFeaturesEnabled"],
  list: "vacancies",
  archiveList: "vacancy-archive",
  kind: "VACANCY",
  formFields: {
    title: "title",
    description: "description",
    roleFamily: "jobFamily",
    location: "location",
  },
  screens: {
    list: { flag: "edgeVacancyListEnabled", right: "apps:listVacancy somewhere" },
    archive: { flag: "edgeVacancyArchiveListEnabled", right: "apps:listVacancy somewhere" },
    create: {
      flag: "edgeVacancyCreationEnabled",
      right: ["apps:createVacancy somewhere", "apps:listWorkflow somewhere"],
    },
    detail: { flag: "edgeVacancyDetailEnabled", right: "apps:viewVacancy somewhere" },
    // Links to this screen appear only with the old features' flag (VAC-51).
    edit: {
      flag: ["oldEdgeFeaturesEnabled", "edgeVacancyEditEnabled"],
      right: ["apps:editVacancy somewhere", "apps:viewVacancy somewhere"],
    },
  },
  further: {
    ":vacancyId/applications/:applicationId": {
      flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"],
      right: ["apps:viewVacancy somewhere", "apps:viewApplication somewhere"],
    },
    ":vacancyId/compare": {
      flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"],
      right: ["apps:viewVacancy somewhere", "apps:listApplication somewhere"],
    },
    ":vacancyId/undo": {
      flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"],
      right: ["apps:viewVacancy somewhere", ...changeApplications],
    },
    ":vacancyId/board": {
      flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled", "edgeBoardEnabled"],
      right: ["apps:viewVacancy somewhere", "apps:listApplication somewhere"],
    },
    ":vacancyId/funnel": { flag: "edgeVacancyDetailEnabled", right: listRights },
    ":vacancyId/report": { flag: "edgeVacancyDetailEnabled", right: listRights },
    ":vacancyId/invite": {
      flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled", "edgeCandidateInviteEnabled"],
      right: ["apps:viewVacancy somewhere", ...changeApplications],
    },
  },
  actions: {
    archive: { flag: "edgeVacancyArchiveListEnabled", right: "apps:archiveVacancy somewhere" },
    restore: { flag: "edgeVacancyArchiveListEnabled", right: "apps:restoreVacancy somewhere" },
  },
});
