/** Carries what releases before the record of changes kept into it, once, with the first start (AUD-16). */
import type { Reader, Writer } from "./engine";
import { appendEntry } from "./record-chain";
import { sql } from "./sql";
import type { Tables } from "./tables";

/** Of the events of before: which kind of object, and what was done. */
const meanings: Readonly<Record<string, readonly [kind: string, action: string]>> = {
  SIGN_IN: ["USER", "SIGNED_IN"],
  LOCK_OUT: ["USER", "LOCKED"],
  UNLOCK: ["USER", "UNLOCKED"],
  CODE_VOIDED: ["USER", "CODE_VOIDED"],
  PASSWORD_SET: ["USER", "PASSWORD_SET"],
  ACCOUNT_MADE: ["USER", "CREATED"],
  USER_CHANGED: ["USER", "CHANGED"],
  USER_ARCHIVED: ["USER", "ARCHIVED"],
  USER_RESTORED: ["USER", "RESTORED"],
  SIGNED_OUT_EVERYWHERE: ["USER", "SIGNED_OUT"],
  SSO_LINKED: ["USER", "CONNECTED"],
  GROUP_CREATED: ["GROUP", "CREATED"],
  GROUP_CHANGED: ["GROUP", "CHANGED"],
  GROUP_MEMBERS_ADDED: ["GROUP", "CHANGED"],
  GROUP_MEMBERS_REMOVED: ["GROUP", "CHANGED"],
  GROUP_POLICIES_CHANGED: ["GROUP", "CHANGED"],
  GROUP_ARCHIVED: ["GROUP", "ARCHIVED"],
  GROUP_RESTORED: ["GROUP", "RESTORED"],
  POLICY_CREATED: ["POLICY", "CREATED"],
  POLICY_CHANGED: ["POLICY", "CHANGED"],
  SSO_CREATED: ["SINGLE_SIGN_ON", "CREATED"],
  SSO_CHANGED: ["SINGLE_SIGN_ON", "CHANGED"],
  ORGANIZATION_CREATED: ["ORGANIZATION", "CREATED"],
  ORGANIZATION_RENAMED: ["ORGANIZATION", "CHANGED"],
  ORGANIZATION_ARCHIVED: ["ORGANIZATION", "ARCHIVED"],
  ORGANIZATION_RESTORED: ["ORGANIZATION", "RESTORED"],
  DEPARTMENTS_CHANGED: ["DEPARTMENTS", "CHANGED"],
  WORKFLOW_CREATED: ["WORKFLOW", "CREATED"],
  WORKFLOW_CHANGED: ["WORKFLOW", "CHANGED"],
  WORKFLOW_ARCHIVED: ["WORKFLOW", "ARCHIVED"],
  WORKFLOW_RESTORED: ["WORKFLOW", "RESTORED"],
  WORKFLOW_SET_CREATED: ["WORKFLOW_SET", "CREATED"],
  WORKFLOW_SET_CHANGED: ["WORKFLOW_SET", "CHANGED"],
  WORKFLOW_SET_ARCHIVED: ["WORKFLOW_SET", "ARCHIVED"],
  WORKFLOW_SET_RESTORED: ["WORKFLOW_SET", "RESTORED"],
  BULK_JOB_STARTED: ["BULK_ACTION", "STARTED"],
  BULK_JOB_STOPPED: ["BULK_ACTION", "STOPPED"],
  BULK_JOB_DONE: ["BULK_ACTION", "DONE"],
};

const nameTables = {
  GROUP: "groups",
  POLICY: "policies",
  WORKFLOW: "workflows",
  WORKFLOW_SET: "workflow_sets",
} as const satisfies Record<string, keyof Tables>;

const isNamed = (kind: string): kind is keyof typeof nameTables => kind in nameTables;

/** What something is called; people are not. */
async function nameOf(db: Reader, kind: string, id: string): Promise<string | null> {
  if (kind === "ORGANIZATION") {
    const named = sql.selectFrom("organizations").select("displayName").where("id", "=", id);
    return (await db.get(named))?.displayName ?? null;
  }
  if (!isNamed(kind)) return null;
  return (await db.get(sql.selectFrom(nameTables[kind]).select("name").where("id", "=", id)))?.name ?? null;
}

const textIn = (details: unknown, key: string): string | undefined => {
  const value: unknown =
    typeof details === "object" && details !== null ? (details as Record<string, unknown>)[key] : undefined;
  return typeof value === "string" ? value : undefined;
};

/** Carries the events of the region over, oldest first, as part of the running transaction. */
export async function carryEventsOver(db: Writer): Promise<void> {
  const events = await db.all(
    sql
      .selectFrom("audit_events")
      .selectAll()
      .where("awsRegion", "=", db.awsRegion)
      .orderBy("at")
      .orderBy("id"),
  );
  for (const event of events) {
    const [kind = "USER", action = "CHANGED"] = meanings[event.event] ?? [];
    // The region's file is written first: after a crash in between its entries are there, and the events still are.
    if (await db.get(sql.selectFrom("record_entries").select("seq").where("id", "=", event.id))) continue;
    const told: unknown = JSON.parse(event.details);
    const [by, reason] = [textIn(told, "by"), textIn(told, "reason")];
    const name = event.subject === null ? null : await nameOf(db, kind, event.subject);
    const object = { kind, id: event.subject ?? "", name, action, fields: [] };
    await appendEntry(
      db,
      {
        id: event.id,
        at: event.at,
        action,
        outcome: event.outcome,
        kind,
        objectId: event.subject,
        objectName: name,
        objectCount: 1,
        actorId: event.actorId,
        organizationId: kind === "ORGANIZATION" ? event.subject : null,
        customerId: event.customerId,
        departmentId: null,
        source: kind === "BULK_ACTION" ? "BULK" : "CONSOLE",
        network: event.network,
        requestId: event.requestId,
        operation: event.event,
        changes: JSON.stringify([object]),
        details: JSON.stringify({ ...(by !== undefined && { by }), ...(reason !== undefined && { reason }) }),
      },
      event.subject === null ? [] : [{ kind, id: event.subject }],
    );
  }
  await db.run(sql.deleteFrom("audit_events").where("awsRegion", "=", db.awsRegion));
}
