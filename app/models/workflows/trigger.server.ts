import { graphql } from "~/services/graphql";

/** A rule of a stage as the API keeps it. */
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

/** A stage with its rules, as a vacancy keeps it and as its workflow does. */
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
