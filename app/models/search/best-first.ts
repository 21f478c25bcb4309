import { searchKey } from "~/i18n/name-order";
import { searchPageSize, type SearchTab } from "./search-state";
import type { ApplicationFound, VacancyFound } from "./search.server";

type Linked<Row> = Row & { href: string | undefined };
/** A row of the combined list of vacancies and applications (SRCH-17). */
export type SearchHit =
  { kind: "vacancy"; row: Linked<VacancyFound> } | { kind: "application"; row: Linked<ApplicationFound> };

const wordsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);
const inAnyOrder = (text: string) => wordsOf(text).sort().join(" ");

/** Rank of a text's best match in a row's fields, 0 is best: exact, prefix, prefix of a word, substring. */
function distanceOf(q: string, fields: readonly (string | null)[]): number {
  const distances = fields.map((field) => {
    const text = searchKey(field ?? "");
    if (text === q || inAnyOrder(text) === inAnyOrder(q)) return 0;
    if (text.startsWith(q)) return 1;
    return wordsOf(text).some((word) => word.startsWith(q)) ? 2 : 3;
  });
  return Math.min(...distances);
}

const applicationHit = (row: Linked<ApplicationFound>): SearchHit => ({ kind: "application", row });
const vacancyHit = (row: Linked<VacancyFound>): SearchHit => ({ kind: "vacancy", row });

const fieldsOf = ({ kind, row }: SearchHit) =>
  kind === "vacancy" ? [row.title, row.externalVacancyId] : [row.name, row.email, row._id];

/**
 * Merges vacancies and applications: exact matches first, then prefixes, and so on; newest first among equals. Rows
 * loaded later are placed below the existing ones.
 */
export function bestFirst(
  q: string,
  vacancies: readonly Linked<VacancyFound>[],
  applications: readonly Linked<ApplicationFound>[],
): SearchHit[] {
  const wanted = searchKey(q.trim());
  const loads = Math.ceil(Math.max(vacancies.length, applications.length) / searchPageSize);
  return Array.from({ length: loads }, (_, load) => {
    const part = <Row>(rows: readonly Row[]) =>
      rows.slice(load * searchPageSize, (load + 1) * searchPageSize);
    return [...part(vacancies).map(vacancyHit), ...part(applications).map(applicationHit)]
      .map((hit) => ({ hit, distance: distanceOf(wanted, fieldsOf(hit)) }))
      .sort((a, b) => a.distance - b.distance || b.hit.row.createdAt.localeCompare(a.hit.row.createdAt))
      .map(({ hit }) => hit);
  }).flat();
}

/** Results in the tab's order: both kinds ranked, a single kind as found. */
export const hitsOf = ({ q, tab, vacancies, applications }: Found): SearchHit[] =>
  tab === "all"
    ? bestFirst(q, vacancies, applications)
    : [...vacancies.map(vacancyHit), ...applications.map(applicationHit)];

type Found = {
  q: string;
  tab: SearchTab;
  vacancies: readonly Linked<VacancyFound>[];
  applications: readonly Linked<ApplicationFound>[];
};
