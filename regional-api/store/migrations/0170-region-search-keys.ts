import type { Migration } from "./migration";

const keys = {
  users: ["nameKey"],
  candidates: ["nameKey"],
  vacancies: ["titleKey", "managersKey"],
  workflows: ["nameKey"],
  workflow_sets: ["nameKey"],
  customers: ["nameKey"],
  saved_views: ["nameKey"],
  groups: ["nameKey"],
};

const isNoAscii = (column: string) => `${column} GLOB '*[^ -~]*'`;
const indexes = (engine: "sqlite" | "postgres") =>
  ["active", "archived"]
    .map((state) => {
      const columns = engine === "sqlite" ? "customerId, nameKey, id" : '"customerId", "nameKey", id';
      const archivedAt = engine === "sqlite" ? "archivedAt" : '"archivedAt"';
      return `
    DROP INDEX groups_${state}_name;
    CREATE INDEX groups_${state}_name ON groups (${columns}) WHERE ${archivedAt} IS ${state === "active" ? "" : "NOT "}NULL;`;
    })
    .join("");

/**
 * Texts are searched and sorted by plain letters, also those that are no letter with an accent, and without what cannot be seen
 * (GEN-95): every key that is stored is made anew of itself. Groups get a key like all that has a name. The words of
 * the record's names are those of the key on SQLite as well.
 */
export const regionSearchKeys: Migration = {
  number: 170,
  name: "region-search-keys",
  file: "region",
  sql: `
    ALTER TABLE groups ADD COLUMN nameKey TEXT NOT NULL DEFAULT '';
    UPDATE groups SET nameKey = lower(name);
    ${indexes("sqlite")}
    ${Object.entries(keys)
      .flatMap(([table, columns]) =>
        columns.map(
          (column) =>
            `UPDATE ${table} SET ${column} = search_key(${column}) WHERE ${isNoAscii(column)} AND ${column} <> search_key(${column});`,
        ),
      )
      .join("\n    ")}
    DELETE FROM record_search WHERE rowid IN (SELECT seq FROM record_entries WHERE ${isNoAscii("objectName")});
    INSERT INTO record_search (rowid, name)
      SELECT seq, search_key(objectName) FROM record_entries WHERE ${isNoAscii("objectName")};
  `,
  postgres: `
    ALTER TABLE groups ADD COLUMN "nameKey" text COLLATE "C" NOT NULL DEFAULT '';
    UPDATE groups SET "nameKey" = lower(name);
    ${indexes("postgres")}
  `,
  postgresKeys: keys,
};
