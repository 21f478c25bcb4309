/** Substring search in PostgreSQL: `LIKE` with a trigram index that includes the customer. */
import { sql as raw, type Expression, type RawBuilder, type SqlBool } from "kysely";

/** Returns the `LIKE` pattern that finds `key` anywhere in a text. */
export const patternOf = (key: string): string => `%${key.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** True for a text that is too short for a trigram; a scan soon finds matches for it. */
export const isShort = (key: string): boolean => [...key].length < 3;

/** True if one of the columns matches the pattern. */
export const matches = (columns: readonly string[], pattern: string): RawBuilder<SqlBool> =>
  raw<SqlBool>`(${raw.join(
    columns.map((column) => raw`${raw.ref(column)} like ${pattern}`),
    raw` or `,
  )})`;

/** True if one of the columns matches all of the patterns. */
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
