import { graphql } from "~/services/graphql";

/** Fields of a stage rule. */
export const triggerFields = graphql(`
  fragment TriggerFields on AppsTrigger @_unmask {
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
    isHeld
  }
`);

/** Fields of a stage with its rules, the same for vacancies and workflows. */
export const stageFields = graphql(
  `
    fragment StageFields on AppsWorkflowStage @_unmask {
      _id
      name
      product
      language
      externalAssessmentPackageId
      assessmentPackageName
      dayLimit
      triggers {
        ...TriggerFields
      }
    }
  `,
  [triggerFields],
);
