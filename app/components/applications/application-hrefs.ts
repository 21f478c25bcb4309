import { allMatchParameter } from "~/models/list/all-match";
import { filterNames, type ProgressStatus } from "~/models/applications/application-options";

/** The address of a candidate, or of one of their pages; each keeps what the list behind it shows, not who is chosen. */
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

/** The list's address with its parameters changed, at its first page and with no candidate chosen. */
function listWith(vacancyPath: string, search: string, change: (params: URLSearchParams) => void): string {
  const params = new URLSearchParams(search);
  for (const name of ["page", "applicationId", allMatchParameter]) params.delete(name);
  change(params);
  const text = params.toString();
  return text ? `${vacancyPath}?${text}` : vacancyPath;
}

const dropFilters = (params: URLSearchParams) => {
  for (const name of filterNames) params.delete(name);
};

/** Another stage: without filters, or with a text to search for alone, at any progress (APP-06). The first is the default and left out. */
export function stageHref(vacancyPath: string, search: string, stageId: string, isFirst: boolean): string {
  return listWith(vacancyPath, search, (params) => {
    dropFilters(params);
    for (const name of ["progressStatus", "sort", "order", "stageId"]) params.delete(name);
    if (!isFirst) params.set("stageId", stageId);
  });
}

/** Another progress of the same stage, without filters (APP-07). */
export function progressHref(vacancyPath: string, search: string, progress: ProgressStatus): string {
  return listWith(vacancyPath, search, (params) => {
    dropFilters(params);
    params.delete("progressStatus");
    if (progress !== "ALL") params.set("progressStatus", progress);
  });
}

/**
 * Everybody at a stage, from an address that asks for one application: without filters, and at the stage where the
 * application is and at any progress, whatever the address names (APP-10). The first stage is the default and left out.
 */
export const allAtStageHref = (
  vacancyPath: string,
  search: string,
  stage: { _id: string; isFirst: boolean } | undefined,
) =>
  listWith(vacancyPath, search, (params) => {
    dropFilters(params);
    for (const name of ["progressStatus", "stageId"]) params.delete(name);
    if (stage && !stage.isFirst) params.set("stageId", stage._id);
  });

/** The parameters of the funnel in a vacancy's address (PIPE-12). */
export const funnelNames = ["funnel", "funnelFrom", "funnelTo", "funnelTz"] as const;

/** The vacancy's address without the funnel, or with that of all time. */
export function withoutFunnel(vacancyPath: string, search: string, isKept = false): string {
  const params = new URLSearchParams(search);
  for (const name of funnelNames) if (!isKept || name !== "funnel") params.delete(name);
  const text = params.toString();
  return text ? `${vacancyPath}?${text}` : vacancyPath;
}

/** The vacancy's address with the funnel open. */
export function withFunnel(vacancyPath: string, search: string): string {
  const params = new URLSearchParams(search);
  params.set("funnel", "1");
  return `${vacancyPath}?${params}`;
}

/** The candidates that a number of the funnel counts. */
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

/** The invite form for a stage, which comes back to the list it was opened from (INV-03). */
export function inviteHref(vacancyPath: string, search: string, stageId: string): string {
  const params = new URLSearchParams(search);
  params.set("stageId", stageId);
  return `${vacancyPath}/invite?${params}`;
}
