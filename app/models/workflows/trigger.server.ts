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
  }
`);
