/** Vacancies: the two lists, single vacancies, and changes. */
import { findBy, insertOf, rowAmong, selectByIds } from "../../core/statements.store";
import { editionOf, type Edition } from "../../core/optimistic-lock";
import { isEmail } from "../../../shared/pasted";
import type { VacancyFields } from "./vacancies.rules";
import { managersKey, roleFamilyId } from "./vacancies.rules";
import { searchKey } from "../../core/text";
import { archiver } from "../../core/archiving.store";
import {
  anyOf,
  contains,
  from,
  jsonText,
  nameOf,
  withoutIndex,
  orderOf,
  type SortColumn,
} from "../../store/dialect";
import { batchLoader } from "../../store/batch-loader";
import type { Reader, Writer } from "../../store/engine";
import { precomputedCount } from "../../core/list-counts.store";
import type { Row } from "../../store/tables";
import { forms, prepared, sql } from "../../store/sql";

/** Sort fields of the API, each with its column (VAC-11). */
export const vacancySorts = {
  title: "titleKey",
  createdAt: "createdAt",
  archivedAt: "archivedAt?",
  externalVacancyId: "externalVacancyId?",
} as const satisfies Record<string, SortColumn<"vacancies">>;

export interface VacancyListFilter {
  readonly customerId: string;
  /** Only vacancies of these departments. */
  readonly hierarchyIds: readonly string[];
  readonly isArchived: boolean;
  readonly sort: keyof typeof vacancySorts;
  readonly order: "asc" | "desc";
  /** Part of the title or of the external id (VAC-67). */
  readonly searchText?: string;
  /** Part of a manager's name or email, or a whole email (VAC-68). */
  readonly managerText?: string;
  /** Inclusive. */
  readonly createdFrom?: number | undefined;
  /** Exclusive. */
  readonly createdBefore?: number | undefined;
  readonly hasApplications?: boolean | undefined;
  /** Only vacancies with a copy of this workflow. */
  readonly workflowId?: string | undefined;
  /** Only vacancies with one of these external ids. */
  readonly externalIds?: readonly string[];
}

/** The filter, with its texts as search keys. */
type VacancyListQuery = Omit<VacancyListFilter, "searchText" | "managerText"> & {
  readonly key?: string;
  readonly managersKey?: string;
  readonly managerEmail?: string;
};

const form = { fixed: ["isArchived", "sort", "order", "hasApplications"] } as const;

const toQuery = ({ searchText, managerText, ...filter }: VacancyListFilter): VacancyListQuery => ({
  ...filter,
  ...(searchText !== undefined && { key: searchKey(searchText) }),
  ...(managerText !== undefined &&
    (isEmail(managerText)
      ? { managerEmail: managerText.toLowerCase() }
      : { managersKey: searchKey(managerText) })),
});

// Active vacancies have no archiving time to sort by.
const columnOf = ({ sort, isArchived }: VacancyListQuery) =>
  sort === "archivedAt" && !isArchived ? "createdAt" : vacancySorts[sort];

const isNarrowed = ({
  key,
  managersKey,
  managerEmail,
  createdFrom,
  createdBefore,
  hasApplications,
  workflowId,
  externalIds,
}: VacancyListQuery) =>
  [key, managersKey, managerEmail, createdFrom, createdBefore, hasApplications, workflowId, externalIds].some(
    (one) => one !== undefined,
  );

/**
 * Returns the index to use. Filters check every row of a list, so they use the covering index; unfiltered
 * lists use the index of their sort. Vacancies selected by external id or a person's email are looked up one
 * by one, those of a workflow by it.
 */
function indexOf(asked: VacancyListQuery): string | undefined {
  const state = asked.isArchived ? "archived" : "active";
  if (asked.externalIds) return `vacancies_${state}_external`;
  if (asked.managerEmail !== undefined) return "vacancies_id";
  if (asked.workflowId !== undefined) return "vacancies_workflow";
  return isNarrowed(asked) ? `vacancies_${state}_search` : undefined;
}

const listed = (asked: VacancyListQuery) =>
  sql
    .selectFrom(from("vacancies", { index: indexOf(asked) }))
    .where("customerId", "=", asked.customerId)
    .where("archivedAt", asked.isArchived ? "is not" : "is", null)
    // Keeps the planner on the index of the sort, which also contains the department.
    .where(anyOf(withoutIndex("hierarchyId"), asked.hierarchyIds))
    .$if(asked.externalIds !== undefined, (query) =>
      query.where(anyOf("externalVacancyId", asked.externalIds ?? [])),
    )
    .$if(asked.managersKey !== undefined, (query) =>
      query.where(contains("managersKey", asked.managersKey ?? "")),
    )
    .$if(asked.managerEmail !== undefined, (query) =>
      query.where("id", "in", (people) =>
        people
          .selectFrom("vacancy_people")
          .select("vacancyId")
          .where("vacancy_people.customerId", "=", asked.customerId)
          .where("email", "=", asked.managerEmail ?? ""),
      ),
    )
    .$if(asked.createdFrom !== undefined, (query) => query.where("createdAt", ">=", asked.createdFrom ?? 0))
    .$if(asked.createdBefore !== undefined, (query) =>
      query.where("createdAt", "<", asked.createdBefore ?? 0),
    )
    .$if(asked.hasApplications !== undefined, (query) =>
      query.where("applicationCount", asked.hasApplications ? ">" : "=", 0),
    )
    .$if(asked.workflowId !== undefined, (query) =>
      query.where(jsonText("workflow", "_id"), "=", asked.workflowId ?? ""),
    )
    .$if(asked.key !== undefined, (query) =>
      query.where((vacancy) =>
        vacancy.or([
          contains("titleKey", asked.key ?? ""),
          contains(vacancy.fn<string>("lower", ["externalVacancyId"]), asked.key ?? ""),
        ]),
      ),
    );

