/**
 * SQL that migrations have in common. What a piece gives for the same arguments stays as it is: files keep checksums of
 * the migrations that ran (GEN-80).
 */

/** A code that policies get along with another one: whoever has that granted or denied has these so, too. */
export const codesAlong = (codes: readonly string[], with_: string): string => `
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
    WHERE instr(statements, '"${with_}"') > 0;`;

/**
 * A table of rows that a customer's people make, edit and archive: `ArchivableColumns` and its own, with the indexes that
 * its lists walk when they are sorted by `sorts`, by creation or by archiving.
 */
export function archivableTable({
  table,
  columns,
  sorts,
}: {
  readonly table: string;
  /** Their definitions by name: `title: "TEXT NOT NULL"`. */
  readonly columns: Readonly<Record<string, string>>;
  readonly sorts: readonly string[];
}): string {
  const own = Object.entries(columns).map(([name, definition]) => `${name} ${definition},`);
  const index = (which: "active" | "archived", column: string) =>
    `CREATE INDEX ${table}_${which}_${column} ON ${table} (customerId, ${column}, id) ` +
    `WHERE archivedAt IS ${which === "active" ? "" : "NOT "}NULL;`;
  const indexes = ["createdAt", ...sorts].flatMap((column) => [
    index("active", column),
    index("archived", column),
  ]);
  return `
    CREATE TABLE ${table} (
      id TEXT PRIMARY KEY,
      customerId TEXT NOT NULL REFERENCES customers (id),
      ${own.join("\n      ")}
      version INTEGER NOT NULL DEFAULT 0,
      changedAt INTEGER,
      changedBy TEXT,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    ${[...indexes, index("archived", "archivedAt")].join("\n    ")}`;
}
