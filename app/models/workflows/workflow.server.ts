import type { ListState } from "~/models/list/list-state";
import { moveOf } from "~/models/list/move.server";
import { maxOffered, namesToChoose } from "./workflow-options";
import { paginationFields } from "~/models/list/pagination.server";
import { scopeIds, type Scope } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import {
  mutationOf,
  type RegionalApi,
  type ResultOf,
  type VariablesOf,
} from "~/services/regional-api.server";
import { triggerFields } from "./trigger.server";

const listDocument = graphql(
  `
    query Workflows($filter: AppsWorkflowListFilter!) {
      AppsGetWorkflowList(filter: $filter) {
        data {
          _id
          name
          createdAt
          archivedAt
          stages {
            _id
          }
        }
        pagination {
          ...PaginationFields
        }
      }
    }
  `,
  [paginationFields],
);

const toCopyDocument = graphql(
  `
    query WorkflowsToCopy($filter: AppsWorkflowListFilter!) {
      AppsGetWorkflowList(filter: $filter) {
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
    }
  `,
  [triggerFields],
);

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

export type WorkflowToCopy = ResultOf<typeof toCopyDocument>["AppsGetWorkflowList"]["data"][number];

/** The workflows a new vacancy may take, by name: active ones, at most 500 (VAC-31). Throws ApiError. */
export async function getWorkflowsToCopy(api: RegionalApi, scope: Scope): Promise<WorkflowToCopy[]> {
  const filter = {
    ...scopeIds(scope),
    skipEq: 0,
    limitEq: maxOffered,
    isArchived: false,
    sort: { fieldName: "name", order: "asc" as const },
  };
  return (await api.query(toCopyDocument, { filter })).AppsGetWorkflowList.data;
}

/** The customer's active workflows by name, for a picker: 500 at most (TEN-23, WF-11). Throws ApiError. */
export async function getWorkflowOptions(
  api: RegionalApi,
  scope: Scope,
): Promise<{ value: string; label: string }[]> {
  const { AppsGetWorkflowListV2 } = await api.query(optionsDocument, scopeIds(scope));
  return optionsOf(AppsGetWorkflowListV2.data);
}

/** Workflows as the options of a field, two of the same name told apart. */
export function optionsOf(workflows: readonly { _id: string; name: string }[]) {
  const names = namesToChoose(workflows);
  return workflows.map(({ _id, name }) => ({ value: _id, label: names.get(_id) ?? name }));
}

/** One page of the active or the archived workflows (WF-10); the sort by stages is sent as their count (WF-08). */
export async function getWorkflows(
  api: RegionalApi,
  scope: Scope,
  { page, size, sort, order, search }: ListState & { search?: string | undefined },
  isArchived: boolean,
) {
  const filter = {
    ...scopeIds(scope),
    skipEq: (page - 1) * size,
    limitEq: size,
    isArchived,
    searchText: search,
    sort: { fieldName: sort === "stages" ? "stageCount" : sort, order },
  };
  const { data, pagination } = (await api.query(listDocument, { filter })).AppsGetWorkflowList;
  return { data: data.map((row) => ({ ...row, stages: row.stages.length })), pagination };
}

/** Archives workflows, all or none (WF-12, WF-15). Throws ApiError. */
export const archiveWorkflows = moveOf("AppsArchiveWorkflows", "workflowIds");

/** Restores workflows, all or none (WF-12). Throws ApiError. */
export const restoreWorkflows = moveOf("AppsRestoreWorkflows", "workflowIds");

const detailDocument = graphql(
  `
    query Workflow($workflowId: ID!, $organizationId: ID!, $customerId: ID!, $hierarchyId: ID!) {
      AppsGetWorkflowById(
        workflowId: $workflowId
        organizationId: $organizationId
        customerId: $customerId
        hierarchyId: $hierarchyId
      ) {
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
          triggers {
            ...TriggerFields
          }
        }
      }
    }
  `,
  [triggerFields],
);

