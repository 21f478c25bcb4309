import type { ListState } from "~/models/list/list-state";
import { paginationFields } from "~/models/list/pagination.server";
import { defaultLanguage } from "~/models/workflows/languages";
import { maxOffered } from "~/models/workflows/workflow-options";
import { scopeIds, type Scope } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, type RegionalApi, type ResultOf } from "~/services/regional-api.server";
import { moveOf } from "~/models/list/move.server";

const listDocument = graphql(
  `
    query WorkflowSets(
      $organizationId: ID!
      $customerId: ID!
      $hierarchyId: ID!
      $skipEq: Int!
      $limitEq: Int!
      $sort: SortInput!
      $workflowSetFilter: AppsWorkflowSetFilter!
    ) {
      AppsGetWorkflowSetList(
        organizationId: $organizationId
        customerId: $customerId
        hierarchyId: $hierarchyId
        skipEq: $skipEq
        limitEq: $limitEq
        sort: $sort
        workflowSetFilter: $workflowSetFilter
      ) {
        data {
          _id
          name
          createdAt
          archivedAt
          workflowOptions {
            workflowId
            displayName
          }
          workflows {
            _id
            name
            archivedAt
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

/** One page of the active or the archived sets (WFS-11); the sort by workflows is sent as their count (WFS-09). */
export async function getWorkflowSets(
  api: RegionalApi,
  scope: Scope,
  { page, size, sort, order, search }: ListState & { search?: string | undefined },
  isArchived: boolean,
) {
  const variables = {
    ...scopeIds(scope),
    skipEq: (page - 1) * size,
    limitEq: size,
    sort: { fieldName: sort === "workflowOptions" ? "workflowsCount" : sort, order },
    workflowSetFilter: { isArchived, searchText: search },
  };
  const { data, pagination } = (await api.query(listDocument, variables)).AppsGetWorkflowSetList;
  return {
    data: data.map(({ workflows, ...row }) => ({
      ...row,
      workflowOptions: row.workflowOptions.map(({ workflowId, displayName }) => {
        const workflow = workflows.find(({ _id }) => _id === workflowId);
        return {
          workflowId,
          displayName,
          name: workflow?.name ?? "",
          isArchived: workflow?.archivedAt != null,
        };
      }),
    })),
    pagination,
  };
}

/** Archives sets, all or none (WFS-12, WFS-13). Throws ApiError. */
export const archiveWorkflowSets = moveOf("AppsArchiveWorkflowSet", "workflowSetIds");

/** Restores sets, all or none (WFS-12, WFS-13). Throws ApiError. */
export const restoreWorkflowSets = moveOf("AppsRestoreWorkflowSet", "workflowSetIds");

const detailDocument = graphql(`
  query WorkflowSet($workflowSetId: ID!, $organizationId: ID!, $customerId: ID!, $hierarchyId: ID!) {
    AppsGetWorkflowSetById(
      workflowSetId: $workflowSetId
      organizationId: $organizationId
      customerId: $customerId
      hierarchyId: $hierarchyId
    ) {
      _id
      name
      description
      version
      createdAt
      archivedAt
      workflowOptions {
        workflowId
        displayName
        isDefault
      }
      workflows {
        _id
        name
        createdAt
        archivedAt
        stages {
          language
        }
      }
    }
  }
`);

export type WorkflowSet = ResultOf<typeof detailDocument>["AppsGetWorkflowSetById"];

/** One set, archived or not, with its workflows (WFS-47). Throws ApiError. */
export const getWorkflowSet = async (
  api: RegionalApi,
  scope: Scope,
  workflowSetId: string,
): Promise<WorkflowSet> =>
  (await api.query(detailDocument, { workflowSetId, ...scopeIds(scope) })).AppsGetWorkflowSetById;

const pickerDocument = graphql(`
  query WorkflowsToPick(
    $organizationId: ID!
    $customerId: ID!
    $hierarchyId: ID!
    $skipEq: Int!
    $limitEq: Int!
    $sort: SortInput!
    $workflowFilter: AppsWorkflowFilter!
  ) {
    AppsGetWorkflowListV2(
      organizationId: $organizationId
      customerId: $customerId
      hierarchyId: $hierarchyId
      skipEq: $skipEq
      limitEq: $limitEq
      sort: $sort
      workflowFilter: $workflowFilter
    ) {
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
  }
`);

/** The selector's choices: active workflows by name, 500 at most (WF-11, WFS-28). */
const offered = {
  skipEq: 0,
  limitEq: maxOffered,
  sort: { fieldName: "name", order: "asc" },
  workflowFilter: { isArchived: false },
} as const;

type PickedWorkflow = WorkflowSet["workflows"][number];

/** A workflow as the form offers and shows it. */
export type WorkflowChoice = Omit<PickedWorkflow, "stages"> & { language: string; stageCount: number };

/** A workflow of a set as the form shows it. */
export const choiceOf = ({ stages, ...workflow }: PickedWorkflow): WorkflowChoice => ({
  ...workflow,
  language: stages[0]?.language || defaultLanguage,
  stageCount: stages.length,
});

/** The workflows that a set may take (WFS-28). Throws ApiError. */
export async function getWorkflowChoices(api: RegionalApi, scope: Scope): Promise<WorkflowChoice[]> {
  const { AppsGetWorkflowListV2 } = await api.query(pickerDocument, { ...scopeIds(scope), ...offered });
  return AppsGetWorkflowListV2.data.map(choiceOf);
}

const nameDocument = graphql(`
  query WorkflowSetName($name: String!, $organizationId: ID!, $customerId: ID!, $hierarchyId: ID!) {
    AppsCheckWorkflowSetNameDuplicatedByName(
      name: $name
      organizationId: $organizationId
      customerId: $customerId
      hierarchyId: $hierarchyId
    )
  }
`);

/** Whether a set, archived or not, is called so (WFS-19, WFS-20). Throws ApiError. */
export const isNameTaken = async (api: RegionalApi, scope: Scope, name: string): Promise<boolean> =>
  (await api.query(nameDocument, { name, ...scopeIds(scope) })).AppsCheckWorkflowSetNameDuplicatedByName;

/** Creates a workflow set (WFS-33). */
export const createWorkflowSet = mutationOf(
  graphql(`
    mutation CreateWorkflowSet(
      $organizationId: ID!
      $customerId: ID!
      $hierarchyId: ID!
      $name: String!
      $description: String!
      $workflowOptions: [AppsWorkflowOptionInput!]!
    ) {
      AppsCreateWorkflowSet(
        organizationId: $organizationId
        customerId: $customerId
        hierarchyId: $hierarchyId
        name: $name
        description: $description
        workflowOptions: $workflowOptions
      ) {
        _id
      }
    }
  `),
);

/** Saves a workflow set (WFS-33). */
export const updateWorkflowSet = mutationOf(
  graphql(`
    mutation UpdateWorkflowSet(
      $_id: ID!
      $organizationId: ID!
      $customerId: ID!
      $hierarchyId: ID!
      $name: String!
      $description: String!
      $workflowOptions: [AppsWorkflowOptionInput!]!
      $version: Int!
    ) {
      AppsUpdateWorkflowSet(
        _id: $_id
        organizationId: $organizationId
        customerId: $customerId
        hierarchyId: $hierarchyId
        name: $name
        description: $description
        workflowOptions: $workflowOptions
        version: $version
      ) {
        _id
      }
    }
  `),
);
