/** The record of changes as releases before wrote it, which had one chain a region: `seq` was the number in it. */
import { createHash } from "node:crypto";
import type { NewEntry } from "../../regional-api/store/record-chain";

const columns = [
  ...["seq", "id", "at", "action", "outcome", "kind", "objectId", "objectName", "objectCount", "actorId"],
  ...["organizationId", "customerId", "departmentId", "source", "network", "requestId", "operation"],
  ...["changes", "details"],
];

/** The columns of an entry of a customer, with its hash at the end, and their values. */
export function entryOfBefore(seq: number, customerId: string, before: Buffer) {
  const values = [
    ...[seq, `of-before-${seq}`, seq, "CHANGED", "SUCCESS", "USER", null, null, 1, null],
    ...[null, customerId, null, "CONSOLE", "", "", "", "[]", "{}"],
  ];
  const hash = createHash("sha256").update(before).update(JSON.stringify(values)).digest();
  return { columns: [...columns, "hash"], values: [...values, hash], hash };
}

/** An entry of these days, before it has its place. */
export const entryOfToday = (id: string, customerId: string | null): NewEntry => ({
  ...{ id, at: 1, action: "CHANGED", outcome: "SUCCESS", kind: "USER", objectId: null, objectName: null },
  ...{ objectCount: 1, actorId: null, organizationId: null, customerId, departmentId: null },
  ...{ network: "", requestId: "", operation: "", changes: "[]", details: "{}" },
  source: "CONSOLE",
});
