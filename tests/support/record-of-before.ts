/** The record of changes as earlier releases wrote it: one chain per region, with `seq` as the position. */
import { createHash } from "node:crypto";
import type { NewEntry } from "../../regional-api/store/record-chain";

const columns = [
  ...["seq", "id", "at", "action", "outcome", "kind", "objectId", "objectName", "objectCount", "actorId"],
  ...["organizationId", "customerId", "departmentId", "source", "network", "requestId", "operation"],
  ...["changes", "details"],
];

/** Column names and values of a customer's entry, ending with its hash. */
export function entryOfBefore(seq: number, customerId: string, before: Buffer) {
  const values = [
    ...[seq, `of-before-${seq}`, seq, "CHANGED", "SUCCESS", "USER", null, null, 1, null],
    ...[null, customerId, null, "CONSOLE", "", "", "", "[]", "{}"],
  ];
  const hash = createHash("sha256").update(before).update(JSON.stringify(values)).digest();
  return { columns: [...columns, "hash"], values: [...values, hash], hash };
}

/** An entry in the current format, before it is appended. */
export const entryOfToday = (id: string, customerId: string | null): NewEntry => ({
  ...{ id, at: 1, action: "CHANGED", outcome: "SUCCESS", kind: "USER", objectId: null, objectName: null },
  ...{ objectCount: 1, actorId: null, organizationId: null, customerId, departmentId: null },
  ...{ network: "", requestId: "", operation: "", changes: "[]", details: "{}" },
  source: "CONSOLE",
});
