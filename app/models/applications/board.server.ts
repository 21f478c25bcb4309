import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import type { CustomerApi } from "~/services/customer-api.server";
import { listedFields, toRow } from "./application.server";

const boardFields = graphql(
  `
    fragment BoardFields on AppsVacancyBoard @_unmask {
      columns {
        stageId
        count
        applications {
          ...ListedFields
        }
      }
      canView
      asOf
    }
  `,
  [listedFields],
);
const fetchBoard = queryOf("AppsGetVacancyBoard", boardFields, "VacancyBoard");

/** Candidates waiting at each stage: the count and the ten longest waiting (PIPE-01). Throws ApiError. */
export async function getBoard(api: CustomerApi, vacancyId: string) {
  const { columns, ...rest } = await fetchBoard(api, { vacancyId });
  return {
    columns: columns.map(({ stageId, count, applications }) => ({
      stageId,
      count,
      rows: applications.map((application) => toRow(application)),
    })),
    ...rest,
  };
}
