import { graphql } from "~/services/graphql";
import { scopeIds, type Scope } from "~/services/console-args";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";

const pickerDocument = graphql(`
  query WorkflowPicker($filter: AppsWorkflowListFilter!) {
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
            enabled
            conditionOperator
            conditions {
              onField
              onFieldType
              comparisonOperator
              comparisonValue
            }
            action {
              type
              payload {
                status
              }
            }
          }
        }
      }
    }
  }
`);

export type PickedWorkflow = ResultOf<typeof pickerDocument>["AppsGetWorkflowList"]["data"][number];

/** The workflows a new vacancy may take, by name: active ones, at most 500 (VAC-31). Throws ApiError. */
export async function getWorkflowChoices(api: RegionalApi, scope: Scope): Promise<PickedWorkflow[]> {
  const filter = {
    ...scopeIds(scope),
    skipEq: 0,
    limitEq: 500,
    isArchived: false,
    sort: { fieldName: "name", order: "asc" as const },
  };
  return (await api.query(pickerDocument, { filter })).AppsGetWorkflowList.data;
}
