import type { Migration } from "./migration";

/**
 * Departments that were removed while archived vacancies, users or groups belonged to them come back, so that these can
 * be found and restored (DEPT-29): each below the nearest department above it that is there and has a level left.
 */
export const regionLostDepartments: Migration = {
  number: 106,
  name: "region-lost-departments",
  file: "region",
  sql: `
    WITH RECURSIVE
      levels (id, level) AS (
        SELECT id, 1 FROM hierarchies WHERE parentId IS NULL
        UNION ALL
        SELECT h.id, l.level + 1 FROM levels l JOIN hierarchies h ON h.parentId = l.id
      ),
      above (id, at, steps) AS (
        SELECT h.id, h.parentId, 1 FROM hierarchies h
        WHERE h.archivedAt IS NOT NULL AND (
          EXISTS (SELECT 1 FROM vacancies v WHERE v.hierarchyId = h.id)
          OR EXISTS (SELECT 1 FROM users u WHERE u.hierarchyId = h.id)
          OR EXISTS (SELECT 1 FROM groups g WHERE g.hierarchyId = h.id))
        UNION ALL
        SELECT a.id, h.parentId, a.steps + 1 FROM above a JOIN hierarchies h ON h.id = a.at
      ),
      homes (id, parentId, steps) AS (
        SELECT a.id, a.at, min(a.steps) FROM above a
        JOIN hierarchies h ON h.id = a.at AND h.archivedAt IS NULL
        JOIN levels l ON l.id = a.at AND l.level <= 4
        GROUP BY a.id
      )
    UPDATE hierarchies SET archivedAt = NULL, parentId = homes.parentId
    FROM homes WHERE hierarchies.id = homes.id;
  `,
};
