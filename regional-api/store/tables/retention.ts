import type { GeneratedAlways } from "kysely";
import type { Optional } from "./columns";

/** Keeps a candidate, everybody of a vacancy, or everybody of the customer from being removed (RET-09). */
interface RetentionHoldTable {
  seq: GeneratedAlways<number>;
  id: string;
  customerId: string;
  /** What it lies on: with neither it is the customer. */
  candidateId: string | null;
  vacancyId: string | null;
  reason: string;
  placedBy: string;
  placedAt: number;
  /** The UTC day on which somebody is to look at it again. */
  reviewAt: number;
  releasedBy: Optional<string | null>;
  releasedAt: Optional<number | null>;
  releaseReason: Optional<string | null>;
}

/** A view: everybody whom a hold keeps, once for each hold. */
interface CandidateHoldView {
  heldId: string;
  seq: number;
}

/** A shorter period that waits for its day (RET-04); months of null stay as they are. */
interface RetentionChangeTable {
  customerId: string;
  id: string;
  candidateMonths: number | null;
  videoMonths: number | null;
  requestedBy: string;
  requestedAt: number;
  takesEffectAt: number;
}

/** One row, in a region that had periods before anything applied them: when the first run may be. */
interface RetentionBeginTable {
  one: Optional<1>;
  at: number;
}

/** One run of a region; at most one a UTC day (RET-05). */
interface RetentionRunTable {
  seq: GeneratedAlways<number>;
  id: string;
  /** Days since 1970. */
  day: number;
  startedAt: number;
  endedAt: number | null;
  /** JSON: where it is, the `RunPlace` of areas/retention. */
  place: string;
}

/** What a run did at one customer; without a row there was nothing to do. */
interface RetentionRunCustomerTable {
  run: number;
  customerId: string;
  candidates: Optional<number>;
  reports: Optional<number>;
  keptCandidates: Optional<number>;
  keptReports: Optional<number>;
  failed: Optional<number>;
}

export type PackState = "WAITING" | "READY" | "FAILED";

/** Everything about a candidate as a file to be fetched (RET-12). */
interface AccessPackTable {
  seq: GeneratedAlways<number>;
  id: string;
  customerId: string;
  candidateId: string;
  askedBy: string;
  askedAt: number;
  /** When it goes, fetched or not. */
  endsAt: number;
  state: PackState;
  readyAt: Optional<number | null>;
  /** The ZIP file. */
  content: Optional<Buffer | null>;
}

export interface RetentionTables {
  retention_holds: RetentionHoldTable;
  candidate_holds: CandidateHoldView;
  retention_changes: RetentionChangeTable;
  retention_begin: RetentionBeginTable;
  retention_runs: RetentionRunTable;
  retention_run_customers: RetentionRunCustomerTable;
  access_packs: AccessPackTable;
}
