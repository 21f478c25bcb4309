/**
 * Concurrency limits for long work, per user at a customer and per customer. All long work must pass through
 * here.
 */
import type { CustomerCall } from "./access";
import { TellableError } from "./errors";

interface ConcurrencyLimit {
  readonly ofPerson: number;
  readonly ofCustomer: number;
  /** Noun phrase in the refusal message: "You already have 2 …". */
  readonly going: string;
}

/** All kinds of long work. In-process counts apply these limits per process. */
export const longWork = {
  BULK_PLAN: { ofPerson: 2, ofCustomer: 6, going: "bulk plans being prepared" },
  BULK_JOB: { ofPerson: 5, ofCustomer: 20, going: "bulk actions running" },
  ACCESS_PACK: { ofPerson: 5, ofCustomer: 20, going: "access packs being made" },
  RETENTION_COUNT: { ofPerson: 2, ofCustomer: 6, going: "retention plans being counted" },
} as const satisfies Readonly<Record<string, ConcurrencyLimit>>;

export type LongWork = keyof typeof longWork;

/** Retry-After of a refusal, in seconds. */
const retrySeconds = 10;

/** Numbers of running tasks of a kind. */
export interface RunningWork {
  readonly ofPerson: number;
  readonly ofCustomer: number;
}

/** Throws a Rate Limit Error if the user or the customer has reached the limit for this kind of work. */
export function requireFreeSlot(kind: LongWork, { ofPerson, ofCustomer }: RunningWork): void {
  const most = longWork[kind];
  const message =
    ofPerson >= most.ofPerson
      ? `You already have ${most.ofPerson} ${most.going}`
      : ofCustomer >= most.ofCustomer
        ? `This customer already has ${most.ofCustomer} ${most.going}`
        : undefined;
  if (message !== undefined)
    throw new TellableError(message, "Rate Limit Error", "RATE_LIMITED", 200, retrySeconds);
}

const counts = new Map<string, number>();

function change(keys: readonly string[], by: 1 | -1): void {
  for (const key of keys) {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  }
}

/** Reserves a slot for in-process work; throws a Rate Limit Error if none is free. Returns a function that frees it. */
export function takeSlot(kind: LongWork, { caller, customer }: CustomerCall): () => void {
  const ofCustomer = `${kind} ${customer.id}`;
  const ofPerson = `${ofCustomer} ${caller.user.id}`;
  requireFreeSlot(kind, { ofPerson: counts.get(ofPerson) ?? 0, ofCustomer: counts.get(ofCustomer) ?? 0 });
  change([ofCustomer, ofPerson], 1);
  return () => change([ofCustomer, ofPerson], -1);
}
