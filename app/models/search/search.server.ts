import { withDepartmentIds } from "~/models/departments/department.server";
import { graphql } from "~/services/graphql";
import { scopeIds, type Scope } from "~/services/console-args";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";
import { searchPageSize } from "./search-state";

const vacanciesDocument = graphql(`
  query SearchVacancies($filter: AppsVacancySearchFilter!) {
    AppsGetVacancyList(filter: $filter) {
      data {
        _id
        title
        externalVacancyId
        createdAt
      }
      hasMore
    }
  }
`);

const applicationsDocument = graphql(`
  query SearchApplications($filter: AppsApplicationSearchFilter!) {
    AppsSearchApplications(filter: $filter) {
      data {
        _id
        vacancyId
        stageId
        vacancyName
        createdAt
        candidate {
          personalInformation {
            firstName
            lastName
            email
          }
        }
      }
      hasMore
    }
  }
`);

const recordDocument = graphql(`
  query FindRecord($id: String!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
    CommonFindRecord(
      id: $id
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      kind
      _id
      name
      vacancyId
    }
  }
`);

export type VacancyFound = ResultOf<typeof vacanciesDocument>["AppsGetVacancyList"]["data"][number];
type WireApplication = ResultOf<typeof applicationsDocument>["AppsSearchApplications"]["data"][number];
export type RecordFound = ResultOf<typeof recordDocument>["CommonFindRecord"][number];

/** The pages of a search up to the one that was asked for, side by side: each skips the rows before it (SRCH-08). */
async function pagesOf<Row>(
  more: number,
  page: (skipEq: number) => Promise<{ data: Row[]; hasMore: boolean }>,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const skips = Array.from({ length: more + 1 }, (_, index) => index * searchPageSize);
  const pages = await Promise.all(skips.map(page));
  return { rows: pages.flatMap(({ data }) => data), hasMore: pages.at(-1)?.hasMore ?? false };
}

/** Active vacancies of all departments by part of their title or external id (SRCH-05). Throws ApiError. */
export const searchVacancies = (api: RegionalApi, scope: Scope, searchText: string, more: number) =>
  withDepartmentIds(api, scope, (hierarchyIdList) =>
    pagesOf<VacancyFound>(more, async (skipEq) => {
      const filter = { ...scopeIds(scope), searchText, hierarchyIdList, skipEq, limitEq: searchPageSize };
      return (await api.query(vacanciesDocument, { filter })).AppsGetVacancyList;
    }),
  );

function toFound({ candidate, ...application }: WireApplication) {
  const { firstName, lastName, email } = candidate.personalInformation;
  return { ...application, name: `${firstName} ${lastName}`.trim(), email };
}
export type ApplicationFound = ReturnType<typeof toFound>;

/** Applications by part of a name, an email or their id, newest first (SRCH-07). Throws ApiError. */
export const searchApplications = (api: RegionalApi, scope: Scope, searchText: string, more: number) =>
  pagesOf<ApplicationFound>(more, async (skipEq) => {
    const sort = { fieldName: "createdAt", order: "desc" } as const;
    const filter = { ...scopeIds(scope), searchText, skipEq, limitEq: searchPageSize, sort };
    const { data, hasMore } = (await api.query(applicationsDocument, { filter })).AppsSearchApplications;
    return { data: data.map(toFound), hasMore };
  });

/** Finds the record with an id, of whatever kind. Throws ApiError. */
export const findRecords = async (api: RegionalApi, scope: Scope, id: string): Promise<RecordFound[]> =>
  (await api.query(recordDocument, { id, ...scopeIds(scope) })).CommonFindRecord;
