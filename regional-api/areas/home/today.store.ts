/** Data about several vacancies for Today (HOME-06), each query for all of them. */
import { anyOf, from } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { Row } from "../../store/tables";

/** Number of latest applications to read when looking for recently active vacancies. */
const maxReadApplications = 1_000;

const selectRecent = prepared<{ customerId: string; hierarchyIds: readonly string[]; limit: number }>()((p) =>
  sql
    .selectFrom(
      sql
        .selectFrom(from("applications", { index: "applications_day" }))
        .select(["vacancyId", "createdAt"])
        .where("customerId", "=", p.customerId)
        .where(anyOf("hierarchyId", p.hierarchyIds))
        .orderBy("createdAt", "desc")
        .limit(p.limit)
        .as("newest"),
    )
    .select(["vacancyId", (row) => row.fn.max("createdAt").as("at")])
    .groupBy("vacancyId"),
);

const selectAmong = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom("vacancies")
    .select(["id", "title", "hierarchyId", "workflow", "applicationCount", "locationAddress"])
    .where(anyOf("id", p.ids))
    .where("archivedAt", "is", null),
);

const countArrived = prepared<{ customerId: string; since: number; ids: readonly string[] }>()((p) =>
  sql
    .selectFrom(from("applications", { index: "applications_day" }))
    .select(["vacancyId", (row) => row.fn.countAll<number>().as("count")])
    .where("customerId", "=", p.customerId)
    .where("createdAt", ">=", p.since)
    .where(anyOf("vacancyId", p.ids))
    .groupBy("vacancyId"),
);

const countCompleted = prepared<{ customerId: string; since: number; ids: readonly string[] }>()((p) =>
  sql
    .selectFrom(from("applications", { index: "applications_completed" }))
    .select(["vacancyId", (row) => row.fn.countAll<number>().as("count")])
    .where("customerId", "=", p.customerId)
    .where("assessmentSubmittedAt", ">=", p.since)
    .where(anyOf("vacancyId", p.ids))
    .groupBy("vacancyId"),
);

const selectDays = prepared<{ ids: readonly string[]; first: number }>()((p) =>
  sql
    .selectFrom("application_day_counts")
    .select(["scopeId", "day", "count"])
    .where(anyOf("scopeId", p.ids))
    .where("day", ">=", p.first),
);

/** Returns the vacancies with the latest applications, latest first. */
export async function recentVacancyIds(
  db: Reader,
  customerId: string,
  hierarchyIds: readonly string[],
): Promise<string[]> {
  const found = await selectRecent.all(db, { customerId, hierarchyIds, limit: maxReadApplications });
  return found.sort((a, b) => b.at - a.at).map(({ vacancyId }) => vacancyId);
}

export type VacancyOfToday = Pick<
  Row<"vacancies">,
  "id" | "title" | "hierarchyId" | "workflow" | "applicationCount" | "locationAddress"
>;

/** Returns the active ones of these vacancies, in the given order. */
export async function activeVacancies(db: Reader, ids: readonly string[]): Promise<VacancyOfToday[]> {
  const found = new Map((await selectAmong.all(db, { ids })).map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

const byVacancy = (rows: readonly { vacancyId: string; count: number }[]) =>
  new Map(rows.map(({ vacancyId, count }) => [vacancyId, count]));

interface ApplicationsSince {
  readonly customerId: string;
  readonly since: number;
  readonly ids: readonly string[];
}

/** Returns the number of applications since a time, by vacancy. */
export const countArrivals = async (db: Reader, asked: ApplicationsSince) =>
  byVacancy(await countArrived.all(db, asked));

/** Returns the number of assessments of the current stage completed since a time, by vacancy. */
export const completedSince = async (db: Reader, asked: ApplicationsSince) =>
  byVacancy(await countCompleted.all(db, asked));

/** Returns the number of applications by vacancy and day (UTC, since 1970), from day `first` on. */
export const daysSince = (db: Reader, ids: readonly string[], first: number) =>
  selectDays.all(db, { ids, first });
