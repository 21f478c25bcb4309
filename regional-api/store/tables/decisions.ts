import type { ApplicationStatus } from "./hiring";
import { bit, edition, integer, json, oneOf, sequence, table, text, time } from "./columns";

const verdicts = ["CONFIRMED", "CHANGED"] as const;
export type Verdict = (typeof verdicts)[number];

const contests = ["OPEN", "ANSWERED"] as const;

export const decisionTables = {
  /** What a workflow's rule did to an application, or would have done had it not to wait for a person (DEC-01, DEC-03). */
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
      /** JSON: the `RuleRecord`, as the rule read then. */
      rule: json(),
      /** JSON: the `RuleResults` that it looked at. */
      figures: json(),
      /** Moved on, or given a status. */
      result: text<"MOVED" | ApplicationStatus>(),
      /** The stage or the status that was left, and the one that was given. */
      before: text(),
      after: text(),
      /** Whether nothing happens until a person has looked at it. */
      isWaiting: bit().default(0),
      verdict: oneOf(...verdicts).optional(),
      reviewReason: text().optional(),
      reviewedBy: text().optional(),
      reviewedAt: time().optional(),
      /** The status that the reviewer gave in place of what the rule did. */
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
  /** Decisions of a period that were drawn at random to be reviewed (DEC-05). */
  decision_samples: table(
    {
      seq: sequence(),
      id: text().unique("decision_samples_id"),
      customerId: text().references("customers"),
      drawnBy: text(),
      drawnAt: time(),
      /** What the draw followed: the same seed draws the same of the same decisions. */
      seed: text(),
      /** The moments at which the period begins and is over. */
      periodFrom: time(),
      periodBefore: time(),
      workflowId: text().optional(),
      result: text<"MOVED" | ApplicationStatus>().optional(),
      drawnCount: integer(),
      /** How many were reviewed, and how many of these were changed; kept, whatever becomes of the decisions. */
      reviewedCount: integer().default(0),
      changedCount: integer().default(0),
    },
    {
      indexes: {
        decision_samples_customer: "customerId, seq",
      },
    },
  ),
  /** A decision of a sample: its id alone, so that nothing of a candidate who is deleted stays. */
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
