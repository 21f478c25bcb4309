import type { ConsoleArgs } from "~/services/console-args";
import { rerenderedForm } from "~/services/form-action.server";
import { queryOf } from "~/services/operation.server";
import { defaultLanguage } from "./languages";
import { maxOffered } from "./workflow-options";
import type { CustomerApi } from "~/services/customer-api.server";

const workflowsToPickFields = "data { _id name createdAt archivedAt stages { language } }";
const fetchNewest = queryOf("AppsGetWorkflowListV2", workflowsToPickFields, "WorkflowsToPick");
const fetchFound = queryOf("AppsGetWorkflowList", workflowsToPickFields, "WorkflowsFound");

/** Query for active workflows by name, at most 500 (WF-11, WFS-28). */
const offeredWorkflowsQuery = {
  skipEq: 0,
  limitEq: maxOffered,
  sort: { fieldName: "name", order: "asc" },
} as const;

type PickedWorkflow = Awaited<ReturnType<typeof fetchNewest>>["data"][number];

/** A workflow as forms need it. */
export type WorkflowChoice = Omit<PickedWorkflow, "stages"> & { language: string; stageCount: number };

/** Maps a workflow to a form option. */
export const choiceOf = ({ stages, ...workflow }: PickedWorkflow): WorkflowChoice => ({
  ...workflow,
  language: stages[0]?.language || defaultLanguage,
  stageCount: stages.length,
});

/** Selectable workflows; `workflowIds` restricts them to these ids. Throws ApiError. */
export async function getWorkflowChoices(
  api: CustomerApi,
  workflowIds?: string[],
): Promise<WorkflowChoice[]> {
  const workflowFilter = { isArchived: false, ...(workflowIds && { workflowIds }) };
  const workflows = await fetchNewest(api, { ...offeredWorkflowsQuery, workflowFilter });
  return workflows.data.map(choiceOf);
}

/** Selectable workflows, through the list's query (VAC-31). Throws ApiError. */
export async function listWorkflowChoices(api: CustomerApi): Promise<WorkflowChoice[]> {
  const filter = { ...api.ids, ...offeredWorkflowsQuery, isArchived: false };
  return (await fetchFound(api, { filter })).data.map(choiceOf);
}

/** Form fields that hold a workflow id. */
const isWorkflowField = (name: string) => /(^|\.)(workflowId|copyWorkflowId|indigenous)$/.test(name);

/**
 * Workflows a form offers: the result of `first`, plus those already in the form (posted, else `own`), which may be
 * beyond its limit. Throws ApiError.
 */
export async function workflowsToOffer(
  { api }: Pick<ConsoleArgs, "api">,
  first: (api: CustomerApi) => Promise<WorkflowChoice[]>,
  own: () => Promise<readonly string[]> = async () => [],
): Promise<WorkflowChoice[]> {
  const back = rerenderedForm();
  const choices = await first(api);
  if (choices.length < maxOffered) return choices;
  const chosen = back
    ? [...back].flatMap(([name, id]) => (isWorkflowField(name) ? [String(id)] : []))
    : await own();
  const others = chosen.filter((id) => id !== "" && !choices.some(({ _id }) => _id === id));
  return others.length === 0
    ? choices
    : [...choices, ...(await getWorkflowChoices(api, [...new Set(others)]))];
}
