/**
 * Records of a customer by a part of what they are called, newest first (SRCH-05, SRCH-07). Full text finds texts of
 * three characters or more. A shorter text that begins few trigrams is rare and found by those; one that begins many
 * is common and met soon on a walk from the newest row.
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
  /** Not blank. */
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
export async function searchApplications(db: Reader, search: RecordSearch): Promise<number[]> {
  const { customerId, hierarchyIds, skip, limit } = search;
  const key = searchKey(search.text);
  if (key === "") return [];
  const wanted = { customerId, hierarchyIds, skip, limit };
  // A whole id is part of no other.
  if (/^[0-9a-f]{24}$/.test(key))
    return (await selectById.all(db, { ...wanted, id: key })).map(({ seq }) => seq);
  const digits = phoneDigits(search.text);
  if (digits !== undefined) {
    // Those of one number are few.
    const ofPhone = await applicationsOfPhone(db, { customerId, hierarchyIds, digits });
    if (ofPhone.length > 0) return ofPhone.sort((a, b) => b - a).slice(skip, skip + limit);
  }
  return applicationsWith(db, { ...wanted, key, words: fewWordsOf(key) });
}

export type VacancyFound = Pick<
  Row<"vacancies">,
  "id" | "hierarchyId" | "title" | "externalVacancyId" | "createdAt"
>;

/** A customer's active vacancies whose title or external id contains the text; all of them without a text. */
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

/** For EXPLAIN QUERY PLAN tests. */
export const recordQueries = { selectById, selectWorkflows };

/** The active workflows of a customer with a stage that interviews by the package: a customer has few workflows. */
export async function workflowsOfPackage(db: Reader, customerId: string, externalId: string) {
  if (!(await findPackage(db, customerId, externalId))) return [];
  return (await selectWorkflows.all(db, { customerId })).filter(({ stages }) =>
    parseStages(stages).some((stage) => stage.externalAssessmentPackageId === externalId),
  );
}
