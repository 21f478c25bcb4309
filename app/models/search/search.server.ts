import { withDepartmentIds } from "~/models/departments/department.server";
import { fullName } from "~/models/users/full-name";
import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import { searchPageSize } from "./search-state";
import type { CustomerApi } from "~/services/customer-api.server";

const fetchVacancies = queryOf(
  "AppsGetVacancyList",
  "data { _id canView title externalVacancyId createdAt } hasMore",
  "SearchVacancies",
);

const searchApplicationsFields = graphql(`
  fragment SearchApplicationsFields on AppsApplicationsFound @_unmask {
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
    viewedVacancyIds
    hasMore
  }
`);
const fetchApplications = queryOf("AppsSearchApplications", searchApplicationsFields);

const recordFields = "kind _id name vacancyId email";
const fetchRecord = queryOf("CommonFindRecord", recordFields);
const fetchByName = queryOf("CommonSearchRecords", recordFields);

type WireVacancy = Awaited<ReturnType<typeof fetchVacancies>>["data"][number];
export type FoundVacancy = Omit<WireVacancy, "canView">;
type WireApplication = ResultOf<typeof searchApplicationsFields>["data"][number];
export type FoundRecord = Awaited<ReturnType<typeof fetchRecord>>[number];

/** Loads all pages up to the requested one in parallel; each skips the rows before it (SRCH-08). */
async function pagesOf<Row>(
  more: number,
  page: (skipEq: number) => Promise<{ data: Row[]; hasMore: boolean }>,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const skips = Array.from({ length: more + 1 }, (_, index) => index * searchPageSize);
  const pages = await Promise.all(skips.map(page));
  return { rows: pages.flatMap(({ data }) => data), hasMore: pages.at(-1)?.hasMore ?? false };
}

/** Active vacancies in all departments by part of the title or external id (SRCH-05). Throws ApiError. */
export const searchVacancies = (api: CustomerApi, searchText: string, more: number) =>
  withDepartmentIds(api, (hierarchyIdList) =>
    pagesOf<WireVacancy>(more, async (skipEq) => {
      const filter = { ...api.ids, searchText, hierarchyIdList, skipEq, limitEq: searchPageSize };
      return await fetchVacancies(api, { filter });
    }),
  );

function toFoundApplication({ candidate, ...application }: WireApplication, viewed: readonly string[]) {
  const { personalInformation } = candidate;
  const canViewVacancy = viewed.includes(application.vacancyId);
  return {
    ...application,
    canViewVacancy,
    name: fullName(personalInformation),
    email: personalInformation.email,
  };
}
export type FoundApplication = Omit<ReturnType<typeof toFoundApplication>, "canViewVacancy">;

/** Applications by part of a name or email, or by id, newest first (SRCH-07). Throws ApiError. */
export const searchApplications = (api: CustomerApi, searchText: string, more: number) =>
  pagesOf<ReturnType<typeof toFoundApplication>>(more, async (skipEq) => {
    const sort = { fieldName: "createdAt", order: "desc" } as const;
    const filter = { ...api.ids, searchText, skipEq, limitEq: searchPageSize, sort };
    const { data, viewedVacancyIds, hasMore } = await fetchApplications(api, { filter });
    return { data: data.map((one) => toFoundApplication(one, viewedVacancyIds)), hasMore };
  });

/** Finds users, groups, access policies, workflows and workflow sets by part of their name. Throws ApiError. */
export const searchRecords = (api: CustomerApi, searchText: string): Promise<FoundRecord[]> =>
  fetchByName(api, { searchText });

/** Finds records of any kind by id. Throws ApiError. */
export const findRecords = (api: CustomerApi, id: string): Promise<FoundRecord[]> => fetchRecord(api, { id });
