import type { ConsoleArgs } from "~/services/console-args";
import { formBack } from "~/services/form-action.server";
import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import { defaultLanguage } from "./languages";
import { maxOffered } from "./workflow-options";
import type { CustomerApi } from "~/services/customer-api.server";

const workflowsToPickFields = graphql(`
  fragment WorkflowsToPickFields on AppsWorkflowList @_unmask {
    data {
      _id
      name
      createdAt
      archivedAt
      stages {
        language
      }
    }
  }
`);
const askPicker = queryOf("AppsGetWorkflowListV2", workflowsToPickFields, "WorkflowsToPick");
const askListed = queryOf("AppsGetWorkflowList", workflowsToPickFields, "WorkflowsFound");

/** Active workflows by name, 500 at most (WF-11, WFS-28). */
const offered = { skipEq: 0, limitEq: maxOffered, sort: { fieldName: "name", order: "asc" } } as const;

type PickedWorkflow = ResultOf<typeof workflowsToPickFields>["data"][number];

/** What a form knows of a workflow. */
export type WorkflowChoice = Omit<PickedWorkflow, "stages"> & { language: string; stageCount: number };

/** A workflow as a form shows it. */
export const choiceOf = ({ stages, ...workflow }: PickedWorkflow): WorkflowChoice => ({
  ...workflow,
  language: stages[0]?.language || defaultLanguage,
  stageCount: stages.length,
});

/** The workflows that may be chosen; with `workflowIds` those of them that are named. Throws ApiError. */
export async function getWorkflowChoices(
  api: CustomerApi,
  workflowIds?: string[],
): Promise<WorkflowChoice[]> {
  const workflowFilter = { isArchived: false, ...(workflowIds && { workflowIds }) };
  const workflows = await askPicker(api, { ...offered, workflowFilter });
  return workflows.data.map(choiceOf);
}

/** The workflows to choose from by the list's own call (VAC-31). Throws ApiError. */
export async function listWorkflowChoices(api: CustomerApi): Promise<WorkflowChoice[]> {
  const filter = { ...api.ids, ...offered, isArchived: false };
  return (await askListed(api, { filter })).data.map(choiceOf);
}

/** The fields of forms that hold a workflow's id. */
const isWorkflowField = (name: string) => /(^|\.)(workflowId|copyWorkflowId|indigenous)$/.test(name);

/**
 * The workflows that a form offers: what `first` answers, with the ones that a form that comes back has, else `own`, where a
 * customer has more than a choice holds. Throws ApiError.
 */
export async function workflowsToOffer(
  { api }: Pick<ConsoleArgs, "api">,
  first: (api: CustomerApi) => Promise<WorkflowChoice[]>,
  own: () => Promise<readonly string[]> = async () => [],
): Promise<WorkflowChoice[]> {
  const back = formBack();
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
