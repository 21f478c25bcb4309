import type { Migration } from "./migration";

/**
 * The record of changes (AUD). Entries are only ever added, and removed from the oldest on once they are past their
 * time; `record_head` then keeps the hash that the oldest of the rest goes on from.
 */
export const regionRecord: Migration = {
  number: 132,
  name: "region-record",
  file: "region",
  sql: `
    CREATE TABLE record_entries (
      seq INTEGER NOT NULL PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      at INTEGER NOT NULL,
      action TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('SUCCESS', 'FAILURE')),
      kind TEXT NOT NULL,
      objectId TEXT,
      objectName TEXT,
      objectCount INTEGER NOT NULL,
      actorId TEXT,
      organizationId TEXT,
      customerId TEXT,
      departmentId TEXT,
      source TEXT NOT NULL,
      network TEXT NOT NULL,
      requestId TEXT NOT NULL,
      operation TEXT NOT NULL,
      changes TEXT NOT NULL,
      details TEXT NOT NULL,
      hash BLOB NOT NULL
    ) STRICT;
    CREATE INDEX record_entries_at ON record_entries (at);
    CREATE INDEX record_entries_customer ON record_entries (customerId, seq);
    CREATE INDEX record_entries_actor ON record_entries (customerId, actorId);
    CREATE INDEX record_entries_request ON record_entries (requestId);

    CREATE TABLE record_objects (
      kind TEXT NOT NULL,
      objectId TEXT NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (kind, objectId, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX record_objects_seq ON record_objects (seq);

    CREATE TABLE record_filters (
      token INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (token, seq)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE record_head (
      one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
      removedSeq INTEGER NOT NULL,
      removedHash BLOB NOT NULL,
      lastSeq INTEGER NOT NULL,
      lastAt INTEGER NOT NULL,
      lastHash BLOB NOT NULL
    ) STRICT;
    INSERT INTO record_head VALUES (1, 0, zeroblob(32), 0, 0, zeroblob(32));

    CREATE TRIGGER record_entries_stay BEFORE UPDATE ON record_entries
    BEGIN SELECT RAISE(ABORT, 'an entry of the record is never changed'); END;
    CREATE TRIGGER record_entries_kept BEFORE DELETE ON record_entries
    WHEN old.seq > (SELECT removedSeq FROM record_head)
    BEGIN SELECT RAISE(ABORT, 'an entry of the record is kept for its time'); END;

    CREATE VIRTUAL TABLE record_search USING fts5 (
      name, content = '', contentless_delete = 1, detail = none, prefix = '2 3',
      tokenize = "unicode61 remove_diacritics 2"
    );
  `,
};
