import { bit, bytes, edition, integer, json, oneOf, sequence, table, text, time } from "./columns";

export const identityTables = {
  customers: table(
    {
      id: text().primary(),
      organizationId: text(),
      uniqueName: text().uniqueIgnoringCase(),
      displayName: text(),
      /** `searchKey` of the display name. */
      nameKey: text().defaultForOldRows(""),
      rootHierarchyId: text(),
      tags: text().default("[]"),
      createdBy: text().optional(),
      createdAt: time(),
      updatedAt: time(),
      archivedAt: time().optional(),
    },
    {
      indexes: {
        customers_organization: "organizationId, createdAt DESC, id DESC",
        customers_by_name: "organizationId, nameKey, id, uniqueName, archivedAt",
        customers_by_creation: "organizationId, createdAt, id, nameKey, uniqueName, archivedAt",
        customers_by_archiving:
          "organizationId, archivedAt, id, nameKey, uniqueName WHERE archivedAt IS NOT NULL",
      },
    },
  ),
  hierarchies: table(
    {
      id: text().primary(),
      /** Null for the customer's root (level 1). */
      parentId: text().references("hierarchies").optional(),
      organizationId: text(),
      customerId: text().references("customers"),
      name: text(),
      /** Order among siblings, from 0. */
      position: integer(),
      tags: text().default("[]"),
      createdAt: time(),
      updatedAt: time(),
      archivedAt: time().optional(),
    },
    {
      indexes: {
        hierarchies_customer: "customerId, position, id",
        hierarchies_parent: "parentId",
      },
    },
  ),
  /** Edition of a customer's whole department tree; no row if it was never saved. */
  hierarchy_editions: table({
    customerId: text().primary().references("customers"),
    version: integer(),
    changedAt: time().optional(),
    changedBy: text().optional(),
  }),
  /** Change of one department by a save of the tree, with the names at the time. */
  hierarchy_changes: table(
    {
      seq: sequence(),
      customerId: text().references("customers"),
      version: integer(),
      hierarchyId: text(),
      kind: oneOf("CREATED", "RENAMED", "MOVED", "ARCHIVED"),
      name: text(),
      before: text().optional(),
      after: text().optional(),
      changedAt: time(),
      changedBy: text(),
    },
    {
      indexes: {
        hierarchy_changes_version: "customerId, version, seq",
      },
    },
  ),
  users: table(
    {
      id: text().primary(),
      organizationId: text(),
      customerId: text().references("customers"),
      hierarchyId: text().references("hierarchies"),
      source: oneOf("LOCAL", "SSO"),
      userType: oneOf("INTERNAL", "END_USER"),
      username: text(),
      /** Lower case. */
      email: text().unique().check("email = lower(email)"),
      firstName: text(),
      lastName: text(),
      phoneNumber: text().optional(),
      /** Argon2id; null for SSO users. */
      passwordHash: text().optional(),
      mustChangePassword: bit().default(0),
      lastPasswordUpdatedAt: time().optional(),
      mfaEnabled: bit().default(0),
      mfaMethod: text().optional(),
      notes: text().optional(),
      defaultCustomerId: text().optional(),
      lastActive: integer().optional(),
      /** Number of groups, archived ones included; maintained by triggers on group_members (USER-04). */
      groupCount: integer().default(0),
      /** Sort and search key of the name, computed by userNameKey. */
      nameKey: text().default(""),
      createdAt: time(),
      updatedAt: time(),
      archivedAt: time().optional(),
      ...edition(1),
    },
    {
      indexes: {
        users_active_created: "customerId, createdAt, id WHERE archivedAt IS NULL",
        users_active_email: "customerId, email, id WHERE archivedAt IS NULL",
        users_active_last_active: "customerId, lastActive, id WHERE archivedAt IS NULL",
        users_active_group_count: "customerId, groupCount, id WHERE archivedAt IS NULL",
        users_hierarchy: "hierarchyId",
        users_active_name: "customerId, nameKey, id WHERE archivedAt IS NULL",
        users_active_search: {
          sqlite:
            "customerId, nameKey, email, createdAt, lastActive, groupCount, hierarchyId, id WHERE archivedAt IS NULL",
        },
        users_archived_search: {
          sqlite:
            "customerId, nameKey, email, createdAt, lastActive, groupCount, archivedAt, hierarchyId, id WHERE archivedAt IS NOT NULL",
        },
        users_archived_at: "customerId, archivedAt, id, hierarchyId WHERE archivedAt IS NOT NULL",
        users_archived_created:
          "customerId, createdAt, id, hierarchyId, archivedAt WHERE archivedAt IS NOT NULL",
        users_of_groups:
          "id, customerId, archivedAt, nameKey, email, createdAt, lastActive, groupCount, hierarchyId",
        users_never_active:
          "customerId, createdAt, id, hierarchyId WHERE archivedAt IS NULL AND lastActive IS NULL",
        users_password:
          "customerId, coalesce(lastPasswordUpdatedAt, createdAt), id, hierarchyId WHERE archivedAt IS NULL AND source = 'LOCAL'",
        users_search: { postgres: "USING gin (customerId, nameKey gin_trgm_ops, email gin_trgm_ops)" },
      },
    },
  ),
  /** Number of rows of a list per department. Maintained by triggers; no other code may write it. */
  list_counts: table(
    {
      list: oneOf("users", "vacancies"),
      customerId: text(),
      hierarchyId: text(),
      isArchived: bit(),
      count: integer(),
    },
    { primaryKey: ["list", "customerId", "hierarchyId", "isArchived"] },
  ),
  groups: table(
    {
      id: text().primary(),
      organizationId: text(),
      customerId: text().references("customers"),
      hierarchyId: text().references("hierarchies"),
      name: text(),
      /** `searchKey` of the name. */
      nameKey: text().defaultForOldRows(""),
      description: text().optional(),
      tags: text().default("[]"),
      createdAt: time(),
      updatedAt: time(),
      archivedAt: time().optional(),
      /** Number of active users; maintained by triggers on group_members and users (GRP-11). */
      usersCount: integer().default(0),
      /** Version of the set of attached shared policies. */
      policiesVersion: integer().default(0),
      policiesChangedAt: time().optional(),
      policiesChangedBy: text().optional(),
      ...edition(1),
    },
    {
      indexes: {
        groups_active_created: "customerId, createdAt, id WHERE archivedAt IS NULL",
        groups_archived_created: "customerId, createdAt, id WHERE archivedAt IS NOT NULL",
        groups_hierarchy: "hierarchyId",
        groups_active_name: "customerId, nameKey, id WHERE archivedAt IS NULL",
        groups_archived_name: "customerId, nameKey, id WHERE archivedAt IS NOT NULL",
      },
    },
  ),
  group_members: table(
    {
      groupId: text().references("groups"),
      userId: text().references("users"),
      createdAt: time(),
    },
    {
      primaryKey: ["groupId", "userId"],
      indexes: {
        group_members_user: "userId, groupId",
      },
    },
  ),
  /** `statements` is JSON: [{actions, resources, effect}] (POL-05); `tags` is JSON: [{name, value}]. */
  policies: table(
    {
      id: text().primary(),
      organizationId: text(),
      customerId: text().references("customers"),
      name: text(),
      description: text().optional(),
      tags: text().default("[]"),
      statements: json().defaultForOldRows("[]"),
      createdAt: time(),
      updatedAt: time(),
      ...edition(1),
    },
    {
      indexes: {
        policies_name: {
          sqlite: "organizationId, customerId, name COLLATE NOCASE, id",
          postgres: "organizationId, customerId, lower(name), id",
        },
        policies_updated: "organizationId, customerId, updatedAt, id",
        policies_wildcard: {
          sqlite: `customerId WHERE instr(statements, '"*"') > 0`,
          postgres: `customerId WHERE strpos(statements, '"*"') > 0`,
        },
      },
    },
  ),
  /**
   * Policies of a group. OWN is the policy of its Console tab, TALENT_HUB that of its Talent Hub tab,
   * ATTACHED a shared one. A group has one OWN and at most one TALENT_HUB policy; neither can belong to
   * another group.
   */
  group_policies: table(
    {
      groupId: text().references("groups"),
      policyId: text().references("policies"),
      kind: oneOf("OWN", "TALENT_HUB", "ATTACHED"),
    },
    {
      primaryKey: ["groupId", "policyId"],
      indexes: {
        group_policies_policy: "policyId",
        group_policies_one_of_a_kind: "UNIQUE (groupId, kind) WHERE kind <> 'ATTACHED'",
      },
    },
  ),
  /** Every email and SMS to send, or to show instead of sending (AUTH-82). */
  outbox: table(
    {
      id: text().primary(),
      channel: oneOf("EMAIL", "SMS"),
      recipient: text(),
      subject: text(),
      text: text(),
      html: text().optional(),
      templateType: text(),
      customerId: text().optional(),
      data: text().optional(),
      createdAt: time(),
      /** Time when a mail server or carrier accepted the message, or when it counted as sent without one. */
      sentAt: time().optional(),
      attempts: integer().default(0),
      nextAttemptAt: time().default(0),
      /** Time when the message was refused for good, or when its last attempt failed. */
      givenUpAt: time().optional(),
    },
    {
      indexes: {
        outbox_created: "createdAt, id",
        outbox_recipient: "recipient, createdAt, id",
        outbox_waiting: "channel, createdAt, id WHERE sentAt IS NULL AND givenUpAt IS NULL",
      },
    },
  ),
  /** Results of mutations sent with an `idempotency-key`. */
  idempotency: table(
    {
      userId: text(),
      operation: text(),
      key: text(),
      variablesHash: bytes(),
      response: text(),
      createdAt: time(),
    },
    {
      primaryKey: ["userId", "operation", "key"],
      indexes: {
        idempotency_created: "createdAt",
      },
    },
  ),
};
