import type { ApplicationStatus } from "./hiring";
import { bit, edition, integer, json, oneOf, sequence, table, text, time } from "./columns";

const verdicts = ["CONFIRMED", "CHANGED"] as const;
export type Verdict = (typeof verdicts)[number];

const contests = ["OPEN", "ANSWERED"] as const;

export const decisionTables = {
  /** A rule's decision about an application, applied or waiting for a person's review (DEC-01, DEC-03). */
  rule_decisions: table(
    {
      seq: sequence(),
      id: text().unique("rule_decisions_id"),
      customerId: text().references("customers"),
      hierarchyId: text(),
      vacancyId: text(),
      applicationId: text().references("applications", "CASCADE"),
      decidedAt: time(),
      workflowId: text(),
      /** JSON: the `RuleRecord`, as the rule was at the time. */
      rule: json(),
      /** JSON: the `RuleResults` that the rule evaluated. */
      figures: json(),
      /** Moved to the next stage, or given a status. */
      result: text<"MOVED" | ApplicationStatus>(),
      /** The stage or status before and after. */
      before: text(),
      after: text(),
      /** 1 if the decision takes effect only after a person's review. */
      isWaiting: bit().default(0),
      verdict: oneOf(...verdicts).optional(),
      reviewReason: text().optional(),
      reviewedBy: text().optional(),
      reviewedAt: time().optional(),
      /** The status that the reviewer set instead of the rule's result. */
      changedTo: text<ApplicationStatus>().optional(),
      contest: oneOf(...contests).optional(),
      contestedBy: text().optional(),
      contestedAt: time().optional(),
      ...edition(1),
    },
    {
      indexes: {
        rule_decisions_list:
          "customerId, isWaiting, decidedAt, seq, hierarchyId, vacancyId, workflowId, result, verdict, contest",
        rule_decisions_vacancy:
          "customerId, vacancyId, isWaiting, decidedAt, seq, hierarchyId, workflowId, result, verdict, contest",
        rule_decisions_application: "applicationId, decidedAt",
      },
    },
  ),
  /** A random sample of a period's decisions, for review (DEC-05). */
  decision_samples: table(
    {
      seq: sequence(),
      id: text().unique("decision_samples_id"),
      customerId: text().references("customers"),
      drawnBy: text(),
      drawnAt: time(),
      /** Random seed, which reproduces the sample from the same decisions. */
      seed: text(),
      /** Start (inclusive) and end (exclusive) of the period. */
      periodFrom: time(),
      periodBefore: time(),
      workflowId: text().optional(),
      result: text<"MOVED" | ApplicationStatus>().optional(),
      drawnCount: integer(),
      /** Numbers of reviewed and of changed decisions; unaffected by the deletion of decisions. */
      reviewedCount: integer().default(0),
      changedCount: integer().default(0),
    },
    {
      indexes: {
        decision_samples_customer: "customerId, seq",
      },
    },
  ),
  /** A decision of a sample. Holds only the id, so that nothing of a deleted candidate remains. */
  decision_sample_rows: table(
    {
      sampleId: text().references("decision_samples", "CASCADE"),
      decisionId: text(),
      verdict: oneOf(...verdicts).optional(),
    },
    {
      primaryKey: ["sampleId", "decisionId"],
      indexes: {
        decision_sample_rows_decision: "decisionId",
      },
    },
  ),
};
