import { column, create } from "../schema/print";
import type { Columns, Table } from "../tables/columns";
import type { Step } from "./migration";

/**
 * Building blocks of migrations. Their output for the same arguments must never change: data keep checksums of the
 * migrations that ran (GEN-80).
 */

/** Joins steps into one migration, in order. */
export const inOrder = (...steps: readonly Step[]): Step => ({
  sql: steps.map(({ sql }) => sql).join("\n"),
  postgres: steps.map(({ postgres }) => postgres).join("\n"),
});

/** A table as declared that day; later declarations are added by later migrations. */
export const newTable = (name: string, table: Table): Step => ({
  sql: create("sqlite", name, table),
  postgres: create("postgres", name, table),
});

/** Columns as declared that day; a non-null column needs a default. */
export function newColumns(table: string, columns: Columns): Step {
  const add = (engine: "sqlite" | "postgres") =>
    Object.entries(columns)
      .map(([name, one]) => `ALTER TABLE ${table} ADD COLUMN ${column(engine, table, name, one)};`)
      .join("\n");
  return { sql: add("sqlite"), postgres: add("postgres") };
}

/** Adds codes to every policy statement that has the code `with_`: they are then granted or denied along with it. */
export const addCodesAlongside = (codes: readonly string[], with_: string): Step => ({
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
