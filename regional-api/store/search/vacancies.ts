/** Finds active vacancies by part of their title or external id. */
import { sql as raw } from "kysely";
import { anyOf, contains, from, withoutIndex, reading } from "../dialect";
import type { Reader } from "../engine";
import { prepared, sql } from "../sql";
import type { Row } from "../tables";
import type { SearchQuery } from "./applications";
import { isShort, patternOf } from "./like";
import { lookupOf } from "./trigrams";

type FoundVacancyRow = Pick<
  Row<"vacancies">,
  "id" | "hierarchyId" | "title" | "externalVacancyId" | "createdAt"
>;
type SearchScope = Omit<SearchQuery, "words" | "key">;

const found = prepared<SearchScope & { match: string }>()((p) =>
  reading(raw<FoundVacancyRow>`
    SELECT v.id, v.hierarchyId, v.title, v.externalVacancyId, v.createdAt
    FROM vacancy_search AS s CROSS JOIN vacancies AS v ON v.seq = s.rowid
    WHERE s.vacancy_search MATCH ${p.match} AND v.customerId = ${p.customerId} AND v.archivedAt IS NULL
      AND ${anyOf("v.hierarchyId", p.hierarchyIds)}
    ORDER BY s.rowid DESC LIMIT ${p.limit} OFFSET ${p.skip}`),
);

const all = (p: SearchScope) =>
  sql
    .selectFrom(from("vacancies", { index: "vacancies_active_created" }))
    .select(["id", "hierarchyId", "title", "externalVacancyId", "createdAt"])
    .where("customerId", "=", p.customerId)
    .where("archivedAt", "is", null)
    .where(anyOf(withoutIndex("hierarchyId"), p.hierarchyIds))
    .orderBy("createdAt", "desc")
    .orderBy("seq", "desc")
    .limit(p.limit)
    .offset(p.skip);

const every = prepared<SearchScope>()(all);
const walked = prepared<SearchScope & { key: string }>()((p) =>
  all(p).where((vacancy) =>
    vacancy.or([
      contains("titleKey", p.key),
      contains(vacancy.fn<string>("lower", ["externalVacancyId"]), p.key),
    ]),
  ),
);

// Used on PostgreSQL; SQLite has trigram tables.
const like = prepared<SearchScope & { pattern: string }>()((p) =>
  all(p).where((vacancy) =>
    vacancy.or([
      vacancy("titleKey", "like", p.pattern),
      vacancy(vacancy.fn<string>("lower", ["externalVacancyId"]), "like", p.pattern),
    ]),
  ),
);

/** For EXPLAIN QUERY PLAN tests. */
export const vacancySearches = { found, every, walked };

/**
 * Returns a customer's active vacancies that contain the text, newest first; all of them if the text is
 * empty.
 */
export async function vacanciesWith(
  db: Reader,
  { key, ...wanted }: Omit<SearchQuery, "words">,
): Promise<FoundVacancyRow[]> {
  if (key === "") return every.all(db, wanted);
  if (db.engine === "postgres")
    return isShort(key)
      ? walked.all(db, { ...wanted, key })
      : like.all(db, { ...wanted, pattern: patternOf(key) });
  const by = await lookupOf(db, "vacancy_search", wanted.customerId, key, ["title", "externalVacancyId"]);
  if (by === "nothing") return [];
  return by === "common" ? walked.all(db, { ...wanted, key }) : found.all(db, { ...wanted, ...by });
}
