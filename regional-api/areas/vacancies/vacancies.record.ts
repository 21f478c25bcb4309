/** What the record of changes says of vacancies. */
import { hierarchyAmong } from "../../core/departments.store";
import { recordKind } from "../../core/record";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { vacancyAmong } from "./vacancies.store";

/** A vacancy; its managers are people. */
export const vacancyKind = recordKind({
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
  read: async (db, id) => {
    const vacancy = await vacancyAmong(db, id);
    return (
      vacancy && {
        name: vacancy.title,
        customerId: vacancy.customerId,
        departmentId: vacancy.hierarchyId,
        isArchived: vacancy.archivedAt !== null,
        version: vacancy.version,
        values: {
          title: vacancy.title,
          externalVacancyId: vacancy.externalVacancyId,
          description: vacancy.description,
          department: (await hierarchyAmong(db, vacancy.hierarchyId))?.name ?? null,
          roleFamily: vacancy.roleFamilyName,
          location: vacancy.locationAddress,
          managers: vacancy.managers,
          workflow: parseWorkflowCopy(vacancy.workflow).name,
        },
      }
    );
  },
});
