import type { Step } from "./migration";

/**
 * SQL that migrations have in common. What a piece gives for the same arguments stays as it is: files keep checksums of
 * the migrations that ran (GEN-80).
 */

/** A migration's text, of steps in their order. */
export const inOrder = (...steps: readonly Step[]): Step => ({
  sql: steps.map(({ sql }) => sql).join("\n"),
  postgres: steps.map(({ postgres }) => postgres).join("\n"),
});

/** A code that policies get along with another one: whoever has that granted or denied has these so, too. */
export const codesAlong = (codes: readonly string[], with_: string): Step => ({
  sql: `
    UPDATE policies SET statements = (
      SELECT json_group_array(json(
        CASE
          WHEN EXISTS (SELECT 1 FROM json_each(s.value, '$.actions') AS a WHERE a.value = '${with_}')
            THEN json_insert(s.value, ${codes.map((code) => `'$.actions[#]', '${code}'`).join(", ")})
          ELSE s.value
        END
      ))
      FROM json_each(policies.statements) AS s
    )
    WHERE instr(statements, '"${with_}"') > 0;`,
  postgres: `
    UPDATE policies SET statements = (
      SELECT jsonb_agg(
        CASE
          WHEN s -> 'actions' ? '${with_}'
            THEN jsonb_set(s, '{actions}', s -> 'actions' || '${JSON.stringify(codes)}')
          ELSE s
        END ORDER BY place
      )
      FROM jsonb_array_elements(statements::jsonb) WITH ORDINALITY AS stored (s, place)
    )
    WHERE strpos(statements, '"${with_}"') > 0;`,
});

const columnTypes = {
  text: { sql: "TEXT NOT NULL", postgres: 'text COLLATE "C" NOT NULL' },
  "text?": { sql: "TEXT", postgres: 'text COLLATE "C"' },
  integer: { sql: "INTEGER NOT NULL", postgres: "bigint NOT NULL" },
  "integer?": { sql: "INTEGER", postgres: "bigint" },
} as const satisfies Record<string, Step>;

/**
 * A table of rows that a customer's people make, edit and archive: `ArchivableColumns` and its own, with the indexes that
 * its lists walk when they are sorted by `sorts`, by creation or by archiving. Columns ending in `?` may be empty.
 */
export function archivableTable({
  table,
  columns,
  sorts,
}: {
  readonly table: string;
  readonly columns: Readonly<Record<string, keyof typeof columnTypes>>;
  readonly sorts: readonly string[];
}): Step {
  const own = (engine: keyof Step) =>
    Object.entries(columns)
      .map(([name, type]) => `"${name}" ${columnTypes[type][engine]},`)
      .join("\n      ");
  const indexes = (engine: keyof Step) => {
    const index = (which: "active" | "archived", column: string) => {
      // What is empty sorts as the least on both engines.
      const isLeast = engine === "postgres" && (column === "archivedAt" || columns[column]?.endsWith("?"));
      return (
        `CREATE INDEX ${table}_${which}_${column} ` +
        `ON ${table} ("customerId", "${column}"${isLeast ? " NULLS FIRST" : ""}, id) ` +
        `WHERE "archivedAt" IS ${which === "active" ? "" : "NOT "}NULL;`
      );
    };
    const both = ["createdAt", ...sorts].flatMap((column) => [
      index("active", column),
      index("archived", column),
    ]);
    return [...both, index("archived", "archivedAt")].join("\n    ");
  };
  return {
    sql: `
    CREATE TABLE ${table} (
      id TEXT PRIMARY KEY,
      customerId TEXT NOT NULL REFERENCES customers (id),
      ${own("sql")}
      version INTEGER NOT NULL DEFAULT 0,
      changedAt INTEGER,
      changedBy TEXT,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    ${indexes("sql")}`,
    postgres: `
    CREATE TABLE ${table} (
      id text COLLATE "C" PRIMARY KEY,
      "customerId" text COLLATE "C" NOT NULL REFERENCES customers (id),
      ${own("postgres")}
      version bigint NOT NULL DEFAULT 0,
      "changedAt" bigint,
      "changedBy" text COLLATE "C",
      "createdAt" bigint NOT NULL,
      "updatedAt" bigint NOT NULL,
      "archivedAt" bigint
    );
    ${indexes("postgres")}`,
  };
}
