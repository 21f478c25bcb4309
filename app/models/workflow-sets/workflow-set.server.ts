import { listArgs, type ListState } from "~/models/list/list-state";
import { graphql } from "~/services/graphql";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import { type ResultOf } from "~/services/regional-api.server";
import { moveOf } from "~/models/list/move.server";
import type { CustomerApi } from "~/services/customer-api.server";

const workflowSetsFields = graphql(`
  fragment WorkflowSetsFields on AppsWorkflowSet @_unmask {
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
`);
const fetchList = pageQueryOf("AppsGetWorkflowSetList", workflowSetsFields, "WorkflowSets");

/** A page of active or archived sets (WFS-11); sorting by workflows sorts by their number (WFS-09). */
export async function getWorkflowSets(
  api: CustomerApi,
  { search, ...state }: ListState & { search?: string | undefined },
  isArchived: boolean,
) {
  const variables = {
    ...listArgs({ ...state, sort: state.sort === "workflowOptions" ? "workflowsCount" : state.sort }),
    workflowSetFilter: { isArchived, searchText: search },
  };
  const { data, pagination } = await fetchList(api, variables);
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
export const archiveWorkflowSets = moveOf("AppsArchiveWorkflowSet");

/** Restores sets, all or none (WFS-12, WFS-13). Throws ApiError. */
export const restoreWorkflowSets = moveOf("AppsRestoreWorkflowSet");

const workflowSetFields = graphql(`
  fragment WorkflowSetFields on AppsWorkflowSet @_unmask {
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
`);
const fetchDetail = queryOf("AppsGetWorkflowSetById", workflowSetFields, "WorkflowSet");

export type WorkflowSet = ResultOf<typeof workflowSetFields>;

/** One set, archived or not, with its workflows (WFS-47). Throws ApiError. */
export const getWorkflowSet = (api: CustomerApi, workflowSetId: string): Promise<WorkflowSet> =>
  fetchDetail(api, { workflowSetId });

const fetchIsNameTaken = queryOf("AppsCheckWorkflowSetNameDuplicatedByName", undefined, "WorkflowSetName");

/** True if a set, archived or not, has this name (WFS-19, WFS-20). Throws ApiError. */
export const isNameTaken = (api: CustomerApi, name: string): Promise<boolean> =>
  fetchIsNameTaken(api, { name });

/** Creates a workflow set (WFS-33). */
export const createWorkflowSet = mutationOf("AppsCreateWorkflowSet", "_id");

/** Saves a workflow set (WFS-33). */
export const updateWorkflowSet = mutationOf("AppsUpdateWorkflowSet", "_id");
