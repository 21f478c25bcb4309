import type { Migration } from "./migration";

/**
 * Who corrected or de-identified a candidate, and when: the names of what was corrected, never a value. A deleted
 * candidate takes them along.
 */
export const regionCandidateChanges: Migration = {
  number: 63,
  name: "region-candidate-changes",
  file: "region",
  sql: `
    CREATE TABLE candidate_changes (
      seq INTEGER PRIMARY KEY,
      candidateId TEXT NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('CORRECTED', 'DEIDENTIFIED')),
      fields TEXT NOT NULL CHECK (json_valid(fields)),
      changedBy TEXT,
      changedAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX candidate_changes_candidate ON candidate_changes (candidateId, changedAt);
  `,
};
