import { workflows } from "~/i18n/workflows";
import { namesBy } from "~/models/list/list.server";
import { listSearch, textFilter } from "~/models/list/list-search";
import type { Movable } from "~/models/list/moves.server";
import { type OpenedPlace, openedPlace } from "~/models/list/neighbours.server";
import { openPages, type PageAccess } from "~/models/list/open-pages.server";
import type { ConsoleArgs } from "~/services/console-args";
import { reportError } from "~/services/errors.server";
import { pageStatusOf } from "~/services/failure.server";
import { ApiError } from "~/services/regional-api.server";
import { archiveWorkflows, getWorkflows, restoreWorkflows, getWorkflow } from "./workflow.server";

/** Where the workflows' pages are: below workflow-sets, whichever address led there (WF-02). */
export const workflowsHref = ({ base }: Pick<ConsoleArgs, "base">) => `${base}/workflow-sets/workflows`;

type Speaker = Pick<ConsoleArgs, "translate"> & PageAccess;

/** The workflows' open pages, and where their forms lead (WF-03, WF-33, WF-37). */
export const { openList, openDetail, cancelledCreation, afterCreation, afterEdit } = openPages(
  "Workflow",
  workflowsHref,
);

/** Where the vacancies' applications are; undefined where they are closed. */
export const vacanciesHref = ({ base, flags }: PageAccess): string | undefined =>
  flags.edgeVacancyDetailEnabled && flags.oldEdgeFeaturesEnabled ? `${base}/vacancies` : undefined;

/** Says that workflows were archived or restored, and leads to where they are now (WF-13). */
function moved(args: Speaker, isArchived: boolean) {
  const t = args.translate(workflows);
  const to = openList(args, isArchived);
  return {
    tone: "success" as const,
    title: t(isArchived ? "archivedNotice" : "restoredNotice"),
    ...(to !== undefined && { link: { to, label: t(isArchived ? "viewArchive" : "viewWorkflows") } }),
  };
}

/** The notice when that failed (WF-14). */
const failed = ({ translate }: Pick<ConsoleArgs, "translate">, isArchiving: boolean) => ({
  title: translate(workflows)("unexpectedError"),
  description: translate(workflows)(isArchiving ? "archiveFailed" : "restoreFailed"),
});

/** Archives and restores workflows, with the words for it. */
export const movableWorkflows: Movable = {
  archive: archiveWorkflows,
  restore: restoreWorkflows,
  names: namesBy(async ({ api, scope }, id) => (await getWorkflow(api, scope, id)).name),
  nothing: ({ translate }) => translate(workflows)("nothingSelected"),
  moved,
  failed,
};

/**
 * Returns a workflow or set, or a notice with the words of `failed` in its place (WF-44, WFS-47). Unknown ones,
 * refusals, an ended session and a region that does not answer have their usual screens.
 */
export async function detailOr<T>({ degrade }: ConsoleArgs, detail: Promise<T>, failed: string) {
  try {
    return { data: await detail, problem: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.outcomeUnknown) throw error;
    if (["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND"].includes(error.kind)) throw error;
    reportError(error, { operation: error.operation, kind: error.kind });
    degrade(pageStatusOf(error));
    return { data: null, problem: { tone: "error" as const, title: failed } };
  }
}

/** The reader of either list's address. */
export const workflowSearch = (isArchived: boolean) =>
  listSearch({
    sorts: ["name", "stages", "createdAt", ...(isArchived ? archivedSorts : [])],
    defaultSort: "createdAt",
    defaultOrder: "desc",
    filters: { search: textFilter() },
  });
const archivedSorts = ["archivedAt"] as const;

/** Where a workflow stands in the list that it was opened from, and the workflows before and after (GEN-31). */
export const workflowPlace = (
  args: ConsoleArgs,
  { _id, archivedAt }: { _id: string; archivedAt: string | null },
): Promise<OpenedPlace | null> =>
  openedPlace(args, _id, workflowSearch(archivedAt !== null), (state) =>
    getWorkflows(args.api, args.scope, state, archivedAt !== null),
  );
