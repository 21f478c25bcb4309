/** Vacancies: the two lists, one vacancy, and its changes. */
import { editionOf, type Edition } from "../../core/editions";
import type { VacancyFields } from "./vacancies.rules";
import { managersKey, roleFamilyId } from "./vacancies.rules";
import { searchKey } from "../../core/text";
import { archiver } from "../../core/archiving.store";
import { anyOf, contains, emptyLeast, from, notByIndex } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import { keptCount } from "../../core/list-counts.store";
import type { NewRow, Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

/** Sort fields as callers name them, with the column each walks (VAC-11). */
export const vacancySorts = {
  title: "titleKey",
  createdAt: "createdAt",
  archivedAt: "archivedAt",
  externalVacancyId: "externalVacancyId",
} as const;

export interface VacancyListFilter {
  readonly customerId: string;
  /** Only vacancies of these departments. */
  readonly hierarchyIds: readonly string[];
  readonly isArchived: boolean;
  readonly sort: keyof typeof vacancySorts;
  readonly order: "asc" | "desc";
  /** Part of the title or of the external id (VAC-67). */
  readonly searchText?: string;
  /** Part of the names or the email of one of its people (VAC-68). */
  readonly managerText?: string;
  /** From this moment on. */
  readonly createdFrom?: number | undefined;
  /** Up to, not including, this moment. */
  readonly createdBefore?: number | undefined;
  readonly hasApplications?: boolean | undefined;
}

// Active vacancies have no archiving time to sort by.
const columnOf = ({ sort, isArchived }: VacancyListFilter) =>
  sort === "archivedAt" && !isArchived ? "createdAt" : vacancySorts[sort];

const isNarrowed = ({
  searchText,
  managerText,
  createdFrom,
  createdBefore,
  hasApplications,
}: VacancyListFilter) =>
  [searchText, managerText, createdFrom, createdBefore, hasApplications].some((one) => one !== undefined);

/** What narrows a list looks at every row of it, so it walks the index that holds all of that; the others that of their sort. */
const indexOf = (filter: VacancyListFilter) =>
  isNarrowed(filter) ? `vacancies_${filter.isArchived ? "archived" : "active"}_search` : undefined;

const listed = (filter: VacancyListFilter) =>
  narrowed(filter).$if(filter.searchText !== undefined, (query) =>
    query.where((vacancy) =>
      vacancy.or([
        contains("titleKey", searchKey(filter.searchText ?? "")),
        contains(vacancy.fn<string>("lower", ["externalVacancyId"]), (filter.searchText ?? "").toLowerCase()),
      ]),
    ),
  );

const narrowed = (filter: VacancyListFilter) =>
  sql
    .selectFrom(from("vacancies", { index: indexOf(filter) }))
    .where("customerId", "=", filter.customerId)
    .where("archivedAt", filter.isArchived ? "is not" : "is", null)
    // By the index of the sort, which also holds the department.
    .where(anyOf(notByIndex("hierarchyId"), filter.hierarchyIds))
    .$if(filter.managerText !== undefined, (query) =>
      query.where(contains("managersKey", searchKey(filter.managerText ?? ""))),
    )
    .$if(filter.createdFrom !== undefined, (query) => query.where("createdAt", ">=", filter.createdFrom ?? 0))
    .$if(filter.createdBefore !== undefined, (query) =>
      query.where("createdAt", "<", filter.createdBefore ?? 0),
    )
    .$if(filter.hasApplications !== undefined, (query) =>
      query.where("applicationCount", filter.hasApplications ? ">" : "=", 0),
    );

const listColumns = [
  "v.id",
  "v.title",
  "v.externalVacancyId",
  "v.managers",
  "v.applicationCount",
  "v.createdAt",
  "v.archivedAt",
] as const;

/** One page of a list. The rows are read only after the page was found on the index. */
export const vacancyPage = (filter: VacancyListFilter, limit: number, offset: number) =>
  sql
    .selectFrom(
      listed(filter)
        .select(["seq", `${columnOf(filter)} as sortKey`])
        .orderBy(columnOf(filter), emptyLeast(filter.order))
        .orderBy("seq", filter.order)
        .limit(limit)
        .offset(offset)
        .as("page"),
    )
    .innerJoin("vacancies as v", "v.seq", "page.seq")
    .select(listColumns)
    .orderBy("page.sortKey", emptyLeast(filter.order))
    .orderBy("page.seq", filter.order);

/** How many vacancies a filter that narrows leaves. */
export const vacancyCount = (filter: VacancyListFilter) =>
  listed(filter).select((count) => count.fn.countAll<number>().as("count"));

export type VacancyListRow = Pick<
  Row<"vacancies">,
  "id" | "title" | "externalVacancyId" | "managers" | "applicationCount" | "createdAt" | "archivedAt"
>;

/** How many vacancies are on a list. */
export const countVacancies = async (db: Reader, filter: VacancyListFilter): Promise<number> =>
  isNarrowed(filter)
    ? ((await db.get(vacancyCount(filter)))?.count ?? 0)
    : keptCount(db, { list: "vacancies", ...filter });

/** The vacancies of one page of a list, in order. */
export const listVacancies = (
  db: Reader,
  filter: VacancyListFilter,
  limit: number,
  offset: number,
): Promise<VacancyListRow[]> => db.all(vacancyPage(filter, limit, offset));

/** The ids of all vacancies of a filter, in the order of their creation. */
export const vacancyIds = async (db: Reader, filter: VacancyListFilter): Promise<string[]> =>
  (await db.all(listed(filter).select("id").orderBy("seq"))).map(({ id }) => id);

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("vacancies").selectAll().where("id", "=", p.id),
);

const selectByExternalId = prepared<{ customerId: string; externalVacancyId: string }>()((p) =>
  sql
    .selectFrom("vacancies")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("externalVacancyId", "=", p.externalVacancyId),
);

/** A vacancy of this region, archived or not. */
export const findVacancy = (db: Reader, id: string) => selectById.get(db, { id });

/** A customer's vacancy by its external id, archived or not. */
export const findVacancyByExternalId = (db: Reader, customerId: string, externalVacancyId: string) =>
  selectByExternalId.get(db, { customerId, externalVacancyId });

/** The columns that hold what people enter. */
export const columnsOf = ({ title, description, roleFamily, location, managers }: VacancyFields) => ({
  title,
  titleKey: searchKey(title),
  description,
  roleFamilyId: roleFamilyId(roleFamily.name),
  roleFamilyName: roleFamily.name,
  locationAddress: location?.address ?? null,
  managers: JSON.stringify(managers),
  managersKey: managersKey(managers),
});

/** Stores a new vacancy. */
export async function insertVacancy(db: Writer, vacancy: NewRow<"vacancies">): Promise<void> {
  await db.run(sql.insertInto("vacancies").values(vacancy));
}

/** Changes what was entered; the department and the workflow stay (VAC-58). */
export async function updateVacancy(
  db: Writer,
  id: string,
  fields: VacancyFields,
  edition: Edition,
  now: number,
): Promise<void> {
  await db.run(
    sql
      .updateTable("vacancies")
      .set({ ...columnsOf(fields), ...editionOf(edition), updatedAt: now })
      .where("id", "=", id),
  );
}

/** Archives (a time) or restores (null) a vacancy (VAC-19). */
export const setVacancyArchived = archiver("vacancies");
