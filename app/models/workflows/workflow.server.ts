import { listArgs, type ListState } from "~/models/list/list-state";
import { moveOf } from "~/models/list/move.server";
import { optionsOf } from "./workflow-options";
import { graphql } from "~/services/graphql";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import { type ResultOf } from "~/services/regional-api.server";
import { stageFields, triggerFields } from "./trigger.server";
import type { CustomerApi } from "~/services/customer-api.server";

const fetchList = pageQueryOf(
  "AppsGetWorkflowList",
  "_id name createdAt archivedAt stages { _id }",
  "Workflows",
);

const workflowsToCopyFields = graphql(
  `
    fragment WorkflowsToCopyFields on AppsWorkflowList @_unmask {
      data {
        _id
        name
        stages {
          _id
          name
          product
          language
          provider
          externalAssessmentPackageId
          triggers {
            ...TriggerFields
          }
        }
      }
    }
  `,
  [triggerFields],
);
const fetchWorkflowsToCopy = queryOf("AppsGetWorkflowListV2", workflowsToCopyFields, "WorkflowsToCopy");

const optionsDocument = graphql(`
  query WorkflowOptions($organizationId: ID!, $customerId: ID!, $hierarchyId: ID!) {
    AppsGetWorkflowListV2(
      organizationId: $organizationId
      customerId: $customerId
      hierarchyId: $hierarchyId
      skipEq: 0
      limitEq: 500
      sort: { fieldName: "name", order: asc }
      workflowFilter: { isArchived: false }
    ) {
      data {
        _id
        name
      }
    }
  }
`);

export type WorkflowToCopy = ResultOf<typeof workflowsToCopyFields>["data"][number];

/** The workflow of a new vacancy; undefined if no longer active (VAC-40). Throws ApiError. */
export async function getWorkflowToCopy(
  api: CustomerApi,
  workflowId: string,
): Promise<WorkflowToCopy | undefined> {
  const workflowFilter = { isArchived: false, workflowIds: [workflowId] };
  return (await fetchWorkflowsToCopy(api, { skipEq: 0, limitEq: 1, workflowFilter })).data[0];
}

/** The customer's active workflows by name, for a picker: at most 500 (WF-11). Throws ApiError. */
export async function getWorkflowOptions(api: CustomerApi): Promise<{ value: string; label: string }[]> {
  const { AppsGetWorkflowListV2 } = await api.query(optionsDocument, {});
  return optionsOf(AppsGetWorkflowListV2.data);
}

/** A page of active or archived workflows (WF-10); sorting by stages sorts by their number (WF-08). */
export async function getWorkflows(
  api: CustomerApi,
  { search, ...state }: ListState & { search?: string | undefined },
  isArchived: boolean,
) {
  const filter = {
    ...api.ids,
    ...listArgs({ ...state, sort: state.sort === "stages" ? "stageCount" : state.sort }),
    isArchived,
    searchText: search,
  };
  const { data, pagination } = await fetchList(api, { filter });
  return { data: data.map((row) => ({ ...row, stages: row.stages.length })), pagination };
}

/** Archives workflows, all or none (WF-12, WF-15). Throws ApiError. */
export const archiveWorkflows = moveOf("AppsArchiveWorkflows");

/** Restores workflows, all or none (WF-12). Throws ApiError. */
export const restoreWorkflows = moveOf("AppsRestoreWorkflows");

const workflowFields = graphql(
  `
    fragment WorkflowFields on AppsWorkflow @_unmask {
      _id
      name
      createdAt
      archivedAt
      vacancyCount
      stages {
        _id
        name
        product
        language
        assessmentPackageName
        dayLimit
        triggers {
          ...TriggerFields
        }
      }
    }
  `,
  [triggerFields],
);
const fetchDetail = queryOf("AppsGetWorkflowById", workflowFields, "Workflow");

const editWorkflowFields = graphql(
  `
    fragment EditWorkflowFields on AppsWorkflow @_unmask {
      _id
      name
      version
      archivedAt
      vacancyCount
      stages {
        ...StageFields
      }
    }
  `,
  [stageFields],
);
const fetchEditable = queryOf("AppsGetEditWorkflowById", editWorkflowFields, "EditWorkflow");

export type EditWorkflow = ResultOf<typeof editWorkflowFields>;

/** One workflow, archived or not, for its page (WF-35, WF-41). Throws ApiError. */
export const getWorkflow = (api: CustomerApi, workflowId: string) => fetchDetail(api, { workflowId });

/** One workflow for its form, or for a copy (WF-30, WF-35). Throws ApiError. */
export const getEditWorkflow = (api: CustomerApi, workflowId: string): Promise<EditWorkflow> =>
  fetchEditable(api, { workflowId });

const fetchPackages = queryOf(
  "AppsGetAssessmentPackageList",
  "externalId name product language",
  "AssessmentPackages",
);

export type AssessmentPackage = Awaited<ReturnType<typeof fetchPackages>>[number];

/** Packages of one product, at most 500; optionally by part of the name or id (WF-23). Throws ApiError. */
export async function getPackages(
  api: CustomerApi,
  product: string,
  searchText = "",
): Promise<AssessmentPackage[]> {
  const filter = { ...api.ids, product, ...(searchText && { searchText }) };
  return await fetchPackages(api, { filter });
}

/** Packages of stages, of either product, by the ids in the stages. Throws ApiError. */
export async function getPackagesByIds(
  api: CustomerApi,
  ids: readonly string[],
): Promise<AssessmentPackage[]> {
  const externalIds = [...new Set(ids)].filter((id) => id !== "");
  return externalIds.length > 0 ? await fetchPackages(api, { filter: { ...api.ids, externalIds } }) : [];
}

/** Creates a workflow (WF-32). */
export const createWorkflow = mutationOf("AppsCreateWorkflow", "_id");

/** Saves a workflow (WF-36). */
export const updateWorkflow = mutationOf("AppsUpdateWorkflow", "_id");

const ruleEffectsFields = graphql(`
  fragment RuleEffectsFields on AppsRuleRehearsal @_unmask {
    total
    movedOn
    statusChanged
    neither
  }
`);
const fetchEffects = queryOf("AppsRehearseRules", ruleEffectsFields, "RuleEffects");

/** Counts of a rehearsal. */
export type RuleEffects = ResultOf<typeof ruleEffectsFields>;

const rehearseRulesFields = graphql(
  `
    fragment RehearseRulesFields on AppsRuleRehearsal @_unmask {
      ...RuleEffectsFields
      items {
        _id
        applicationId
        vacancyId
        vacancyName
        firstName
        lastName
        isDeidentified
        submittedAt
        recommendationScore
        recommendation
        movesOn
        status
      }
    }
  `,
  [ruleEffectsFields],
);
const fetchRehearsal = queryOf("AppsRehearseRules", rehearseRulesFields);

type RulesToRehearse = Pick<Parameters<typeof fetchRehearsal>[1]["input"], "triggers" | "workflowId">;
export type Rehearsal = ResultOf<typeof rehearseRulesFields>;

/**
 * Rehearses rules: computes their effect on the last 500 completed chats of the vacancies that use a workflow, or of
 * the whole customer without one. Read-only. Throws ApiError.
 */
export const rehearseRules = (api: CustomerApi, input: RulesToRehearse): Promise<Rehearsal> =>
  fetchRehearsal(api, { input: { ...api.ids, ...input } });

/** Counts of such a rehearsal, without the candidates. Throws ApiError. */
export const ruleEffects = (api: CustomerApi, input: RulesToRehearse): Promise<RuleEffects> =>
  fetchEffects(api, { input: { ...api.ids, ...input } });
