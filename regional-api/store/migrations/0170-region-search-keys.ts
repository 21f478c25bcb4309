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
 * Search keys reduce more letters to plain ones, and drop invisible characters (GEN-95): all stored keys are recomputed
 * from themselves. Groups get a key like everything with a name. On SQLite the words of the audit log's names also come
 * from the key.
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
