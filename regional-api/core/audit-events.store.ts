/** The record of sign-ins and of changes to who may do what: written with what it tells of, kept for 400 days. */
import { createHash } from "node:crypto";
import { networkOf } from "./client-address";
import { newId } from "./ids";
import type { Database } from "../store/database";
import type { Row } from "../store/tables";
import { prepared, sql } from "../store/sql";

export const auditMs = 400 * 24 * 3_600_000;

export type AuditEvent =
  | "SIGN_IN"
  | "LOCK_OUT"
  | "UNLOCK"
  | "CODE_VOIDED"
  | "PASSWORD_SET"
  | "ACCOUNT_MADE"
  | "GROUP_CREATED"
  | "GROUP_CHANGED"
  | "GROUP_MEMBERS_ADDED"
  | "GROUP_MEMBERS_REMOVED"
  | "GROUP_POLICIES_CHANGED"
  | "GROUP_ARCHIVED"
  | "GROUP_RESTORED"
  | "POLICY_CREATED"
  | "POLICY_CHANGED"
  | "SSO_CREATED"
  | "SSO_CHANGED"
  | "SSO_LINKED"
  | "ORGANIZATION_CREATED"
  | "ORGANIZATION_RENAMED"
  | "ORGANIZATION_ARCHIVED"
  | "ORGANIZATION_RESTORED"
  | "USER_CHANGED"
  | "USER_ARCHIVED"
  | "USER_RESTORED"
  | "SIGNED_OUT_EVERYWHERE"
  | "DEPARTMENTS_CHANGED"
  | "WORKFLOW_CREATED"
  | "WORKFLOW_CHANGED"
  | "WORKFLOW_ARCHIVED"
  | "WORKFLOW_RESTORED"
  | "WORKFLOW_SET_CREATED"
  | "WORKFLOW_SET_CHANGED"
  | "WORKFLOW_SET_ARCHIVED"
  | "WORKFLOW_SET_RESTORED"
  | "BULK_JOB_STARTED"
  | "BULK_JOB_STOPPED"
  | "BULK_JOB_DONE";

/** What a request tells of itself. */
export interface Occasion {
  readonly now: number;
  readonly remoteAddress: string;
  readonly requestId: string;
}

export interface AuditEntry {
  readonly event: AuditEvent;
  readonly outcome: "SUCCESS" | "FAILURE";
  /** The user who did it; left out when nobody was proven to be anybody. */
  readonly actorId?: string | undefined;
  /** The id of the user, group or customer it happened to, or what stands for an email without an account. */
  readonly subject?: string | undefined;
  readonly customerId?: string | undefined;
  /** Ids and codes only: no secret, no personal data. */
  readonly details?: Record<string, unknown>;
}

const insert = prepared<Row<"audit_events">>()((p) =>
  sql.insertInto("audit_events").values({
    id: p.id,
    at: p.at,
    event: p.event,
    outcome: p.outcome,
    actorId: p.actorId,
    subject: p.subject,
    customerId: p.customerId,
    awsRegion: p.awsRegion,
    network: p.network,
    requestId: p.requestId,
    details: p.details,
  }),
);

/** Stands for an email that has no account: the same for the same email, and not readable. */
export const strangerOf = (email: string): string =>
  `email:${createHash("sha256").update(email).digest("hex").slice(0, 32)}`;

const selectSignIns = prepared<{ subject: string; limit: number }>()((p) =>
  sql
    .selectFrom("audit_events")
    .select(["at", "network", "outcome"])
    .where("subject", "=", p.subject)
    .where("event", "=", "SIGN_IN")
    .where("outcome", "=", "SUCCESS")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(p.limit),
);

/** For EXPLAIN QUERY PLAN tests. */
export const auditQueries = { selectSignIns };

/** When and from which network somebody signed in last, newest first; of any region. */
export const lastSignInsOf = (db: Database, userId: string, limit: number) =>
  selectSignIns.all(db, { subject: userId, limit });

/** Records what happened, as part of the running transaction. The address is kept without its last part. */
export function recordEvent(db: Database, occasion: Occasion, entry: AuditEntry): void {
  const { event, outcome, actorId = null, subject = null, customerId = null, details = {} } = entry;
  insert.run(db, {
    id: newId(occasion.now),
    at: occasion.now,
    event,
    outcome,
    actorId,
    subject,
    customerId,
    awsRegion: db.awsRegion,
    network: networkOf(occasion.remoteAddress),
    requestId: occasion.requestId,
    details: JSON.stringify(details),
  });
}
