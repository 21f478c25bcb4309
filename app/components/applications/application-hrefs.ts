import { filterNames, type ProgressStatus } from "~/models/applications/application-options";

/** The address of one of a vacancy's candidates' pages, which keeps what the list behind it shows. */
export function applicationHref(
  vacancyPath: string,
  applicationId: string,
  page: string,
  search: string,
): string {
  return `${vacancyPath}/applications/${applicationId}/${page}${search}`;
}

/** The same list with what `change` does to its parameters, from the first page on. */
function listWith(vacancyPath: string, search: string, change: (params: URLSearchParams) => void): string {
  const params = new URLSearchParams(search);
  for (const name of ["page", "applicationId"]) params.delete(name);
  change(params);
  const text = params.toString();
  return text ? `${vacancyPath}?${text}` : vacancyPath;
}

const dropFilters = (params: URLSearchParams) => {
  for (const name of filterNames) params.delete(name);
};

/** Another stage: without filters, at any progress (APP-06). The first is the default and left out. */
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

/** The same list without filters (APP-18). */
export const unfilteredHref = (vacancyPath: string, search: string) =>
  listWith(vacancyPath, search, dropFilters);

/** The invite form for a stage, which comes back to the list it was opened from (INV-03). */
export function inviteHref(vacancyPath: string, search: string, stageId: string): string {
  const params = new URLSearchParams(search);
  params.set("stageId", stageId);
  return `${vacancyPath}/invite?${params}`;
}
