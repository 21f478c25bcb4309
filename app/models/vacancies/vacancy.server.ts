import { graphql } from "~/services/graphql";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import { bulkResult } from "~/services/undo.server";
import { withDepartmentIds } from "~/models/departments/department.server";
import { daysOf } from "~/models/list/days";
import { listArgs } from "~/models/list/list-state";
import { moveOf } from "~/models/list/move.server";
import { stageFields } from "~/models/workflows/trigger.server";
import type { VacancySearch } from "./vacancy-search";
import type { CustomerApi, ScopeIds } from "~/services/customer-api.server";

const vacanciesFields = graphql(`
  fragment VacanciesFields on AppsVacancyListItem @_unmask {
    _id
    canView
    createdAt
    archivedAt
    applicationCount
    progress
    title
    externalVacancyId
    managers {
      firstName
      lastName
    }
  }
`);
const fetchList = pageQueryOf("AppsGetVacancyListV2", vacanciesFields, "Vacancies");
const fetchRelated = pageQueryOf(
  "AppsGetVacancyListV2",
  "_id canView title managers { email }",
  "RelatedVacancies",
);

const vacancyFields = graphql(
  `
    fragment VacancyFields on AppsVacancy @_unmask {
      _id
      version
      title
      description
      externalVacancyId
      createdAt
      archivedAt
      applicationCount
      managers {
        firstName
        lastName
        email
        externalId
        type
      }
      roleFamily {
        _id
        name
      }
      location {
        address
      }
      workflow {
        _id
        name
        stages {
          ...StageFields
        }
      }
      hierarchyId
      jobRequisitionId
      customerId
      organizationId
      genericAssessmentLinks {
        stageId
        assessmentLink
        externalAssessmentPackageId
        assessmentPackageName
      }
      messageSwitches {
        stageId
        templateType
        isMailOn
        isTextOn
        delaySeconds
        smsReach
      }
    }
  `,
  [stageFields],
);
const fetchDetail = queryOf("AppsGetVacancyById", vacancyFields, "Vacancy");

export type VacancyRow = ResultOf<typeof vacanciesFields>;
export type Vacancy = ResultOf<typeof vacancyFields>;

const noVacancies = { data: [], pagination: { totalItems: 0, totalPages: 1, currentPage: 1 } };

/**
 * A page of active or archived vacancies in all departments visible to the user (VAC-12, VAC-13), or in the requested
 * ones and their descendants. `hasMore`: the API can filter by people, days and applicants (VAC-68).
 */
export async function getVacancies(api: CustomerApi, search: VacancySearch, options: ListOptions) {
  const filter = vacancyFilter(api.ids, search, options);
  if (!filter) return noVacancies;
  if (filter.hierarchyIds) return fetchList(api, { filter });
  return withDepartmentIds(api, (hierarchyIdList) =>
    fetchList(api, { filter: { ...filter, hierarchyIdList } }),
  );
}

/** Vacancies with these external ids, active or archived, in departments visible to the user. Throws ApiError. */
export async function getVacanciesByExternalIds(
  api: CustomerApi,
  externalVacancyIds: string[],
): Promise<VacancyRow[]> {
  if (externalVacancyIds.length === 0) return [];
  const filter = { ...api.ids, externalVacancyIds, skipEq: 0, limitEq: externalVacancyIds.length };
  const found = await Promise.all(
    [false, true].map((isArchived) => fetchList(api, { filter: { ...filter, isArchived } })),
  );
  return found.flatMap(({ data }) => data);
}

type ListOptions = { isArchived: boolean; hasMore: boolean; timeZone: string };

/**
 * API filter for all vacancies matching a list's URL, in departments visible to the user; undefined if
 * nothing can match.
 */
export function vacancyFilter(
  ids: ScopeIds,
  { page, size, sort, order, q, manager, applicants, department, workflow, ...days }: VacancySearch,
  { isArchived, hasMore, timeZone }: ListOptions,
) {
  const { start, end, isReversed } = daysOf(days, timeZone);
  if (hasMore && isReversed) return undefined;
  return {
    ...ids,
    ...listArgs({ page, size, sort, order }),
    isArchived,
    ...(department.length > 0 && { hierarchyIds: department }),
    ...(q && { searchText: q }),
    ...(workflow && { workflowId: workflow }),
    ...(hasMore && {
      managerText: manager,
      createdFrom: start,
      createdBefore: end,
      hasApplications: applicants && applicants === "with",
    }),
  };
}

/**
 * The newest vacancies of a workflow, or with a person's whole email, that the user may see, and their number, as their
 * list counts them. Throws ApiError.
 */
export const newestVacancies = (
  api: CustomerApi,
  of: { workflowId: string } | { managerText: string },
  { isArchived, limit }: { isArchived: boolean; limit: number },
) => fetchRelated(api, { filter: { ...api.ids, ...of, isArchived, skipEq: 0, limitEq: limit } });

/** One vacancy, archived or not (VAC-55). Throws ApiError. */
export const getVacancy = (api: CustomerApi, vacancyId: string): Promise<Vacancy> =>
  fetchDetail(api, { vacancyId });

/** Creates a vacancy (VAC-43). */
export const createVacancy = mutationOf("AppsCreateVacancy", "_id title");

/** Updates the editable fields of a vacancy (VAC-63). */
export const updateVacancy = mutationOf("AppsUpdateVacancyByExternalVacancyId", "_id", "UpdateVacancy");

/** Archives those vacancies that can be, by external id (VAC-21, VAC-23). Throws ApiError. */
export const archiveVacancies = moveOf(
  "AppsArchiveVacanciesByExternalVacancyIds",
  bulkResult,
  "externalVacancyId",
);

/** Restores those vacancies that can be, by external id (VAC-21, VAC-23). Throws ApiError. */
export const restoreVacancies = moveOf(
  "AppsRestoreVacanciesByExternalVacancyIds",
  bulkResult,
  "externalVacancyId",
);
