import { word } from "~/areas/area";
import { workflowsArea } from "~/areas/workflows";
import { common } from "~/i18n/common";
import { workflows } from "~/i18n/workflows";
import { namesFromRecords, nameSummary } from "~/models/list/undo-list.server";
import { listArgs } from "~/models/list/list-state";
import { archivableSearch, textFilter } from "~/models/list/list-search";
import { type Movable, moveTexts } from "~/models/list/moves.server";
import { type OpenedListPosition, positionInOpenedList } from "~/models/list/neighbours.server";
import type { PageAccess } from "~/models/list/open-pages.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { loaded, optional } from "~/services/failure.server";
import type { Question } from "~/services/form-answer";
import type { Notice } from "~/sessions.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { pageQueryOf } from "~/services/operation.server";
import type { Trigger } from "./workflow-rules";
import {
  archiveWorkflows,
  getWorkflow,
  getWorkflows,
  restoreWorkflows,
  type RuleEffects,
  ruleEffects,
} from "./workflow.server";

/** Gates of the tabs for both lists. */
export const tabGates = { sets: screenGates["workflow-sets"], workflows: workflowsArea.screens.list };

/** Link to the vacancies with their applications; undefined if closed. */
export const vacanciesHref = ({ base, flags }: PageAccess): string | undefined =>
  flags.edgeVacancyDetailEnabled && flags.oldEdgeFeaturesEnabled ? `${base}/vacancies` : undefined;

const fetchSets = pageQueryOf("AppsGetWorkflowSetList", "name workflowOptions { workflowId }", "SetsUsing");

/** Names of active sets containing any of these workflows. Throws ApiError. */
async function setsUsing({ api }: ConsoleArgs, ids: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const sets = await fetchSets(api, {
      ...listArgs({ page, size: 500, sort: "name", order: "asc" }),
      workflowSetFilter: { isArchived: false },
    });
    const using = sets.data.filter((set) => set.workflowOptions.some((one) => ids.includes(one.workflowId)));
    names.push(...using.map(({ name }) => name));
    pages = sets.pagination.totalPages;
  }
  return names;
}

/** Confirmation naming the sets that contain a workflow to archive; null if none does (WF-65). */
async function questionOfSets(args: FormArgs, ids: string[]): Promise<Question | null> {
  // Skipped for users who may not list sets.
  const names = await optional(setsUsing(args, ids), []);
  if (names.length === 0) return null;
  const t = args.translate(workflows);
  return {
    title: t("archiveTitle", { count: ids.length }),
    text: [
      t("archiveSets", { count: ids.length, names: nameSummary(args, names) }),
      t("archiveText", { count: ids.length }),
    ],
    confirm: args.translate(common)("actions.archive"),
  };
}

/** Archiving and restoring workflows, with texts (VAC-20, WF-14). */
export const movableWorkflows: Movable = {
  archive: archiveWorkflows,
  restore: restoreWorkflows,
  names: namesFromRecords(getWorkflow, ({ name }) => name),
  nothing: ({ translate }) => translate(workflows)("nothingSelected"),
  beforeArchiving: { question: questionOfSets },
  ...moveTexts(workflowsArea, word(workflows, "viewWorkflows")),
  failed: ({ translate }, isArchiving) => ({
    title: translate(workflows)("unexpectedError"),
    description: translate(workflows)(isArchiving ? "archiveFailed" : "restoreFailed"),
  }),
};

/** URL parser of both workflow lists. */
export const workflowSearch = archivableSearch({
  sorts: ["name", "stages", "createdAt"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
  filters: { search: textFilter() },
});

/** A workflow's position in the list it was opened from, with the previous and next workflows (GEN-31). */
export const workflowPlace = (
  args: ConsoleArgs,
  { _id, archivedAt }: { _id: string; archivedAt: string | null },
): Promise<OpenedListPosition | null> =>
  positionInOpenedList(args, _id, workflowSearch(archivedAt !== null), (state) =>
    getWorkflows(args.api, state, archivedAt !== null),
  );

/**
 * The rehearsal of a workflow's own rules, which the URL asks for by `rehearse`; null if it has none. `isOpen` is false
 * if the user may not run one (WF-67).
 */
export async function rehearsalOf(
  args: ConsoleArgs,
  { _id: workflowId, stages }: { _id: string; stages: { triggers: Trigger[] }[] },
): Promise<{ isOpen: boolean; effects: RuleEffects | null; problem: Notice | null } | null> {
  const { triggers = [] } = stages[0] ?? {};
  if (triggers.length === 0) return null;
  const { api, flags, rights, translate, url } = args;
  const isOpen = isGateOpen(workflowsArea.actions.rehearse, { flags, rights: await rights() });
  if (!isOpen || !url.searchParams.has("rehearse")) return { isOpen, effects: null, problem: null };
  const failed = translate(workflows)("rehearsal.failed");
  const { data, error } = await loaded(ruleEffects(api, { workflowId, triggers }), args, failed, "side");
  return { isOpen, effects: data, problem: error };
}
