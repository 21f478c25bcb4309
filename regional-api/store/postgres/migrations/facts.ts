import { quoted } from "./trigger";

/** A fact of Discover Insights as a number, as migration 81 of SQLite has it; a condition counts as one or none. */
export function inPostgres(fact: string): string {
  const same = quoted(fact.replace(/ IS (1|'\w+')/g, " IS NOT DISTINCT FROM $1"));
  return /^(0|1|coalesce\(.*, 0\))$/.test(same) ? same : `(${same})::int`;
}
