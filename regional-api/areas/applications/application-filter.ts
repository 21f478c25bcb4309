/** Filter of a vacancy's application list. */
import { builder, inputOf } from "../../core/builder";
import { invalid } from "../../core/errors";
import { SortOrder } from "../../core/page-types";
import { searchTextOf } from "../../core/paging";
import type { Row } from "../../store/tables";
import { waitingStatuses } from "../../../shared/application-statuses";
import { ApplicationStatus, Recommendation } from "../workflows/application-enums";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { AssessmentStatus } from "./application-types";
import { type ApplicationFilter, type ApplicationOrder, applicationSorts } from "./applications.store";
import { atMost, choice, declareBounds, pageNumber, pageSize } from "../../core/bounds";

declareBounds({
  lists: {
    "AppsApplicationListFilter.applicationStatusList": choice,
    "AppsApplicationListFilter.keptApplicationIds": atMost(100, "applications that the list keeps"),
    "AppsAssessmentResultFilter.results": choice,
  },
  pages: {
    "AppsApplicationListFilter.skipEq": pageNumber,
    "AppsApplicationListFilter.limitEq": pageSize,
  },
});

const StageFilter = inputOf("AppsStageFilter", { stageId: "ID" });
const AssessmentStatusFilter = builder.inputType("AppsAssessmentStatusFilter", {
  fields: (t) => ({
    stageId: t.id({ required: true }),
    status: t.field({ type: AssessmentStatus }),
  }),
});
const AssessmentResultFilter = builder.inputType("AppsAssessmentResultFilter", {
  fields: (t) => ({
    stageId: t.id({ required: true }),
    results: t.field({ type: [Recommendation], required: true }),
  }),
});
const AssessmentViewedFilter = inputOf("AppsAssessmentViewedFilter", { stageId: "ID", isViewed: "Boolean" });
const AssessmentSubmittedAtFilter = inputOf("AppsAssessmentSubmittedAtFilter", {
  stageId: "ID",
  gte: "DateTime?",
  lt: "DateTime?",
});
const SortField = builder.enumType("AppsApplicationSortField", {
  values: Object.keys(applicationSorts) as (keyof typeof applicationSorts)[],
});
const ApplicationSort = builder.inputType("AppsApplicationSort", {
  fields: (t) => ({
    fieldName: t.field({ type: SortField, required: true }),
    order: t.field({ type: SortOrder, required: true }),
    filter: t.field({ type: StageFilter }),
  }),
});

export const ListFilter = builder.inputType("AppsApplicationListFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    externalVacancyId: t.string({ required: true }),
    skipEq: t.int({ required: true, description: "The number of pages (not rows) to skip." }),
    limitEq: t.int({ required: true }),
    assessmentStatusFilter: t.field({
      type: AssessmentStatusFilter,
      description: "If omitted, applications at all stages are returned.",
    }),
    assessmentResultFilter: t.field({ type: AssessmentResultFilter }),
    assessmentViewedFilter: t.field({ type: AssessmentViewedFilter }),
    assessmentSubmittedAtFilter: t.field({ type: AssessmentSubmittedAtFilter }),
    applicationStatusList: t.field({ type: [ApplicationStatus] }),
    searchText: t.string(),
    isOverdue: t.boolean({
      description:
        "Only applications that have been waiting for a decision longer than the stage's day limit, ordered by `stageSince`.",
    }),
    keptApplicationIds: t.field({
      type: ["ID"],
      description:
        "Applications of the vacancy that keep their place in the list even if they no longer match the filter. Used only by AppsGetApplicationList.",
    }),
    sort: t.field({ type: ApplicationSort }),
  }),
});

type ListFilterShape = typeof ListFilter.$inferInput;

/** Returns the ids of a vacancy's stages, in order. */
export const stageIdsOf = ({ workflow }: Row<"vacancies">) =>
  parseWorkflowCopy(workflow).stages.map(({ _id }) => _id);

/** Returns the entry time before which candidates are overdue at a stage (ms UTC); 0 if the stage has no limit. */
function overdueBefore({ workflow }: Row<"vacancies">, stageId: string | undefined, now: number): number {
  const stage = parseWorkflowCopy(workflow).stages.find(({ _id }) => _id === stageId);
  return stage?.dayLimit ? now - stage.dayLimit * 86_400_000 : 0;
}

/**
 * Translates an API filter, for one stage or for all. Throws if parts of the filter name different stages.
 */
export function filterOf(
  vacancy: Row<"vacancies">,
  asked: ListFilterShape,
  now: number,
): { filter: ApplicationFilter; order: ApplicationOrder } {
  const { assessmentStatusFilter, assessmentResultFilter, assessmentViewedFilter, sort } = asked;
  const { assessmentSubmittedAtFilter: submitted } = asked;
  const stageId = assessmentStatusFilter?.stageId;
  const parts = [assessmentResultFilter, assessmentViewedFilter, submitted, sort?.filter];
  if (parts.some((part) => part && part.stageId !== stageId))
    throw invalid("All filters must name the same stage");
  const searchText = searchTextOf(asked.searchText);
  const statuses = asked.applicationStatusList && [...new Set(asked.applicationStatusList)];
  const overdue = asked.isOverdue === true && {
    statuses: waitingStatuses.filter((status) => statuses?.includes(status) ?? true),
    orderedBefore: overdueBefore(vacancy, stageId, now),
  };
  return {
    filter: {
      vacancyId: vacancy.id,
      stageIds: stageId === undefined ? stageIdsOf(vacancy) : [stageId],
      ...(assessmentStatusFilter?.status && { assessmentStatus: assessmentStatusFilter.status }),
      ...(statuses && { statuses }),
      ...(assessmentResultFilter && { results: [...new Set(assessmentResultFilter.results)] }),
      ...(assessmentViewedFilter && { isViewed: assessmentViewedFilter.isViewed }),
      ...(submitted?.gte != null && { submittedFrom: submitted.gte }),
      ...(submitted?.lt != null && { submittedBefore: submitted.lt }),
      ...(searchText !== undefined && { searchText }),
      ...overdue,
    },
    order: {
      sort: overdue ? "stageSince" : (sort?.fieldName ?? "submittedAt"),
      order: sort?.order ?? "desc",
    },
  };
}
