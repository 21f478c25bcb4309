import type { Migration } from "./migration";

/** What a department holds is counted with what is archived (DEPT-29), so the index covers archived vacancies too. */
export const regionVacanciesHierarchy: Migration = {
  number: 91,
  name: "region-vacancies-hierarchy",
  file: "region",
  sql: `
    DROP INDEX vacancies_hierarchy;
    CREATE INDEX vacancies_hierarchy ON vacancies (hierarchyId);
  `,
};
