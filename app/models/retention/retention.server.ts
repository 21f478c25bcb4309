import { pageArgs } from "~/models/list/list-state";
import { graphql } from "~/services/graphql";
import { pageQueryOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { RetentionPeriod } from "~/models/settings/customer-setting.server";
import type { CustomerApi } from "~/services/customer-api.server";

const runFields = graphql(`
  fragment RetentionRunFields on RETRun @_unmask {
    _id
    day
    startedAt
    endedAt
    candidates
    reports
    keptCandidates
    keptReports
    failed
  }
`);

const retentionPlanFields = graphql(
  `
    fragment RetentionPlanFields on RETPlan @_unmask {
      nextRunAt
      months {
        month
        candidates
        reports
      }
      vacancies {
        _id
        title
        candidates
      }
      vacancyCount
      due {
        candidates
        reports
      }
      kept {
        candidates
        reports
      }
      oldestAt
      lastRun {
        ...RetentionRunFields
      }
    }
  `,
  [runFields],
);
export type RetentionPlan = ResultOf<typeof retentionPlanFields>;

/** Data that retention will remove within twelve months (RET-02). Throws ApiError. */
export const getPlan = queryOf("RETGetPlan", retentionPlanFields, "RetentionPlan");

const fetchPreview = queryOf("RETPreviewChange", "candidates reports from keptSince", "RetentionPreview");

export type RetentionPreview = Awaited<ReturnType<typeof fetchPreview>>;

/** Counts what the first run with these periods removes; `from` is null if none shrinks (RET-03). Throws ApiError. */
export const previewChange = (api: CustomerApi, periods: RetentionPeriod) =>
  fetchPreview(api, {
    candidateMonths: periods.candidatePiiRetentionPeriod,
    videoMonths: periods.videoRetentionPeriod,
  });

const fetchRuns = pageQueryOf("RETGetRuns", runFields, "RetentionRuns");

/** Retention runs and their results at the customer, newest first (RET-05). Throws ApiError. */
export const getRuns = (api: CustomerApi, state: { page: number; size: number }) =>
  fetchRuns(api, { ...pageArgs(state) });

export type RetentionRun = ResultOf<typeof runFields>;
