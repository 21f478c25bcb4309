/**
 * Searches a customer's records by part of their name, newest first (SRCH-05, SRCH-07). The full-text index
 * finds texts of three characters or more. A shorter text that starts few trigrams is rare and is found by
 * those trigrams; one that starts many is common and is soon found by a scan from the newest row.
 */
import { searchKey, wordsOf } from "../../core/text";
import { parseStages } from "../workflows/workflow-stages";
import type { Reader } from "../../store/engine";
import { anyOf } from "../../store/dialect";
import { applicationsOfPhone, applicationsWith } from "../../store/search/applications";
import { vacanciesWith } from "../../store/search/vacancies";
import { prepared, sql } from "../../store/sql";
import type { Row } from "../../store/tables";
import { findPackage } from "../workflows/workflows.store";

export interface RecordSearch {
  readonly customerId: string;
  /** Only records of these departments. */
  readonly hierarchyIds: readonly string[];
  /** Must not be blank. */
  readonly text: string;
  readonly skip: number;
  readonly limit: number;
}

const selectById = prepared<
  Pick<RecordSearch, "customerId" | "hierarchyIds" | "skip" | "limit"> & { id: string }
>()((p) =>
  sql
    .selectFrom("applications")
    .select("seq")
    .where("id", "=", p.id)
    .where("customerId", "=", p.customerId)
    .where(anyOf("hierarchyId", p.hierarchyIds))
    .limit(p.limit)
    .offset(p.skip),
);

const maxWords = 8;

/** Returns the words that the full-text index searches separately; empty for a single word or too many. */
function indexedWords(key: string): string[] {
  const words = wordsOf(key);
  return words.length > 1 && words.length <= maxWords ? words : [];
}

/** Minimum digits of a phone number; shorter numbers are searched for only as text. */
const minPhoneDigits = 7;

/**
 * Returns the digits of a possible phone number without the marks of a country or international prefix, so
 * that they match the end of the stored number; undefined for any other text.
 */
export function phoneDigits(text: string): string | undefined {
  const bare = text.replaceAll("(0)", "").replace(/[\s().\-/]/gu, "");
  const digits = /^\+?0*(\d+)$/.exec(bare)?.[1];
  return digits !== undefined && digits.length >= minPhoneDigits ? digits : undefined;
}

/**
 * Returns the seqs of a customer's applications, archived vacancies included, that match the text: by id, by
 * the candidate's name or email (words of a name in any order, e.g. "Brown, Mia"), or by phone number.
 * De-identified candidates can only be found by id (SRCH-13).
 */
export async function searchApplications(db: Reader, search: RecordSearch): Promise<number[]> {
  const { customerId, hierarchyIds, skip, limit } = search;
  const key = searchKey(search.text);
  if (key === "") return [];
  const wanted = { customerId, hierarchyIds, skip, limit };
  // A full id cannot be part of another, so no text search is needed.
  if (/^[0-9a-f]{24}$/.test(key))
    return (await selectById.all(db, { ...wanted, id: key })).map(({ seq }) => seq);
  const digits = phoneDigits(search.text);
  if (digits !== undefined) {
    // A phone number has few applications, so they are sorted and paged in memory.
    const ofPhone = await applicationsOfPhone(db, { customerId, hierarchyIds, digits });
    if (ofPhone.length > 0) return ofPhone.sort((a, b) => b - a).slice(skip, skip + limit);
  }
  return applicationsWith(db, { ...wanted, key, words: indexedWords(key) });
}

export type VacancyFound = Pick<
  Row<"vacancies">,
  "id" | "hierarchyId" | "title" | "externalVacancyId" | "createdAt"
>;

/**
 * Returns a customer's active vacancies with the text in their title or external id; without a text, all of
 * them.
 */
export const searchVacancies = (
  db: Reader,
  { customerId, hierarchyIds, text, skip, limit }: RecordSearch,
): Promise<VacancyFound[]> =>
  vacanciesWith(db, { customerId, hierarchyIds, skip, limit, key: searchKey(text) });

const selectWorkflows = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("workflows")
    .select(["id", "customerId", "hierarchyId", "name", "stages"])
    .where("customerId", "=", p.customerId)
    .where("archivedAt", "is", null),
);

/**
 * Returns the customer's active workflows with a stage that uses the package. Scans all, since a customer has
 * few workflows.
 */
export async function workflowsOfPackage(db: Reader, customerId: string, externalId: string) {
  if (!(await findPackage(db, customerId, externalId))) return [];
  return (await selectWorkflows.all(db, { customerId })).filter(({ stages }) =>
    parseStages(stages).some((stage) => stage.externalAssessmentPackageId === externalId),
  );
}
