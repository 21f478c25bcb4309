import { column, create } from "../schema/print";
import type { Columns, Table } from "../tables/columns";
import type { Step } from "./migration";

/**
 * What migrations have in common. What a piece gives for the same arguments stays as it is: data keep checksums of the
 * migrations that ran (GEN-80).
 */

/** A migration's text, of steps in their order. */
export const inOrder = (...steps: readonly Step[]): Step => ({
  sql: steps.map(({ sql }) => sql).join("\n"),
  postgres: steps.map(({ postgres }) => postgres).join("\n"),
});

/** A table as it is declared on the day; what is declared later is added by later migrations. */
export const newTable = (name: string, table: Table): Step => ({
  sql: create("sqlite", name, table),
  postgres: create("postgres", name, table),
});

/** Columns as they are declared on the day; one that may not be empty has a default. */
export function newColumns(table: string, columns: Columns): Step {
  const add = (engine: "sqlite" | "postgres") =>
    Object.entries(columns)
      .map(([name, one]) => `ALTER TABLE ${table} ADD COLUMN ${column(engine, table, name, one)};`)
      .join("\n");
  return { sql: add("sqlite"), postgres: add("postgres") };
}

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
