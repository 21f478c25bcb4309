import { isTimeZone } from "~/i18n/dates";
import { instantOf } from "~/i18n/wall-time";
import {
  applicationResults,
  applicationStatuses,
  hasSubmissions,
  type ProgressStatus,
  progressNames,
} from "./application-options";
import { choicesFilter, dayFilter, flagFilter, listSearch, textFilter } from "~/models/list/list-search";

const search = listSearch({
  sorts: ["submittedAt", "createdAt", "recommendationScore", "name"],
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
    tz: textFilter(64),
    unviewed: flagFilter(),
  },
});

export type ApplicationSort = ReturnType<typeof search.parse>["sort"];

const dayMs = 86_400_000;
const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

/** The start of a day in a zone. Where clocks skip midnight it is the first moment that there is. */
const startOf = (day: string, timeZone: string) => instantOf(`${day}T00:00`, timeZone)?.toISOString();

/**
 * What the address of a vacancy's candidates asks for (APP-21). Days are read in the zone that the address names, else
 * in the person's, so that a link finds the same candidates for everybody (SHELL-21, GEN-08).
 */
export function readApplicationSearch(params: URLSearchParams, timeZone: string) {
  const { progressStatus, tz, ...read } = search.parse(params);
  const progress = progressNames.find((name) => name === progressStatus?.toUpperCase()) ?? "ALL";
  const zone = isTimeZone(tz) ? tz : timeZone;
  const days = hasSubmissions(progress)
    ? { from: read.from, to: read.to }
    : { from: undefined, to: undefined };
  const { defaults, ...order } = orderOf(progress, read);
  const filters = {
    q: read.q,
    status: read.status,
    result: read.result,
    unviewed: read.unviewed,
    ...days,
  };
  return {
    stageId: read.stageId,
    applicationId: read.applicationId,
    progress,
    zone,
    filters,
    list: { page: read.page, size: read.size, ...order },
    defaults,
    submittedFrom: days.from && startOf(days.from, zone),
    submittedBefore: days.to && startOf(nextDay(days.to), zone),
  };
}

export type ApplicationSearch = ReturnType<typeof readApplicationSearch>;

/** APP-26: where nothing was submitted yet, the newest come first instead of what was submitted last. */
function orderOf(
  progress: ProgressStatus,
  { sort, order }: { sort: ApplicationSort; order: "asc" | "desc" },
): { sort: ApplicationSort; order: "asc" | "desc"; defaults: { sort: ApplicationSort; order: "desc" } } {
  if (hasSubmissions(progress)) return { sort, order, defaults: { sort: "submittedAt", order: "desc" } };
  const defaults = { sort: "createdAt", order: "desc" } as const;
  return sort === "submittedAt" ? { ...defaults, defaults } : { sort, order, defaults };
}
