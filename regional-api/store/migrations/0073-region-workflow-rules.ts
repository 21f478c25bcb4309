import type { Migration } from "./migration";

/**
 * Workflows are edited, rules are named in what they did, and a rule can be tried on what was completed.
 *
 * - vacancies_workflow finds the vacancies that use a workflow and the ids that its first stage has in their copies,
 *   from the index alone.
 * - assessments_stage walks what was completed at a stage, newest first.
 */
export const regionWorkflowRules: Migration = {
  number: 73,
  name: "region-workflow-rules",
  file: "region",
  sql: `
    ALTER TABLE workflows ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE workflows ADD COLUMN changedAt INTEGER;
    ALTER TABLE workflows ADD COLUMN changedBy TEXT;
    ALTER TABLE application_changes ADD COLUMN rule TEXT CHECK (json_valid(rule));
    CREATE INDEX vacancies_workflow ON vacancies (
      customerId, json_extract(workflow, '$._id'), json_extract(workflow, '$.stages[0]._id')
    );
    CREATE INDEX assessments_stage ON assessments (stageId, submittedAt) WHERE submittedAt IS NOT NULL;
  `,
};