const listColumns = [
  "v.id",
  "v.title",
  "v.externalVacancyId",
  "v.hierarchyId",
  "v.managers",
  "v.applicationCount",
  "v.createdAt",
  "v.archivedAt",
] as const;

const pages = forms<VacancyListQuery & { readonly limit: number; readonly offset: number }>(form)((asked) =>
  sql
    .selectFrom(
      listed(asked)
        .select(["seq", `${nameOf(columnOf(asked))} as sortKey`])
        .orderBy(nameOf(columnOf(asked)), orderOf(columnOf(asked), asked.order))
        .orderBy("seq", asked.order)
        .limit(asked.limit)
        .offset(asked.offset)
        .as("page"),
    )
    .innerJoin("vacancies as v", "v.seq", "page.seq")
    .select(listColumns)
    .orderBy("page.sortKey", orderOf(columnOf(asked), asked.order))
    .orderBy("page.seq", asked.order),
);

/** Query for one page of a list. Finds the page on the index first, then reads only its rows. */
export const vacancyPage = (filter: VacancyListFilter, limit: number, offset: number) =>
  pages({ ...toQuery(filter), limit, offset });

const counts = forms<VacancyListQuery>(form)((asked) =>
  listed(asked).select((count) => count.fn.countAll<number>().as("count")),
);

/** Query for the number of vacancies on a list with filters. */
export const vacancyCount = (filter: VacancyListFilter) => counts(toQuery(filter));

export type VacancyListRow = Pick<
  Row<"vacancies">,
  | "id"
  | "hierarchyId"
  | "title"
  | "externalVacancyId"
  | "managers"
  | "applicationCount"
  | "createdAt"
  | "archivedAt"
>;

/** Returns the number of vacancies on a list; without filters, from a precomputed count. */
export const countVacancies = async (db: Reader, filter: VacancyListFilter): Promise<number> =>
  isNarrowed(toQuery(filter))
    ? ((await db.get(vacancyCount(filter)))?.count ?? 0)
    : precomputedCount(db, { list: "vacancies", ...filter });

/** Returns the vacancies on one page of a list, in order. */
export const listVacancies = (
  db: Reader,
  filter: VacancyListFilter,
  limit: number,
  offset: number,
): Promise<VacancyListRow[]> => db.all(vacancyPage(filter, limit, offset));

const selectStages = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom("application_counts")
    .select(["vacancyId", "stageId", "assessmentStatus", "count"])
    .where(anyOf("vacancyId", p.ids))
    .where("count", ">", 0),
);

/** Returns the number of applications per vacancy, stage and progress. */
export const stagesOf = (db: Reader, ids: readonly string[]) => selectStages.all(db, { ids });

// Applications without an assessment have not started.
const progressPlaces = {
  "": 0,
  APPS_ASSESSMENT_ORDER_COMPLETED: 0,
  APPS_ASSESSMENT_INPROGRESS: 1,
  APPS_ASSESSMENT_COMPLETED: 2,
  APPS_ASSESSMENT_DROPPED_OUT: 3,
} as const;

/** Returns a vacancy's applications by progress at their stage. Concurrent calls are batched into one query. */
export const progressOf = batchLoader(async (db, ids) => {
  const found = new Map(ids.map((id) => [id, [0, 0, 0, 0]]));
  for (const { vacancyId, assessmentStatus, count } of await stagesOf(db, ids)) {
    const progress = found.get(vacancyId) ?? [];
    const place = progressPlaces[assessmentStatus];
    progress[place] = (progress[place] ?? 0) + count;
  }
  return found;
});

/** Returns the ids of all vacancies matching a filter, in order of creation. */
export const vacancyIds = async (db: Reader, filter: VacancyListFilter): Promise<string[]> =>
  (await db.all(listed(toQuery(filter)).select("id").orderBy("seq"))).map(({ id }) => id);

/** Returns a vacancy of this region, archived or not. */
export const findVacancy = findBy("vacancies", "id");

const selectAmong = selectByIds("vacancies");

/** Returns a vacancy by id. Concurrent calls are batched into one query. */
export const vacancyAmong = rowAmong(selectAmong);

/** Returns a customer's vacancy by its external id, archived or not. */
export const findVacancyByExternalId = findBy("vacancies", "customerId", "externalVacancyId");

const selectByExternalIds = prepared<{ customerId: string; externalIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("vacancies")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where(anyOf("externalVacancyId", p.externalIds)),
);

/**
 * Returns a customer's vacancies, archived or not, in the order of the given external ids; omits unknown ids.
 */
export async function findVacanciesByExternalIds(
  db: Reader,
  customerId: string,
  externalIds: readonly string[],
): Promise<Row<"vacancies">[]> {
  const found = await selectByExternalIds.all(db, { customerId, externalIds });
  const byExternalId = new Map(found.map((vacancy) => [vacancy.externalVacancyId, vacancy]));
  return [...new Set(externalIds)].flatMap((id) => byExternalId.get(id) ?? []);
}

/** Returns the columns for the editable fields. */
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
export const insertVacancy = insertOf("vacancies");

/** Stores the editable fields; department and workflow never change (VAC-58). */
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
