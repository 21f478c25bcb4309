import type { SessionCall } from "./access";
import { recordEvent, type AuditEntry, type AuditEvent } from "./audit-events.store";

/** Puts a change that the caller made on record; `subject` is the id of what they changed. */
export function recordChange(
  { ctx, caller, customer }: SessionCall & { readonly customer?: { readonly id: string } },
  event: AuditEvent,
  subject: string,
  details?: AuditEntry["details"],
): void {
  const entry = { event, outcome: "SUCCESS", actorId: caller.user.id, subject } as const;
  recordEvent(ctx.db, ctx, { ...entry, customerId: customer?.id, ...(details && { details }) });
}
