/**
 * Row types of the stores. Times are integer milliseconds UTC, ids 24 lower-case hex characters,
 * booleans 0 or 1, JSON columns text. Table names are unique over the directory and region files,
 * because a region's connection sees both (see database.ts).
 */
import type { GeneratedAlways, Insertable, Selectable } from "kysely";
import type { AwsRegion } from "../regions";
import type { AtsTables } from "./tables/ats";
import type { BulkTables } from "./tables/bulk";
import type { Bit, EditionColumns, Optional } from "./tables/columns";
import type { EventsTables } from "./tables/events";
import type { HiringTables } from "./tables/hiring";
import type { PeopleTables } from "./tables/people";
import type { RecordTables } from "./tables/record";
import type { RetentionTables } from "./tables/retention";
import type { SettingsTables } from "./tables/settings";

// ---- directory.sqlite: what all regions share ----

interface OrganizationTable extends EditionColumns {
  id: string;
  uniqueName: string;
  displayName: string;
  tags: Optional<string>;
  createdAt: number;
  updatedAt: number;
  archivedAt: number | null;
}

/** One row per customer of any region, archived ones included: keeps account names unique (CUST-43). */
interface CustomerDirectoryTable {
  id: string;
  organizationId: string;
  uniqueName: string;
  displayName: string;
  awsRegion: AwsRegion;
  rootHierarchyId: string;
  createdAt: number;
  archivedAt: number | null;
}

/** One row per user of any region; `email` is lower case and unique within a region (USER-79). */
interface UserDirectoryTable {
  id: string;
  email: string;
  awsRegion: AwsRegion;
  organizationId: string;
  customerId: string;
  archivedAt: number | null;
}

/** The customers a user was given (SESS-24), over all regions. */
interface UserCustomerTable {
  userId: string;
  customerId: string;
}

interface SessionTable {
  id: string;
  userId: string;
  /** The region whose file holds the user. */
  awsRegion: AwsRegion;
  csrfToken: string;
  createdAt: number;
  /** The absolute end, however often the tokens are refreshed. */
  expiresAt: number;
  revokedAt: number | null;
  /** Where it began, without the last part of the address. */
  network: Optional<string | null>;
  /** The User-Agent that it began with, its first 300 characters. */
  browser: Optional<string | null>;
  /** Whether it began by single sign-on. */
  isBySso: Optional<Bit>;
}

/** Access and refresh tokens of a session, by SHA-256; the session is the refresh tokens' family. */
interface SessionTokenTable {
  hash: Buffer;
  sessionId: string;
  kind: "access" | "refresh";
  createdAt: number;
  expiresAt: number;
  /** Refresh tokens: when it was exchanged, and its successors sealed with the token itself. */
  rotatedAt: number | null;
  successor: Buffer | null;
  /** When it was first shown, which proves that it arrived. */
  usedAt: number | null;
}

/** Browsers that need no one-time code until `expiresAt` (AUTH-25). */
interface RememberedDeviceTable {
  tokenHash: Buffer;
  userId: string;
  createdAt: number;
  expiresAt: number;
  /** The last sign-in that needed no code because of it. */
  lastUsedAt: Optional<number | null>;
}

/**
 * Wrong passwords in a row, by region and lower-case email, whether or not an account exists.
 * `lockedUntil` in the future means locked (AUTH-16); unlocking deletes the row.
 */
interface LoginAttemptTable {
  awsRegion: AwsRegion;
  email: string;
  failures: number;
  /** Wrong codes, which a right password does not clear (AUTH-87). */
  codeFailures: Optional<number>;
  lockedUntil: number | null;
  updatedAt: number;
}

/** Failures for one email by where they came from; `source` is a digest. */
interface SignInSourceTable {
  awsRegion: AwsRegion;
  email: string;
  source: Buffer;
  failures: number;
  /** How often it was made to wait; each time it is longer. */
  strikes: number;
  refusedUntil: number | null;
  updatedAt: number;
}

/** What releases before the record of changes kept of it; the next start carries it over (store/record-chain.ts). */
interface AuditEventTable {
  id: string;
  at: number;
  event: string;
  outcome: "SUCCESS" | "FAILURE";
  actorId: string | null;
  subject: string | null;
  customerId: string | null;
  awsRegion: AwsRegion;
  network: string;
  requestId: string;
  details: string;
}

