/** How much of what takes long may go on at once: of a person at a customer, and of a customer in all. One door for all of it. */
import type { CustomerCall } from "./access";
import { TellableError } from "./errors";

interface AtOnce {
  readonly ofPerson: number;
  readonly ofCustomer: number;
  /** What a caller with as many of them reads that they have. */
  readonly going: string;
}

/** Every kind of long work. What is counted in a process has these numbers in each. */
export const longWork = {
  BULK_PLAN: { ofPerson: 2, ofCustomer: 6, going: "bulk plans being prepared" },
  BULK_JOB: { ofPerson: 5, ofCustomer: 20, going: "bulk actions running" },
  ACCESS_PACK: { ofPerson: 5, ofCustomer: 20, going: "access packs being made" },
  RETENTION_COUNT: { ofPerson: 2, ofCustomer: 6, going: "retention plans being counted" },
} as const satisfies Readonly<Record<string, AtOnce>>;

export type LongWork = keyof typeof longWork;

/** When it is worth asking again. */
const retrySeconds = 10;

/** How much of a kind goes on already. */
export interface GoingOn {
  readonly ofPerson: number;
  readonly ofCustomer: number;
}

/** Throws a Rate Limit Error for a person, or a customer, that has as much of a kind going on as there may be at once. */
export function requireRoom(kind: LongWork, { ofPerson, ofCustomer }: GoingOn): void {
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

/** Takes room for what takes long within the process, if there is any; gives what gives it back, once. */
export function takeRoom(kind: LongWork, { caller, customer }: CustomerCall): () => void {
  const ofCustomer = `${kind} ${customer.id}`;
  const ofPerson = `${ofCustomer} ${caller.user.id}`;
  requireRoom(kind, { ofPerson: counts.get(ofPerson) ?? 0, ofCustomer: counts.get(ofCustomer) ?? 0 });
  change([ofCustomer, ofPerson], 1);
  return () => change([ofCustomer, ofPerson], -1);
}
