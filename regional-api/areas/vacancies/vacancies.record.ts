/** Audit fields of vacancies. */
import { hierarchyAmong } from "../../core/departments.store";
import { rowKind } from "../../core/record-kinds";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { vacancyAmong } from "./vacancies.store";

/** Audit kind of a vacancy; its managers are personal data. */
export const vacancyKind = rowKind({
  kind: "VACANCY",
  code: "apps:viewVacancy",
  fields: {
    title: "shown",
    externalVacancyId: "shown",
    description: "shown",
    department: "shown",
    roleFamily: "shown",
    location: "shown",
    managers: "personal",
    workflow: "shown",
  },
  find: vacancyAmong,
  name: ({ title }) => title,
  place: ({ hierarchyId }) => ({ departmentId: hierarchyId }),
  values: async ({ hierarchyId, roleFamilyName, locationAddress, workflow }, db) => ({
    department: (await hierarchyAmong(db, hierarchyId))?.name ?? null,
    roleFamily: roleFamilyName,
    location: locationAddress,
    workflow: parseWorkflowCopy(workflow).name,
  }),
});
