import { bytes, integer, oneOf, sequence, table, text, time } from "./columns";

/** Where a change came from (AUD-02). */
export type RecordSource = "CONSOLE" | "UPLOAD" | "BULK" | "RULE" | "UNDO" | "COMMAND";

export const recordTables = {
  /** One thing that was done. Nobody changes a row; see store/record-chain.ts. */
  record_entries: table(
    {
      /** Runs with creation; of what is added at a time either may come first, but in one chain. */
      seq: sequence().neverEmpty(),
      id: text().unique(),
      /** Never before that of the entry before in its chain. */
      at: time(),
      action: text(),
      outcome: oneOf("SUCCESS", "FAILURE"),
      kind: text(),
      /** The object, or the first of several. For a sign-in by an email without an account, what stands for the email. */
      objectId: text().optional(),
      /** As it was called then; null for people, who are named when the entry is read. */
      objectName: text().optional(),
      objectCount: integer(),
      /** A user of any region; null for the platform, and where nobody was proven to be anybody. */
      actorId: text().optional(),
      organizationId: text().optional(),
      customerId: text().optional(),
      departmentId: text().optional(),
      source: text<RecordSource>(),
      network: text(),
      requestId: text(),
      /** The operation of the API, or what else did it. */
      operation: text(),
      /** JSON: the `RecordedObject`s of core/record.ts. */
      changes: text(),
      /** JSON: the `RecordDetails` of core/record.ts. */
      details: text(),
      /** SHA-256 over the hash of the entry before in its chain, the number there, and all of the above but `seq`. */
      hash: bytes(),
      /** The customer's id, or empty: whose entries it is one of (store/record-chain.ts). */
      chain: text().default(""),
      /** Its number in the chain, without a gap; of entries from before there were several it is their `seq`. */
      link: integer().optional(),
    },
    {
      indexes: {
        record_entries_at: "at",
        record_entries_customer: "customerId, seq",
        record_entries_actor: "customerId, actorId",
        record_entries_request: "requestId",
        record_entries_chain: "UNIQUE (chain, coalesce(link, seq))",
      },
    },
  ),
  /** In which entries an object is: those of a bulk action have many. */
  record_objects: table(
    {
      kind: text(),
      objectId: text(),
      seq: integer(),
    },
    {
      primaryKey: ["kind", "objectId", "seq"],
      indexes: {
        record_objects_seq: "seq",
      },
    },
  ),
  /** Which entries a filter leaves, in their order: each has a row for every combination of person, kind and action. */
  record_filters: table(
    {
      /** See `recordToken`. */
      token: integer<bigint>(),
      seq: integer(),
    },
    { primaryKey: ["token", "seq"] },
  ),
  /** Where each chain begins and ends. */
  record_chains: table({
    chain: text().primary(),
    /** Of the last entry that was past its time. */
    removedLink: integer(),
    removedHash: bytes(),
    lastLink: integer(),
    lastAt: time(),
    lastHash: bytes(),
  }),
};