/** MFA codes, password reset links and SSO exchange codes, by SHA-256. */
interface OneTimeCodeTable {
  id: string;
  purpose: "MFA" | "PASSWORD_RESET" | "SSO";
  codeHash: Buffer;
  userId: string;
  awsRegion: AwsRegion;
  attempts: Optional<number>;
  data: Optional<string>;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** A sign-in begun, by the id its SAML request carries; answered at most once. */
interface SsoRequestTable {
  id: string;
  awsRegion: AwsRegion;
  customerId: string;
  /** SHA-256 of what the browser that began holds. */
  stateHash: Buffer;
  redirect: string;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** Assertions that were accepted, for as long as they could be sent again. */
interface SsoAssertionTable {
  customerId: string;
  id: string;
  expiresAt: number;
}

interface DirectoryTables {
  organizations: OrganizationTable;
  customer_directory: CustomerDirectoryTable;
  user_directory: UserDirectoryTable;
  user_customers: UserCustomerTable;
  sessions: SessionTable;
  session_tokens: SessionTokenTable;
  remembered_devices: RememberedDeviceTable;
  login_attempts: LoginAttemptTable;
  one_time_codes: OneTimeCodeTable;
  sso_requests: SsoRequestTable;
  sso_assertions: SsoAssertionTable;
  sign_in_sources: SignInSourceTable;
  audit_events: AuditEventTable;
}

// ---- <region>.sqlite: the rows of one region's customers ----

interface CustomerTable {
  id: string;
  organizationId: string;
  uniqueName: string;
  displayName: string;
  /** `searchKey` of the display name. */
  nameKey: string;
  rootHierarchyId: string;
  tags: Optional<string>;
  createdBy: string | null;
  createdAt: number;
  updatedAt: number;
  archivedAt: number | null;
}

interface HierarchyTable {
  id: string;
  /** Null for the customer's root, which is level 1. */
  parentId: string | null;
  organizationId: string;
  customerId: string;
  name: string;
  /** Order among siblings, from 0. */
  position: number;
  tags: Optional<string>;
  createdAt: number;
  updatedAt: number;
  archivedAt: number | null;
}

/** The edition of a customer's whole department tree; no row when nobody ever saved it. */
interface HierarchyEditionTable {
  customerId: string;
  version: number;
  changedAt: number | null;
  changedBy: string | null;
}

/** What a save of the tree did to one department, in the words of that moment. */
interface HierarchyChangeTable {
  seq: GeneratedAlways<number>;
  customerId: string;
  version: number;
  hierarchyId: string;
  kind: "CREATED" | "RENAMED" | "MOVED" | "ARCHIVED";
  name: string;
  before: string | null;
  after: string | null;
  changedAt: number;
  changedBy: string;
}

interface UserTable extends EditionColumns {
  id: string;
  organizationId: string;
  customerId: string;
  hierarchyId: string;
  source: "LOCAL" | "SSO";
  userType: "INTERNAL" | "END_USER";
  username: string;
  /** Lower case. */
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  /** Argon2id; null for SSO users. */
  passwordHash: string | null;
  mustChangePassword: Optional<Bit>;
  lastPasswordUpdatedAt: number | null;
  mfaEnabled: Optional<Bit>;
  mfaMethod: string | null;
  notes: string | null;
  defaultCustomerId: string | null;
  lastActive: number | null;
  /** Number of groups, archived ones included; kept by triggers on group_members (USER-04). */
  groupCount: Optional<number>;
  /** What names are sorted and searched by; made by userNameKey. */
  nameKey: Optional<string>;
  createdAt: number;
  updatedAt: number;
  archivedAt: number | null;
}

/** How many rows of a list a department has; kept by triggers of migration 89, never write it. */
interface ListCountTable {
  list: "users" | "vacancies";
  customerId: string;
  hierarchyId: string;
  isArchived: Bit;
  count: number;
}

interface GroupTable extends EditionColumns {
  id: string;
  organizationId: string;
  customerId: string;
  hierarchyId: string;
  name: string;
  /** `searchKey` of the name. */
  nameKey: string;
  description: string | null;
  tags: Optional<string>;
  createdAt: number;
  updatedAt: number;
  archivedAt: number | null;
  /** Number of active users; kept by triggers on group_members and users (GRP-11). */
  usersCount: Optional<number>;
  /** Of the shared policies that it has. */
  policiesVersion: Optional<number>;
  policiesChangedAt: Optional<number | null>;
  policiesChangedBy: Optional<string | null>;
}

interface GroupMemberTable {
  groupId: string;
  userId: string;
  createdAt: number;
}

/** `statements` is JSON: [{actions, resources, effect}] (POL-05); `tags` is JSON: [{name, value}]. */
interface PolicyTable extends EditionColumns {
  id: string;
  organizationId: string;
  customerId: string;
  name: string;
  description: string | null;
  tags: Optional<string>;
  statements: string;
  createdAt: number;
  updatedAt: number;
}

/**
 * Which policies a group has. OWN is its Console tab's policy, TALENT_HUB its Talent Hub tab's,
 * ATTACHED a shared one. A group has one OWN and at most one TALENT_HUB; neither can be another group's.
 */
interface GroupPolicyTable {
  groupId: string;
  policyId: string;
  kind: "OWN" | "TALENT_HUB" | "ATTACHED";
}

/** Every email and SMS that would have been sent (AUTH-82). */
interface OutboxTable {
  id: string;
  channel: "EMAIL" | "SMS";
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  templateType: string;
  customerId: string | null;
  data: string | null;
  createdAt: number;
  /** When a mail server or a carrier took it. Of mails it is set only where a server is configured, as are the next three. */
  sentAt: Optional<number | null>;
  attempts: Optional<number>;
  nextAttemptAt: Optional<number>;
  /** When it was refused for good, or tried for the last time. */
  givenUpAt: Optional<number | null>;
}

/** Results of mutations that carried an `idempotency-key`. */
interface IdempotencyTable {
  userId: string;
  operation: string;
  key: string;
  variablesHash: Buffer;
  response: string;
  createdAt: number;
}

interface RegionTables {
  customers: CustomerTable;
  hierarchies: HierarchyTable;
  hierarchy_editions: HierarchyEditionTable;
  hierarchy_changes: HierarchyChangeTable;
  users: UserTable;
  list_counts: ListCountTable;
  groups: GroupTable;
  group_members: GroupMemberTable;
  policies: PolicyTable;
  group_policies: GroupPolicyTable;
  outbox: OutboxTable;
  idempotency: IdempotencyTable;
}

/** What a region's connection sees. Further areas add their tables to RegionTables. */
export type Tables = DirectoryTables &
  RegionTables &
  SettingsTables &
  HiringTables &
  EventsTables &
  AtsTables &
  BulkTables &
  PeopleTables &
  RecordTables &
  RetentionTables;

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
