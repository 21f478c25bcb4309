import { word } from "~/areas/area";
import { workflowsArea } from "~/areas/workflows";
import { workflows } from "~/i18n/workflows";
import { namesBy } from "~/models/list/list.server";
import { archivableSearch, textFilter } from "~/models/list/list-search";
import { type Movable, moveWords } from "~/models/list/moves.server";
import { type OpenedPlace, openedPlace } from "~/models/list/neighbours.server";
import { openPages, type PageAccess } from "~/models/list/open-pages.server";
import type { ConsoleArgs } from "~/services/console-args";
import { screenGates } from "~/services/gates";
import { archiveWorkflows, getWorkflows, restoreWorkflows, getWorkflow } from "./workflow.server";

/** The workflows' open pages, and where their forms lead (WF-03, WF-33, WF-37). */
export const { openList, openDetail, cancelledCreation, afterCreation, afterEdit } = openPages(workflowsArea);

/** What opens the tabs of both lists. */
export const tabGates = { sets: screenGates["workflow-sets"], workflows: workflowsArea.screens.list };

/** Where the vacancies' applications are; undefined where they are closed. */
export const vacanciesHref = ({ base, flags }: PageAccess): string | undefined =>
  flags.edgeVacancyDetailEnabled && flags.oldEdgeFeaturesEnabled ? `${base}/vacancies` : undefined;

/** Archives and restores workflows, with the words for it (WF-13, WF-14). */
export const movableWorkflows: Movable = {
  archive: archiveWorkflows,
  restore: restoreWorkflows,
  names: namesBy(getWorkflow, ({ name }) => name),
  nothing: ({ translate }) => translate(workflows)("nothingSelected"),
  ...moveWords(workflowsArea, word(workflows, "viewWorkflows")),
  failed: ({ translate }, isArchiving) => ({
    title: translate(workflows)("unexpectedError"),
    description: translate(workflows)(isArchiving ? "archiveFailed" : "restoreFailed"),
  }),
};

/** The reader of either list's address. */
export const workflowSearch = archivableSearch({
  sorts: ["name", "stages", "createdAt"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
  filters: { search: textFilter() },
});

/** Where a workflow stands in the list that it was opened from, and the workflows before and after (GEN-31). */
export const workflowPlace = (
  args: ConsoleArgs,
  { _id, archivedAt }: { _id: string; archivedAt: string | null },
): Promise<OpenedPlace | null> =>
  openedPlace(args, _id, workflowSearch(archivedAt !== null), (state) =>
    getWorkflows(args.api, args.scope, state, archivedAt !== null),
  );
