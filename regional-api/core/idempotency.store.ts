/**
 * Results of mutations sent with an `idempotency-key`: a repeated call gets the first answer and changes
 * nothing.
 */
import { selectBy, upsertBy } from "./statements.store";
import { createHash } from "node:crypto";
import { invalid } from "./errors";
import type { Writer } from "../store/engine";
import type { Row } from "../store/tables";

/** Retention of a key. */
export const idempotencyMs = 24 * 3_600_000;

type Key = Pick<Row<"idempotency">, "userId" | "operation" | "key">;

const select = selectBy("idempotency", "userId", "operation", "key");

const upsert = upsertBy(
  "idempotency",
  ["userId", "operation", "key"],
  "variablesHash",
  "response",
  "createdAt",
);

/**
 * Returns JSON with sorted object keys, so that equal variables give equal texts. Omits passwords: not even a
 * hash of them is kept.
 */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) =>
    name === "password"
      ? undefined
      : inner !== null && typeof inner === "object" && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
  );
}

/**
 * Runs `work` once per key, inside the caller's transaction, so that the change and its answer are committed
 * together. The answer must be plain JSON. Throws a Validation Error if the key was used with other
 * variables.
 */
export async function runOnce<Result>(
  db: Writer,
  key: Key,
  variables: unknown,
  now: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const variablesHash = createHash("sha256").update(canonicalJson(variables)).digest();
  const known = await select.get(db, key);
  if (known && now - known.createdAt < idempotencyMs) {
    if (!known.variablesHash.equals(variablesHash)) {
      throw invalid("This idempotency key was used with other variables");
    }
    return JSON.parse(known.response) as Result;
  }
  const response = JSON.stringify(await work());
  await upsert.run(db, { ...key, variablesHash, response, createdAt: now });
  return JSON.parse(response) as Result;
}
