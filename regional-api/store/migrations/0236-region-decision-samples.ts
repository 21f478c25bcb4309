import { integer, oneOf, sequence, table, text, time } from "../tables/columns";
import type { Migration } from "./migration";
import { inOrder, newTable } from "./pieces";

/** Samples of decisions made by rules (DEC-05). */
export const regionDecisionSamples: Migration = {
  number: 236,
  name: "region-decision-samples",
  file: "region",
  ...inOrder(
    newTable(
      "decision_samples",
      table(
        {
          seq: sequence(),
          id: text().unique("decision_samples_id"),
          customerId: text().references("customers"),
          drawnBy: text(),
          drawnAt: time(),
          seed: text(),
          periodFrom: time(),
          periodBefore: time(),
          workflowId: text().optional(),
          result: text().optional(),
          drawnCount: integer(),
          reviewedCount: integer().default(0),
          changedCount: integer().default(0),
        },
        { indexes: { decision_samples_customer: "customerId, seq" } },
      ),
    ),
    newTable(
      "decision_sample_rows",
      table(
        {
          sampleId: text().references("decision_samples", "CASCADE"),
          decisionId: text(),
          verdict: oneOf("CONFIRMED", "CHANGED").optional(),
        },
        {
          primaryKey: ["sampleId", "decisionId"],
          indexes: { decision_sample_rows_decision: "decisionId" },
        },
      ),
    ),
  ),
};
