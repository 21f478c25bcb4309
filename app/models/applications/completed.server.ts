import { isTimeZone } from "~/i18n/dates";
import { instantOf } from "~/i18n/wall-time";
import { choicesFilter, flagFilter, listSearch, textFilter, zoneFilter } from "~/models/list/list-search";
import { listArgs } from "~/models/list/list-state";
import { paginationFields } from "~/models/list/pagination.server";
import { fullName } from "~/models/users/full-name";
import type { CustomerApi } from "~/services/customer-api.server";
import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import { applicationStatuses } from "./application-options";
import { assessmentFields, readResults } from "./application.server";

const completedFields = graphql(
  `
    fragment CompletedFields on AppsCompletedApplicationList @_unmask {
      data {
        _id
        status
        stageId
        vacancyId
        vacancyName
        candidate {
          personalInformation {
            firstName
            lastName
            email
          }
        }
        assessments {
          ...AssessmentFields
        }
      }
      viewedVacancyIds
      pagination {
        ...PaginationFields
      }
    }
  `,
  [paginationFields, assessmentFields],
);
const fetchCompleted = queryOf("AppsGetCompletedApplications", completedFields, "Completed");

/** Parser for the list's URL (HOME-11). Times are in its zone, else the user's. */
export const completedSearch = listSearch({
  sorts: ["submittedAt"],
  defaultSort: "submittedAt",
  defaultOrder: "desc",
  filters: {
    unviewed: flagFilter(),
    status: choicesFilter(applicationStatuses),
    from: textFilter(19),
    to: textFilter(19),
    tz: zoneFilter(),
  },
});

const wallTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/;
const momentOf = (text: string | undefined, zone: string) =>
  (text !== undefined &&
    wallTime.test(text) &&
    instantOf(text.length === 10 ? `${text}T00:00` : text, zone)) ||
  undefined;

/** A page of the completed candidates of all vacancies. Throws ApiError. */
export async function getCompleted(
  api: CustomerApi,
  { unviewed, status, from, to, tz, ...state }: ReturnType<typeof completedSearch.parse>,
  timeZone: string,
) {
  const zone = isTimeZone(tz) ? tz : timeZone;
  const { skipEq, limitEq } = listArgs(state);
  const { data, viewedVacancyIds, pagination } = await fetchCompleted(api, {
    filter: {
      ...api.ids,
      skipEq,
      limitEq,
      order: state.order,
      isUnviewed: unviewed,
      ...(status.length > 0 && { applicationStatusList: status }),
      submittedFrom: momentOf(from, zone)?.toISOString(),
      submittedBefore: momentOf(to, zone)?.toISOString(),
    },
  });
  return {
    pagination,
    data: data.map((row) => {
      const { personalInformation: person } = row.candidate;
      const assessment = row.assessments.find(({ stageId }) => stageId === row.stageId);
      const { result, score } = assessment ? readResults(assessment) : { result: null, score: null };
      return {
        _id: row._id,
        name: fullName(person),
        email: person.email,
        status: row.status,
        vacancyId: row.vacancyId,
        vacancy: row.vacancyName,
        canView: viewedVacancyIds.includes(row.vacancyId),
        isViewed: assessment?.isViewed ?? true,
        submittedAt: assessment?.submittedAt ?? null,
        result,
        score,
      };
    }),
  };
}

export type CompletedRow = Awaited<ReturnType<typeof getCompleted>>["data"][number];
