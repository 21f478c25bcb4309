import type { Migration } from "./migration";

/**
 * Lists of vacancies are narrowed by their people, their day and whether anyone applied (VAC-68). `managersKey` is kept by
 * areas/vacancies/vacancies.store.ts; rows older than it get one without capitals until they are saved again. What narrows a list walks one
 * index that holds all it looks at.
 */
export const regionVacancyFilters: Migration = {
  number: 83,
  name: "region-vacancy-filters",
  file: "region",
  sql: `
    ALTER TABLE vacancies ADD COLUMN managersKey TEXT NOT NULL DEFAULT '';
    UPDATE vacancies SET managersKey = coalesce(
      (SELECT group_concat(lower(
         json_extract(value, '$.firstName') || ' ' || json_extract(value, '$.lastName') || ' ' || json_extract(value, '$.email')
       ), char(10)) FROM json_each(managers)), '');
    CREATE INDEX vacancies_active_search
      ON vacancies (customerId, createdAt, seq, titleKey, externalVacancyId, managersKey, applicationCount, hierarchyId, archivedAt)
      WHERE archivedAt IS NULL;
    CREATE INDEX vacancies_archived_search
      ON vacancies (customerId, createdAt, seq, titleKey, externalVacancyId, managersKey, applicationCount, hierarchyId, archivedAt)
      WHERE archivedAt IS NOT NULL;
  `,
};
