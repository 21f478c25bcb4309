import { searchKey } from "~/i18n/name-order";
import { searchPageSize, type SearchTab } from "./search-state";
import type { FoundApplication, FoundRecord, FoundVacancy } from "./search.server";

type WithHref<Row> = Row & { href: string | undefined };
/** A user, group, access policy, workflow or workflow set, found by its name. */
export type RecordHit = WithHref<Pick<FoundRecord, "kind" | "_id" | "name" | "email">>;
/** A row of the combined list of everything that was found (SRCH-17). */
export type SearchHit =
  | { kind: "vacancy"; row: WithHref<FoundVacancy> }
  | { kind: "application"; row: WithHref<FoundApplication> }
  | { kind: "record"; row: RecordHit };

const wordsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);
const sortedWords = (text: string) => wordsOf(text).sort().join(" ");

/** Rank of a text's best match in a row's fields, 0 is best: exact, prefix, prefix of a word, substring. */
function distanceOf(q: string, fields: readonly (string | null)[]): number {
  const distances = fields.map((field) => {
    const text = searchKey(field ?? "");
    if (text === q || sortedWords(text) === sortedWords(q)) return 0;
    if (text.startsWith(q)) return 1;
    return wordsOf(text).some((word) => word.startsWith(q)) ? 2 : 3;
  });
  return Math.min(...distances);
}

const applicationHit = (row: WithHref<FoundApplication>): SearchHit => ({ kind: "application", row });
const vacancyHit = (row: WithHref<FoundVacancy>): SearchHit => ({ kind: "vacancy", row });

const recordHit = (row: RecordHit): SearchHit => ({ kind: "record", row });

const fieldsOf = ({ kind, row }: SearchHit) =>
  kind === "vacancy" ? [row.title, row.externalVacancyId] : [row.name, row.email, row._id];

/** The key of "newest first"; the few records found by name come before the many applications. */
const newnessOf = ({ kind, row }: SearchHit) => (kind === "record" ? "now" : row.createdAt);

/**
 * Merges all kinds: exact matches first, then prefixes, and so on; newest first among equals. Rows loaded later are
 * placed below the existing ones.
 */
export function mergeByRelevance({
  q,
  vacancies,
  applications,
  named,
}: Omit<SearchFindings, "tab">): SearchHit[] {
  const wanted = searchKey(q.trim());
  const loads = Math.ceil(
    Math.max(vacancies.length, applications.length, named.length && 1) / searchPageSize,
  );
  return Array.from({ length: loads }, (_, load) => {
    const part = <Row>(rows: readonly Row[]) =>
      rows.slice(load * searchPageSize, (load + 1) * searchPageSize);
    return [
      ...(load === 0 ? named.map(recordHit) : []),
      ...part(vacancies).map(vacancyHit),
      ...part(applications).map(applicationHit),
    ]
      .map((hit) => ({ hit, distance: distanceOf(wanted, fieldsOf(hit)) }))
      .sort((a, b) => a.distance - b.distance || newnessOf(b.hit).localeCompare(newnessOf(a.hit)))
      .map(({ hit }) => hit);
  }).flat();
}

/** Results in the tab's order: all kinds ranked, a single kind as found. */
export const hitsOf = ({ tab, ...found }: SearchFindings): SearchHit[] =>
  tab === "all"
    ? mergeByRelevance(found)
    : [...found.vacancies.map(vacancyHit), ...found.applications.map(applicationHit)];

type SearchFindings = {
  q: string;
  tab: SearchTab;
  vacancies: readonly WithHref<FoundVacancy>[];
  applications: readonly WithHref<FoundApplication>[];
  named: readonly RecordHit[];
};