const editDocument = graphql(
  `
    query EditWorkflow($workflowId: ID!, $organizationId: ID!, $customerId: ID!, $hierarchyId: ID!) {
      AppsGetEditWorkflowById(
        workflowId: $workflowId
        organizationId: $organizationId
        customerId: $customerId
        hierarchyId: $hierarchyId
      ) {
        _id
        name
        version
        archivedAt
        vacancyCount
        stages {
          _id
          name
          product
          language
          externalAssessmentPackageId
          assessmentPackageName
          triggers {
            ...TriggerFields
          }
        }
      }
    }
  `,
  [triggerFields],
);

export type EditWorkflow = ResultOf<typeof editDocument>["AppsGetEditWorkflowById"];

/** One workflow, archived or not, for its detail (WF-35, WF-41). Throws ApiError. */
export const getWorkflow = async (api: RegionalApi, scope: Scope, workflowId: string) =>
  (await api.query(detailDocument, { workflowId, ...scopeIds(scope) })).AppsGetWorkflowById;

/** One workflow for its form, and for a new one that copies it (WF-30, WF-35). Throws ApiError. */
export const getEditWorkflow = async (
  api: RegionalApi,
  scope: Scope,
  workflowId: string,
): Promise<EditWorkflow> =>
  (await api.query(editDocument, { workflowId, ...scopeIds(scope) })).AppsGetEditWorkflowById;

const packagesDocument = graphql(`
  query AssessmentPackages($filter: AppsAssessmentPackageFilter!) {
    AppsGetAssessmentPackageList(filter: $filter) {
      externalId
      name
      product
      language
    }
  }
`);

export type AssessmentPackage = ResultOf<typeof packagesDocument>["AppsGetAssessmentPackageList"][number];

/** Packages of one product, those with a text in their name alone when there is one (WF-23). Throws ApiError. */
export async function getPackages(
  api: RegionalApi,
  scope: Scope,
  product: string,
  searchText = "",
): Promise<AssessmentPackage[]> {
  const filter = { ...scopeIds(scope), product, ...(searchText && { searchText }) };
  return (await api.query(packagesDocument, { filter })).AppsGetAssessmentPackageList;
}

/** Creates a workflow (WF-32). */
export const createWorkflow = mutationOf(
  graphql(`
    mutation CreateWorkflow(
      $organizationId: ID!
      $customerId: ID!
      $hierarchyId: ID!
      $name: String!
      $stages: [AppsWorkflowStageInput!]!
    ) {
      AppsCreateWorkflow(
        organizationId: $organizationId
        customerId: $customerId
        hierarchyId: $hierarchyId
        name: $name
        stages: $stages
      ) {
        _id
      }
    }
  `),
);

/** Saves a workflow (WF-36). */
export const updateWorkflow = mutationOf(
  graphql(`
    mutation UpdateWorkflow($updateWorkflowInput: AppsUpdateWorkflowInput!) {
      AppsUpdateWorkflow(updateWorkflowInput: $updateWorkflowInput) {
        _id
      }
    }
  `),
);

const rehearsalDocument = graphql(`
  query RehearseRules($input: AppsRehearseRulesInput!) {
    AppsRehearseRules(input: $input) {
      total
      movedOn
      statusChanged
      neither
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
  }
`);

type RehearsalInput = VariablesOf<typeof rehearsalDocument>["input"];
export type Rehearsal = ResultOf<typeof rehearsalDocument>["AppsRehearseRules"];

/**
 * Rehearses rules: what they would have done to the last 500 completed chats of the vacancies that use a workflow, or
 * of the customer without one. Reads only. Throws ApiError.
 */
export const rehearseRules = async (
  api: RegionalApi,
  scope: Scope,
  input: Pick<RehearsalInput, "triggers" | "workflowId">,
): Promise<Rehearsal> =>
  (await api.query(rehearsalDocument, { input: { ...scopeIds(scope), ...input } })).AppsRehearseRules;
