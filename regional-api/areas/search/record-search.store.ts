/**
 * Records of a customer by a part of what they are called, newest first (SRCH-05, SRCH-07). Full text finds texts of
 * three characters or more. A shorter text that begins few trigrams is rare and found by those; one that begins many
 * is common and met soon on a walk from the newest row.
 */
import { searchKey, wordsOf } from "../../core/text";
import { parseStages } from "../workflows/workflow-stages";
import type { Reader } from "../../store/engine";
import { lookupOf } from "../../core/full-text";
import { prepared, sql } from "../../store/sql";
import type { Row } from "../../store/tables";
import { findPackage } from "../workflows/workflows.store";

export interface RecordSearch {
  readonly customerId: string;
  /** Only records of these departments. */
  readonly hierarchyIds: readonly string[];
  /** Not blank. */
  readonly text: string;
  readonly skip: number;
  readonly limit: number;
}

/** For EXPLAIN QUERY PLAN tests. */
export const recordSearchQueries = {
  applicationsFound: `
    SELECT a.seq FROM application_search AS s CROSS JOIN applications AS a ON a.seq = s.rowid
    WHERE s.application_search MATCH @match AND a.customerId = @customerId
      AND a.hierarchyId IN (SELECT value FROM json_each(@hierarchyIds))
    ORDER BY s.rowid DESC LIMIT @limit OFFSET @skip`,
  applicationsOfPhone: `
    SELECT a.seq FROM candidates AS c INDEXED BY candidates_phone CROSS JOIN applications AS a ON a.candidateId = c.id
    WHERE c.customerId = @customerId AND substr(c.phoneNumber, -7) = substr(@digits, -7) AND c.phoneNumber IS NOT NULL
      AND substr(c.phoneNumber, -length(@digits)) = @digits
      AND a.hierarchyId IN (SELECT value FROM json_each(@hierarchyIds))`,
  applicationById: `
    SELECT seq FROM applications WHERE id = @key AND customerId = @customerId
      AND hierarchyId IN (SELECT value FROM json_each(@hierarchyIds)) LIMIT @limit OFFSET @skip`,
  applicationsWalked: `
    SELECT seq FROM applications INDEXED BY applications_day
    WHERE customerId = @customerId AND +hierarchyId IN (SELECT value FROM json_each(@hierarchyIds))
      AND (instr(candidateNameKey, @key) > 0 OR instr(candidateEmail, @key) > 0 OR instr(id, @key) > 0)
    ORDER BY createdAt DESC LIMIT @limit OFFSET @skip`,
  vacanciesFound: `
    SELECT v.id, v.title, v.externalVacancyId, v.createdAt
    FROM vacancy_search AS s CROSS JOIN vacancies AS v ON v.seq = s.rowid
    WHERE s.vacancy_search MATCH @match AND v.customerId = @customerId AND v.archivedAt IS NULL
      AND v.hierarchyId IN (SELECT value FROM json_each(@hierarchyIds))
    ORDER BY s.rowid DESC LIMIT @limit OFFSET @skip`,
  vacanciesWalked: `
    SELECT id, title, externalVacancyId, createdAt FROM vacancies INDEXED BY vacancies_active_created
    WHERE customerId = @customerId AND archivedAt IS NULL
      AND +hierarchyId IN (SELECT value FROM json_each(@hierarchyIds))
      AND (@key = '' OR instr(titleKey, @key) > 0 OR instr(lower(externalVacancyId), @key) > 0)
    ORDER BY createdAt DESC, seq DESC LIMIT @limit OFFSET @skip`,
};

const parametersOf = ({ customerId, hierarchyIds, skip, limit }: RecordSearch) => ({
  customerId,
  hierarchyIds: JSON.stringify(hierarchyIds),
  skip,
  limit,
});

const maxWords = 8;

/** The words that full text looks for one by one; nothing for a single one. */
function fewWordsOf(key: string): string[] {
  const words = wordsOf(key);
  return words.length > 1 && words.length <= maxWords ? words : [];
}

/** Shorter numbers than this are looked for as texts alone. */
const fewestDigits = 7;

/**
 * The digits of a text that may be a phone number, without the marks of its country's or an international call, so that
 * they are the end of the stored number; undefined for any other text.
 */
export function phoneDigits(text: string): string | undefined {
  const bare = text.replaceAll("(0)", "").replace(/[\s().\-/]/gu, "");
  const digits = /^\+?0*(\d+)$/.exec(bare)?.[1];
  return digits !== undefined && digits.length >= fewestDigits ? digits : undefined;
}

/**
 * The seqs of a customer's applications, of archived vacancies too, whose candidate's name or email or whose own id
 * contains the text, the words of a name in either order ("Brown, Mia"), or whose candidate has the phone number. Who was
 * de-identified has nothing left but the id (SRCH-13).
 */
export function searchApplications(db: Reader, search: RecordSearch): number[] {
  const key = searchKey(search.text);
  if (key === "") return [];
  const seqsOf = (text: string, values: object) =>
    db
      .statement<{ seq: number }>(text)
      .all({ ...parametersOf(search), ...values })
      .map(({ seq }) => seq);
  // A whole id is part of no other.
  if (/^[0-9a-f]{24}$/.test(key)) return seqsOf(recordSearchQueries.applicationById, { key });
  const digits = phoneDigits(search.text);
  if (digits !== undefined) {
    // Those of one number are few.
    const ofPhone = seqsOf(recordSearchQueries.applicationsOfPhone, { digits }).sort((a, b) => b - a);
    if (ofPhone.length > 0) return ofPhone.slice(search.skip, search.skip + search.limit);
  }
  const columns = ["name", "email", "applicationId"] as const;
  const by = lookupOf(db, "application_search", search.customerId, key, columns, { allOf: fewWordsOf(key) });
  if (by === "nothing") return [];
  if (by === "common") return seqsOf(recordSearchQueries.applicationsWalked, { key });
  return seqsOf(recordSearchQueries.applicationsFound, by);
}

export type VacancyFound = Pick<Row<"vacancies">, "id" | "title" | "externalVacancyId" | "createdAt">;

/** A customer's active vacancies whose title or external id contains the text; all of them without a text. */
export function searchVacancies(db: Reader, search: RecordSearch): VacancyFound[] {
  const key = searchKey(search.text);
  const found = (text: string, values: object) =>
    db.statement<VacancyFound>(text).all({ ...parametersOf(search), ...values });
  if (key === "") return found(recordSearchQueries.vacanciesWalked, { key });
  const by = lookupOf(db, "vacancy_search", search.customerId, key, ["title", "externalVacancyId"]);
  if (by === "nothing") return [];
  if (by === "common") return found(recordSearchQueries.vacanciesWalked, { key });
  return found(recordSearchQueries.vacanciesFound, by);
}

const selectWorkflows = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("workflows")
    .select(["id", "customerId", "hierarchyId", "name", "stages"])
    .where("customerId", "=", p.customerId)
    .where("archivedAt", "is", null),
);

/** For EXPLAIN QUERY PLAN tests. */
export const recordQueries = { selectWorkflows };

/** The active workflows of a customer with a stage that interviews by the package: a customer has few workflows. */
export function workflowsOfPackage(db: Reader, customerId: string, externalId: string) {
  if (!findPackage(db, customerId, externalId)) return [];
  return selectWorkflows
    .all(db, { customerId })
    .filter(({ stages }) =>
      parseStages(stages).some((stage) => stage.externalAssessmentPackageId === externalId),
    );
}
