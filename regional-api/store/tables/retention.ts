import { bytes, integer, json, oneOf, sequence, table, text, time } from "./columns";

const packStates = ["WAITING", "READY", "FAILED"] as const;
export type PackState = (typeof packStates)[number];

export const retentionTables = {
  /**
   * Legal holds. Each protects a candidate, all candidates of a vacancy, or all of the customer from removal
   * (RET-09).
   */
  retention_holds: table(
    {
      seq: sequence(),
      id: text().unique(),
      customerId: text().references("customers"),
      /** Scope of the hold; the whole customer if both are null. */
      candidateId: text().references("candidates", "CASCADE").optional(),
      vacancyId: text().references("vacancies").optional(),
      reason: text(),
      placedBy: text(),
      placedAt: time(),
      /** UTC day on which the hold is due for review. */
      reviewAt: time(),
      releasedBy: text().optional(),
      releasedAt: time().optional(),
      releaseReason: text().optional(),
    },
    {
      constraints: ["CHECK (candidateId IS NULL OR vacancyId IS NULL)"],
      indexes: {
        retention_holds_active: "customerId, reviewAt, seq WHERE releasedAt IS NULL",
        retention_holds_released: "customerId, releasedAt, seq WHERE releasedAt IS NOT NULL",
        retention_holds_candidate: "candidateId",
        retention_holds_vacancy: "vacancyId",
      },
    },
  ),
  /** A shorter retention period that takes effect in the future (RET-04); null months mean no change. */
  retention_changes: table(
    {
      customerId: text().primary().references("customers"),
      id: text().unique(),
      candidateMonths: integer().optional(),
      videoMonths: integer().optional(),
      requestedBy: text(),
      requestedAt: time(),
      takesEffectAt: time(),
    },
    {
      constraints: ["CHECK (candidateMonths IS NOT NULL OR videoMonths IS NOT NULL)"],
      indexes: {
        retention_changes_effect: "takesEffectAt",
      },
    },
  ),
  /**
   * Earliest time of the first run. A single row, only in regions with periods from before they were
   * enforced.
   */
  retention_begin: table({
    one: integer<1>().primary().check("one = 1"),
    at: time(),
  }),
  /** A run in a region; at most one per UTC day (RET-05). */
  retention_runs: table(
    {
      seq: sequence(),
      id: text().unique(),
      /** Days since 1970. */
      day: integer().unique(),
      startedAt: time(),
      endedAt: time().optional(),
      /** JSON: progress of the run, the `RunPlace` of areas/retention. */
      place: json(),
    },
    {
      indexes: {
        retention_runs_open: "day WHERE endedAt IS NULL",
      },
    },
  ),
  /** Results of a run for one customer; no row if there was nothing to do. */
  retention_run_customers: table(
    {
      run: integer().references("retention_runs.seq", "CASCADE"),
      customerId: text().references("customers"),
      candidates: integer().default(0),
      reports: integer().default(0),
      keptCandidates: integer().default(0),
      keptReports: integer().default(0),
      failed: integer().default(0),
    },
    {
      primaryKey: ["run", "customerId"],
      indexes: {
        retention_run_customers_customer: "customerId, run",
      },
    },
  ),
  /** A candidate's complete data as a file for download (RET-12). */
  access_packs: table(
    {
      seq: sequence(),
      id: text().unique(),
      customerId: text().references("customers"),
      candidateId: text().references("candidates", "CASCADE"),
      askedBy: text(),
      askedAt: time(),
      /** Time when the pack is deleted, downloaded or not. */
      endsAt: time(),
      state: oneOf(...packStates),
      readyAt: time().optional(),
      /** The ZIP file. */
      content: bytes().optional(),
    },
    {
      indexes: {
        access_packs_customer: "customerId",
        access_packs_candidate: "candidateId, seq",
        access_packs_waiting: "seq WHERE state = 'WAITING'",
        access_packs_end: "endsAt",
      },
    },
  ),
};
