/**
 * Hands the outbox's messages to who carries them: a mail server, an SMS gateway. It works beside the requests: a message
 * is a row of the outbox first, and nobody waits for its delivery. A message may be handed over twice when the process
 * dies between that and its note; it has the same id then.
 */
import { outbox, type Message } from "./core/outbox.store";
import { startRounds, type Worker } from "./core/rounds";
import { mapTogether } from "./store/in-turn";
import type { Region, Regions, Store, Writer } from "./store/engine";
import type { Row } from "./store/tables";

const pollMs = 2_000;
const batch = 20;
/** Tries are a minute apart, then two, four … some two hours in all. */
const maxAttempts = 8;
const firstPauseMs = 60_000;
/** Codes and links have expired by then, and what was written before a server was configured stays unsent. */
const maxAgeMs = 24 * 3_600_000;

/** What the log is told of an attempt that failed: nothing of the message, and nothing that the other side said. */
export type Reason = Readonly<Record<string, string | number>>;

/** How the waiting of a message ends. */
export type End = "TAKEN" | "REFUSED" | "GIVEN_UP";

/** What became of an attempt. After DOWN no other message is tried in the same round: it is not the message's fault. */
export type Attempt =
  | { readonly outcome: "TAKEN" }
  | { readonly outcome: "REFUSED" | "FAILED" | "DOWN"; readonly reason: Reason };

/** What takes the messages of one channel. */
export interface Carrier {
  readonly channel: Message["channel"];
  /** What it does, by a name that all processes know: one does it at a time. */
  readonly duty: string;
  /** How many are handed over at once, after the first of a round; of one recipient's each after the last. One unless given. */
  readonly atOnce?: number;
  /** Hands a message over; never fails, and gives up at once when `leaving` says so. Without it nothing is handed over. */
  readonly hand?: (message: Row<"outbox">, region: Region, leaving: AbortSignal) => Promise<Attempt>;
  /** What belongs to the end of a message's waiting, in the same transaction. Without it old ones are just left. */
  readonly ended?: (db: Writer, message: Row<"outbox">, end: End, now: number) => Promise<void>;
  /** Tells the log of an attempt that did not succeed; the last one gives the message up. */
  readonly tell: (what: Exclude<End, "TAKEN"> | "FAILED", told: Reason, message: Row<"outbox">) => void;
  /** Tells it that the outbox cannot be read or written. */
  readonly tellStuck: (error: unknown) => void;
  /** Nothing is handed over any more. */
  readonly close?: () => void;
}

/** How many messages of a channel wait to be taken, those that are to be tried again included. */
export async function messagesWaiting(
  databases: Regions,
  channel: Message["channel"],
  now: number,
): Promise<number> {
  let sum = 0;
  for (const { reader } of databases.all())
    sum += await outbox.countWaiting(reader, { channel, since: now - maxAgeMs });
  return sum;
}

/** Starts handing over. */
export function startDelivery(
  carrier: Carrier,
  { databases, clock }: { databases: Store; clock: () => number },
): Worker {
  const { channel, hand, ended, atOnce = 1 } = carrier;
  const leaving = new AbortController();
  // Taken or refused, but not noted yet: while the store cannot be written nobody gets the same message again and again.
  const answered = new Map<string, Attempt>();

  const end = (region: Region, message: Row<"outbox">, how: End, attempts: number) =>
    region.write(async (db) => {
      const now = clock();
      await (how === "TAKEN"
        ? outbox.sent(db, message.id, now)
        : outbox.givenUp(db, message.id, attempts, now));
      await ended?.(db, message, how, now);
    }, message.customerId ?? message.id);

  /** Whose message it is, for the log: not to whom it goes. */
  const told = (region: Region, { id, customerId }: Row<"outbox">): Reason => ({
    ...{ id, region: region.awsRegion },
    ...(customerId !== null && { customer: customerId }),
  });

  /** Whether the next one is tried. */
  const attempt = async (region: Region, message: Row<"outbox">): Promise<boolean> => {
    if (!hand) return false;
    const { id } = message;
    const attempts = message.attempts + 1;
    const answer = answered.get(id) ?? (await hand(message, region, leaving.signal));
    if (answer.outcome === "TAKEN" || answer.outcome === "REFUSED") {
      answered.set(id, answer);
      await end(region, message, answer.outcome, attempts);
      answered.delete(id);
      if (answer.outcome === "REFUSED")
        carrier.tell("REFUSED", { ...told(region, message), ...answer.reason }, message);
      return true;
    }
    // Broken off by the end of the process, which says nothing of the message.
    if (leaving.signal.aborted) return false;
    const isLast = attempts >= maxAttempts;
    if (isLast) await end(region, message, "GIVEN_UP", attempts);
    else {
      const again = clock() + firstPauseMs * 2 ** message.attempts;
      await region.write((db) => outbox.failed(db, id, again), message.customerId ?? id);
    }
    const reason = { ...told(region, message), attempt: attempts, ...answer.reason };
    carrier.tell(isLast ? "GIVEN_UP" : "FAILED", reason, message);
    return answer.outcome === "FAILED";
  };

  /** Whether the next one is tried; those before this one may have taken minutes: its candidate may be removed by now, or another process have sent it. */
  const attemptIfWaiting = async (region: Region, id: string): Promise<boolean> => {
    if (rounds.isStopped) return false;
    const current = await outbox.stillWaiting(region.reader, { id, now: clock() });
    if (current) return attempt(region, current);
    answered.delete(id);
    return true;
  };

  /** The first alone: where nobody takes it, the others are not tried. Then several at once. */
  const handOver = async (region: Region, [first, ...others]: readonly Row<"outbox">[]) => {
    if (!first || !(await attemptIfWaiting(region, first.id))) return;
    const byRecipient = new Map<string, string[]>();
    for (const { id, recipient } of others)
      byRecipient.set(recipient, [...(byRecipient.get(recipient) ?? []), id]);
    const recipients = [...byRecipient.values()];
    let goesOn = true;
    const work = async () => {
      for (let next = recipients.shift(); next; next = recipients.shift())
        for (const id of next) if (goesOn) goesOn = await attemptIfWaiting(region, id);
    };
    await mapTogether(Array.from({ length: atOnce }), work);
  };

  const round = async () => {
    for (const region of databases.all()) {
      const now = clock();
      const since = now - maxAgeMs;
      if (ended)
        for (const message of await outbox.overdue(region.reader, { channel, before: since, limit: batch })) {
          await end(region, message, "GIVEN_UP", message.attempts);
          carrier.tell("GIVEN_UP", { ...told(region, message), code: "TOO_OLD" }, message);
        }
      if (!hand) continue;
      await handOver(region, await outbox.waiting(region.reader, { channel, since, now, limit: batch }));
    }
  };
  // One round after the other: a slow server must not be given the same message twice.
  const rounds = startRounds(pollMs, () => databases.alone(carrier.duty, round).catch(carrier.tellStuck));
  return {
    flush: rounds.flush,
    stop: async () => {
      const stopped = rounds.stop();
      leaving.abort();
      await stopped;
      carrier.close?.();
    },
  };
}
