/** Substring search in PostgreSQL: `LIKE` uses a trigram index that includes the customer. */
import { sql as raw, type Expression, type RawBuilder, type SqlBool } from "kysely";

/** The `LIKE` pattern that finds `key` anywhere in a text. */
export const patternOf = (key: string): string => `%${key.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** True for a text too short to have a trigram: scanning finds it soon. */
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
