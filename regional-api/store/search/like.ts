/** Parts of texts in PostgreSQL, which finds the trigrams of `LIKE` in an index beside the customer. */
import { sql as raw, type Expression, type RawBuilder, type SqlBool } from "kysely";

/** What `LIKE` compares with to find `key` anywhere in a text. */
export const patternOf = (key: string): string => `%${key.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** A text that is shorter has no trigram: any walk soon meets it. */
export const isShort = (key: string): boolean => [...key].length < 3;

/** Whether one of the columns matches a pattern. */
export const matches = (columns: readonly string[], pattern: string): RawBuilder<SqlBool> =>
  raw<SqlBool>`(${raw.join(
    columns.map((column) => raw`${raw.ref(column)} like ${pattern}`),
    raw` or `,
  )})`;

/** Whether one of the columns matches each of some patterns. */
export const matchesEach = (columns: readonly string[], patterns: readonly string[]): Expression<SqlBool> =>
  raw<SqlBool>`(${raw.join(
    columns.map(
      (column) =>
        raw`(${raw.join(
          patterns.map((pattern) => raw`${raw.ref(column)} like ${pattern}`),
          raw` and `,
        )})`,
    ),
    raw` or `,
  )})`;
