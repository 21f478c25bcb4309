import { listSearch } from "~/models/list/list-search";
import { listArgs } from "~/models/list/list-state";
import { paginationFields } from "~/models/list/pagination.server";
import { fullName } from "~/models/users/full-name";
import type { CustomerApi } from "~/services/customer-api.server";
import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import { daysSince } from "./application.server";

const overdueFields = graphql(
  `
    fragment OverdueFields on AppsOverdueApplicationList @_unmask {
      data {
        _id
        status
        vacancyId
        vacancyName
        stageDueAt
        candidate {
          personalInformation {
            firstName
            lastName
            email
          }
        }
      }
      viewedVacancyIds
      pagination {
        ...PaginationFields
      }
    }
  `,
  [paginationFields],
);
const fetchOverdue = queryOf("AppsGetOverdueApplications", overdueFields, "Overdue");

/** Parser for the list's URL (PIPE-03). */
export const overdueSearch = listSearch({
  sorts: ["stageDueAt"],
  defaultSort: "stageDueAt",
  defaultOrder: "asc",
  filters: {},
});

/** A page of candidates, across vacancies, who exceed their stage's time limit. Throws ApiError. */
export async function getOverdue(api: CustomerApi, state: ReturnType<typeof overdueSearch.parse>) {
  const { skipEq, limitEq } = listArgs(state);
  const { data, viewedVacancyIds, pagination } = await fetchOverdue(api, {
    filter: { ...api.ids, skipEq, limitEq, order: state.order },
  });
  return {
    pagination,
    data: data.map(({ candidate: { personalInformation: person }, vacancyName, ...row }) => ({
      ...row,
      name: fullName(person),
      email: person.email,
      vacancy: vacancyName,
      canView: viewedVacancyIds.includes(row.vacancyId),
      overdueDays: daysSince(row.stageDueAt) ?? 0,
    })),
  };
}

export type OverdueRow = Awaited<ReturnType<typeof getOverdue>>["data"][number];
