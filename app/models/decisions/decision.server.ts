import { daysOf } from "~/models/list/days";
import { pageArgs } from "~/models/list/list-state";
import type { PageOf } from "~/models/list/paging";
import { optionsOf } from "~/models/workflows/workflow-options";
import { triggerFields } from "~/models/workflows/trigger.server";
import type { CustomerApi } from "~/services/customer-api.server";
import { graphql } from "~/services/graphql";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { DecisionState } from "./decision-search";

export const decisionFields = graphql(
  `
    fragment DecisionFields on DECDecision @_unmask {
      _id
      decidedAt
      vacancyId
      vacancyName
      canViewVacancy
      applicationId
      candidate
      currentStatus
      rule {
        workflowName
        stageName
        trigger {
          ...TriggerFields
        }
      }
      figures {
        recommendation
        recommendationScore
        plagiarismQuestionCount
        profanityQuestionCount
        isLowTextQuality
      }
      result
      stageName
      isWaiting
      verdict
      changedTo
      reviewReason
      reviewedAt
      reviewedBy
      isReviewedByWriter
      ruleWriter
      isOwnRule
      contest
      contestedBy
      answerDueAt
      isAnswerLate
      canReview
      version
    }
  `,
  [triggerFields],
);

export type Decision = ResultOf<typeof decisionFields>;

const fetchDecisions = pageQueryOf("DECGetDecisions", decisionFields);
const fetchDecision = queryOf("DECGetDecision", decisionFields);

/** A page of the register: decisions waiting for review first, then by time (DEC-01, DEC-02). Throws ApiError. */
export async function getDecisions(
  api: CustomerApi,
  { page, size, order, review, result, vacancy, workflow, contested, ...days }: DecisionState,
  timeZone: string,
): Promise<PageOf<Decision>> {
  const { isReversed, start, end } = daysOf(days, timeZone);
  if (isReversed) return { data: [], pagination: { totalItems: 0, totalPages: 1, currentPage: 1 } };
  const reviews = { waiting: "WAITING", unreviewed: "UNREVIEWED", reviewed: "REVIEWED" } as const;
  const verdicts = { confirmed: "CONFIRMED", changed: "CHANGED" } as const;
  return fetchDecisions(api, {
    ...pageArgs({ page, size }),
    order,
    ...(review && { review: { ...reviews, ...verdicts }[review] }),
    ...(result.length > 0 && { results: result }),
    ...(vacancy.length > 0 && { vacancyIds: vacancy }),
    ...(workflow.length > 0 && { workflowIds: workflow }),
    ...(contested && { contest: contested === "open" ? "OPEN" : "ANY" }),
    ...(start && { decidedFrom: start }),
    ...(end && { decidedBefore: end }),
  });
}

/** One decision. Throws ApiError. */
export const getDecision = (api: CustomerApi, _id: string): Promise<Decision> => fetchDecision(api, { _id });

const fetchChoices = queryOf(
  "DECGetChoices",
  "workflows { _id name isArchived } vacancies { _id name isArchived } vacancyCount",
  "DecisionChoices",
);

/** Workflow and vacancy options for the register's filters, always including the URL's. Throws ApiError. */
export async function getDecisionChoices(
  api: CustomerApi,
  { vacancy, find }: Pick<DecisionState, "vacancy" | "find">,
  archived: string,
) {
  const { workflows, vacancies, vacancyCount } = await fetchChoices(api, {
    vacancyIds: vacancy,
    ...(find !== undefined && { find }),
  });
  const shown = <Named extends { _id: string; name: string; isArchived: boolean }>(all: readonly Named[]) =>
    optionsOf(
      all.map(({ _id, name, isArchived }) => ({ _id, name: isArchived ? `${name} (${archived})` : name })),
    );
  return {
    workflows: shown(workflows),
    vacancies: shown(vacancies),
    vacancyCount,
    hasMore: vacancyCount > vacancies.length || find !== undefined,
  };
}

/** Confirms or overrides a rule's decision (DEC-04). Throws ApiError. */
export const reviewDecision = mutationOf("DECReviewDecision", "_id");

/** Records that the candidate contests a decision, or withdraws that record (DEC-04). Throws ApiError. */
export const contestDecision = mutationOf("DECContestDecision", "_id");
