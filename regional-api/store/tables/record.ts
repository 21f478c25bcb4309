import type { Optional } from "./columns";

/** Where a change came from (AUD-02). */
export type RecordSource = "CONSOLE" | "UPLOAD" | "BULK" | "RULE" | "UNDO" | "COMMAND";

/** One thing that was done. Nobody changes a row; see store/record-chain.ts. */
interface RecordEntryTable {
  /** Runs without a gap. */
  seq: number;
  id: string;
  /** Never before that of the entry before. */
  at: number;
  action: string;
  outcome: "SUCCESS" | "FAILURE";
  kind: string;
  /** The object, or the first of several. For a sign-in by an email without an account, what stands for the email. */
  objectId: string | null;
  /** As it was called then; null for people, who are named when the entry is read. */
  objectName: string | null;
  objectCount: number;
  /** A user of any region; null for the platform, and where nobody was proven to be anybody. */
  actorId: string | null;
  organizationId: string | null;
  customerId: string | null;
  departmentId: string | null;
  source: RecordSource;
  network: string;
  requestId: string;
  /** The operation of the API, or what else did it. */
  operation: string;
  /** JSON: the `RecordedObject`s of core/record.ts. */
  changes: string;
  /** JSON: the `RecordDetails` of core/record.ts. */
  details: string;
  /** SHA-256 over the hash of the entry before and all of the above. */
  hash: Buffer;
}

/** In which entries an object is: those of a bulk action have many. */
interface RecordObjectTable {
  kind: string;
  objectId: string;
  seq: number;
}

/** Which entries a filter leaves, in their order: each has a row for every combination of person, kind and action. */
interface RecordFilterTable {
  /** See `recordToken`. */
  token: bigint;
  seq: number;
}

/** One row: where the chain begins and ends. */
interface RecordHeadTable {
  one: Optional<1>;
  /** Of the last entry that was past its time. */
  removedSeq: number;
  removedHash: Buffer;
  lastSeq: number;
  lastAt: number;
  lastHash: Buffer;
}

export interface RecordTables {
  record_entries: RecordEntryTable;
  record_objects: RecordObjectTable;
  record_filters: RecordFilterTable;
  record_head: RecordHeadTable;
}
