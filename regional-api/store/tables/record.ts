import { bytes, integer, oneOf, sequence, table, text, time } from "./columns";

/** The source of a change (AUD-02). */
export type RecordSource = "CONSOLE" | "UPLOAD" | "BULK" | "RULE" | "UNDO" | "COMMAND";

export const recordTables = {
  /** One audit entry. Rows are never changed; see store/record-chain.ts. */
  record_entries: table(
    {
      /**
       * Rises in the order of creation; entries added concurrently may be in either order, except within a
       * chain.
       */
      seq: sequence().neverEmpty(),
      id: text().unique(),
      /** Never earlier than the previous entry in its chain. */
      at: time(),
      action: text(),
      outcome: oneOf("SUCCESS", "FAILURE"),
      kind: text(),
      /**
       * The object, or the first of several. For a sign-in with an unknown email, a pseudonym of the email.
       */
      objectId: text().optional(),
      /**
       * Name of the object at the time; null for people, whose names are looked up when the entry is read.
       */
      objectName: text().optional(),
      objectCount: integer(),
      /** A user of any region; null for the platform, or if the actor was not authenticated. */
      actorId: text().optional(),
      organizationId: text().optional(),
      customerId: text().optional(),
      departmentId: text().optional(),
      source: text<RecordSource>(),
      network: text(),
      requestId: text(),
      /** The API operation, or the name of another process. */
      operation: text(),
      /** JSON: the `RecordedObject`s of core/record.ts. */
      changes: text(),
      /** JSON: the `RecordDetails` of core/record.ts. */
      details: text(),
      /**
       * SHA-256 over the previous hash in the chain, the number in the chain, and all columns above except
       * `seq`.
       */
      hash: bytes(),
      /** Chain of the entry: the customer's id, or empty (store/record-chain.ts). */
      chain: text().default(""),
      /**
       * Number in the chain, without gaps; null in entries from before the chains, which are numbered by
       * `seq`.
       */
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
  /** Index of entries by object; an entry of a bulk job has many. */
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
  /** Index of entries by filter; each entry has a row for every combination of actor, kind and action. */
  record_filters: table(
    {
      /** See `recordToken`. */
      token: integer<bigint>(),
      seq: integer(),
    },
    { primaryKey: ["token", "seq"] },
  ),
  /** Start and end of each chain. */
  record_chains: table({
    chain: text().primary(),
    /** Number in the chain of the last entry removed after its retention period. */
    removedLink: integer(),
    removedHash: bytes(),
    lastLink: integer(),
    lastAt: time(),
    lastHash: bytes(),
  }),
};
