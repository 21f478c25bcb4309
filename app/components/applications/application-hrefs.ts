import { allMatchParameter } from "~/models/list/all-match";
import { applicationFilterNames, type ProgressStatus } from "~/models/applications/application-options";

/** URL of a candidate or one of their pages; keeps the list's query without the selection. */
export function applicationHref(
  vacancyPath: string,
  applicationId: string,
  page: string | null,
  search: string,
): string {
  const params = new URLSearchParams(search);
  params.delete(allMatchParameter);
  const text = params.toString();
  const path = `${vacancyPath}/applications/${applicationId}`;
  return `${path}${page === null ? "" : `/${page}`}${text && `?${text}`}`;
}

/** The list's URL with changed parameters, at its first page and without a selected candidate. */
function listHrefWith(
  vacancyPath: string,
  search: string,
  change: (params: URLSearchParams) => void,
): string {
  const params = new URLSearchParams(search);
  for (const name of ["page", "applicationId", allMatchParameter]) params.delete(name);
  change(params);
  const text = params.toString();
  return text ? `${vacancyPath}?${text}` : vacancyPath;
}

const dropFilters = (params: URLSearchParams) => {
  for (const name of applicationFilterNames) params.delete(name);
};

/**
 * URL of another stage, without filters, progress and order (APP-06). The first stage is the default, so it
 * is omitted.
 */
export function stageHref(vacancyPath: string, search: string, stageId: string, isFirst: boolean): string {
  return listHrefWith(vacancyPath, search, (params) => {
    dropFilters(params);
    for (const name of ["progressStatus", "sort", "order", "stageId"]) params.delete(name);
    if (!isFirst) params.set("stageId", stageId);
  });
}

/** URL of the same stage with another progress, without filters (APP-07). */
export function progressHref(vacancyPath: string, search: string, progress: ProgressStatus): string {
  return listHrefWith(vacancyPath, search, (params) => {
    dropFilters(params);
    params.delete("progressStatus");
    if (progress !== "ALL") params.set("progressStatus", progress);
  });
}

/**
 * URL of an application's whole stage: drops filters and progress, so that the application is always listed
 * (APP-10). The first stage is the default, so it is omitted.
 */
export const allAtStageHref = (
  vacancyPath: string,
  search: string,
  stage: { _id: string; isFirst: boolean } | undefined,
) =>
  listHrefWith(vacancyPath, search, (params) => {
    dropFilters(params);
    for (const name of ["progressStatus", "stageId"]) params.delete(name);
    if (stage && !stage.isFirst) params.set("stageId", stage._id);
  });

/** Query parameters of a vacancy's funnel (PIPE-12). */
export const funnelNames = ["funnel", "funnelFrom", "funnelTo", "funnelTz"] as const;

/** The vacancy's URL without the funnel or, with `isKept`, with the funnel of all time. */
export function withoutFunnel(vacancyPath: string, search: string, isKept = false): string {
  const params = new URLSearchParams(search);
  for (const name of funnelNames) if (!isKept || name !== "funnel") params.delete(name);
  const text = params.toString();
  return text ? `${vacancyPath}?${text}` : vacancyPath;
}

/** The vacancy's URL with the funnel open. */
export function withFunnel(vacancyPath: string, search: string): string {
  const params = new URLSearchParams(search);
  params.set("funnel", "1");
  return `${vacancyPath}?${params}`;
}

/** URL of the candidates behind a number in the funnel. */
export function funnelHref(
  vacancyPath: string,
  { from, to, tz }: { from?: string | undefined; to?: string | undefined; tz?: string | undefined },
  stageId: string,
  step: string,
): string {
  const params = new URLSearchParams({ stageId, step });
  if (from) params.set("from", from);
  if (to) params.set("to", to);
  if ((from ?? to) && tz) params.set("tz", tz);
  return `${vacancyPath}/funnel?${params}`;
}

/** The invite form for a stage; it returns to the list it was opened from (INV-03). */
export function inviteHref(vacancyPath: string, search: string, stageId: string): string {
  const params = new URLSearchParams(search);
  params.set("stageId", stageId);
  return `${vacancyPath}/invite?${params}`;
}
