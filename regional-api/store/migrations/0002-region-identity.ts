import type { Migration } from "./migration";

/** Indexes on users and groups follow the lists' filters and sorts: USER-18, GRP-09, CUST-04. */
export const regionIdentity: Migration = {
  number: 2,
  name: "region-identity",
  file: "region",
  sql: `
    CREATE TABLE customers (
      id TEXT PRIMARY KEY,
      organizationId TEXT NOT NULL,
      uniqueName TEXT NOT NULL COLLATE NOCASE UNIQUE,
      displayName TEXT NOT NULL,
      rootHierarchyId TEXT NOT NULL,
      tags TEXT NOT NULL DEFAULT '[]',
      createdBy TEXT,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    CREATE INDEX customers_organization ON customers (organizationId, createdAt DESC, id DESC);

    CREATE TABLE hierarchies (
      id TEXT PRIMARY KEY,
      parentId TEXT REFERENCES hierarchies (id),
      organizationId TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      name TEXT NOT NULL,
      position INTEGER NOT NULL,
      tags TEXT NOT NULL DEFAULT '[]',
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    CREATE INDEX hierarchies_customer ON hierarchies (customerId, position, id);
    CREATE INDEX hierarchies_parent ON hierarchies (parentId);

    CREATE TABLE users (
      id TEXT PRIMARY KEY,
      organizationId TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      hierarchyId TEXT NOT NULL REFERENCES hierarchies (id),
      source TEXT NOT NULL CHECK (source IN ('LOCAL', 'SSO')),
      userType TEXT NOT NULL CHECK (userType IN ('INTERNAL', 'END_USER')),
      username TEXT NOT NULL,
      email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
      firstName TEXT NOT NULL,
      lastName TEXT NOT NULL,
      phoneNumber TEXT,
      passwordHash TEXT,
      mustChangePassword INTEGER NOT NULL DEFAULT 0,
      lastPasswordUpdatedAt INTEGER,
      mfaEnabled INTEGER NOT NULL DEFAULT 0,
      mfaMethod TEXT,
      notes TEXT,
      defaultCustomerId TEXT,
      lastActive INTEGER,
      groupCount INTEGER NOT NULL DEFAULT 0,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    CREATE INDEX users_active_created ON users (customerId, createdAt, id) WHERE archivedAt IS NULL;
    CREATE INDEX users_active_first_name ON users (customerId, firstName COLLATE NOCASE, id) WHERE archivedAt IS NULL;
    CREATE INDEX users_active_email ON users (customerId, email, id) WHERE archivedAt IS NULL;
    CREATE INDEX users_active_last_active ON users (customerId, lastActive, id) WHERE archivedAt IS NULL;
    CREATE INDEX users_active_group_count ON users (customerId, groupCount, id) WHERE archivedAt IS NULL;
    CREATE INDEX users_archived_created ON users (customerId, createdAt, id) WHERE archivedAt IS NOT NULL;
    CREATE INDEX users_hierarchy ON users (hierarchyId);

    CREATE TABLE groups (
      id TEXT PRIMARY KEY,
      organizationId TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      hierarchyId TEXT NOT NULL REFERENCES hierarchies (id),
      name TEXT NOT NULL,
      description TEXT,
      tags TEXT NOT NULL DEFAULT '[]',
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    CREATE INDEX groups_active_created ON groups (customerId, createdAt, id) WHERE archivedAt IS NULL;
    CREATE INDEX groups_active_name ON groups (customerId, name COLLATE NOCASE, id) WHERE archivedAt IS NULL;
    CREATE INDEX groups_archived_created ON groups (customerId, createdAt, id) WHERE archivedAt IS NOT NULL;
    CREATE INDEX groups_archived_name ON groups (customerId, name COLLATE NOCASE, id) WHERE archivedAt IS NOT NULL;
    CREATE INDEX groups_hierarchy ON groups (hierarchyId);

    CREATE TABLE group_members (
      groupId TEXT NOT NULL REFERENCES groups (id),
      userId TEXT NOT NULL REFERENCES users (id),
      createdAt INTEGER NOT NULL,
      PRIMARY KEY (groupId, userId)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX group_members_user ON group_members (userId, groupId);
    CREATE TRIGGER group_members_added AFTER INSERT ON group_members BEGIN
      UPDATE users SET groupCount = groupCount + 1 WHERE id = NEW.userId;
    END;
    CREATE TRIGGER group_members_removed AFTER DELETE ON group_members BEGIN
      UPDATE users SET groupCount = groupCount - 1 WHERE id = OLD.userId;
    END;

    CREATE TABLE policies (
      id TEXT PRIMARY KEY,
      organizationId TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      name TEXT NOT NULL,
      description TEXT,
      tags TEXT NOT NULL DEFAULT '[]',
      statements TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(statements)),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX policies_name ON policies (organizationId, customerId, name COLLATE NOCASE, id);
    CREATE INDEX policies_updated ON policies (organizationId, customerId, updatedAt, id);

    CREATE TABLE group_policies (
      groupId TEXT NOT NULL REFERENCES groups (id),
      policyId TEXT NOT NULL REFERENCES policies (id),
      kind TEXT NOT NULL CHECK (kind IN ('OWN', 'TALENT_HUB', 'ATTACHED')),
      PRIMARY KEY (groupId, policyId)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX group_policies_policy ON group_policies (policyId);
    CREATE UNIQUE INDEX group_policies_one_of_a_kind ON group_policies (groupId, kind) WHERE kind <> 'ATTACHED';

    CREATE TABLE outbox (
      id TEXT PRIMARY KEY,
      channel TEXT NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
      recipient TEXT NOT NULL,
      subject TEXT NOT NULL,
      text TEXT NOT NULL,
      html TEXT,
      templateType TEXT NOT NULL,
      customerId TEXT,
      data TEXT,
      createdAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX outbox_created ON outbox (createdAt, id);
    CREATE INDEX outbox_recipient ON outbox (recipient, createdAt, id);

    CREATE TABLE idempotency (
      userId TEXT NOT NULL,
      operation TEXT NOT NULL,
      key TEXT NOT NULL,
      variablesHash BLOB NOT NULL,
      response TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      PRIMARY KEY (userId, operation, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_created ON idempotency (createdAt);
  `,
};
