import type { Migration } from "./migration";

/** Workflow sets are edited: beside the version, which they have, it is kept who saved them last and when. */
export const regionWorkflowSetEditions: Migration = {
  number: 79,
  name: "region-workflow-set-editions",
  file: "region",
  sql: `
    ALTER TABLE workflow_sets ADD COLUMN changedAt INTEGER;
    ALTER TABLE workflow_sets ADD COLUMN changedBy TEXT;
  `,
};
