import {
  applicationResults,
  applicationStatuses,
  hasSubmissions,
  type ProgressStatus,
  progressNames,
} from "./application-options";
import { daysOf } from "~/models/list/days";
import {
  choicesFilter,
  dayFilter,
  flagFilter,
  listSearch,
  textFilter,
  zoneFilter,
} from "~/models/list/list-search";

export const applicationSorts = [
  "submittedAt",
  "createdAt",
  "recommendationScore",
  "name",
  "stageSince",
] as const;

const search = listSearch({
  sorts: applicationSorts,
  defaultSort: "submittedAt",
  defaultOrder: "desc",
  filters: {
    stageId: textFilter(),
    progressStatus: textFilter(),
    applicationId: textFilter(),
    q: textFilter(),
    status: choicesFilter(applicationStatuses),
    result: choicesFilter(applicationResults),
    from: dayFilter(),
    to: dayFilter(),
    tz: zoneFilter(),
    unviewed: flagFilter(),
    overdue: flagFilter(),
  },
});

export type ApplicationSort = ReturnType<typeof search.parse>["sort"];

/**
 * Parses the URL of a vacancy's candidate list (APP-21). Days are in the URL's zone, else the user's, so that
 * a link finds the same candidates for everyone (SHELL-21, GEN-08).
 */
export function readApplicationSearch(params: URLSearchParams, timeZone: string) {
  const { progressStatus, tz, ...read } = search.parse(params);
  const progress = progressNames.find((name) => name === progressStatus?.toUpperCase()) ?? "ALL";
  const days = hasSubmissions(progress)
    ? { from: read.from, to: read.to }
    : { from: undefined, to: undefined };
  const { zone, start, end } = daysOf({ ...days, tz }, timeZone);
  const { defaults, ...order } = read.overdue ? longestFirst(read) : orderOf(progress, read);
  const filters = {
    q: read.q,
    status: read.status,
    result: read.result,
    unviewed: read.unviewed,
    overdue: read.overdue,
    ...days,
  };
  return {
    stageId: read.stageId,
    applicationId: read.applicationId,
    progress,
    zone,
    filters,
    leftOut: search.leftOut(params),
    list: { page: read.page, size: read.size, ...order },
    defaults,
    submittedFrom: start,
    submittedBefore: end,
  };
}

export type ApplicationSearch = ReturnType<typeof readApplicationSearch>;

/** Sort order: newest first where nothing has been submitted yet, otherwise last submitted first (APP-26). */
function orderOf(
  progress: ProgressStatus,
  { sort, order }: { sort: ApplicationSort; order: "asc" | "desc" },
): {
  sort: ApplicationSort;
  order: "asc" | "desc";
  defaults: { sort: ApplicationSort; order: "asc" | "desc" };
} {
  if (hasSubmissions(progress)) return { sort, order, defaults: { sort: "submittedAt", order: "desc" } };
  const defaults = { sort: "createdAt", order: "desc" } as const;
  return sort === "submittedAt" ? { ...defaults, defaults } : { sort, order, defaults };
}

/** Overdue candidates are always sorted by waiting time, longest first by default (PIPE-03). */
function longestFirst({ sort, order }: { sort: ApplicationSort; order: "asc" | "desc" }) {
  const defaults = { sort: "stageSince", order: "asc" } as const;
  return { sort: defaults.sort, order: sort === "stageSince" ? order : defaults.order, defaults };
}
