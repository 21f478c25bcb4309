/**
 * Delivers the outbox's messages through a mail server or SMS gateway, in the background: a message is first
 * stored as a row of the outbox, and no request waits for its delivery. If the process dies between a
 * delivery and its record, the message is delivered again with the same id.
 */
import { outbox, type Message } from "./core/outbox.store";
import { startWorkerLoop, type Worker } from "./core/worker-loop";
import { mapConcurrently } from "./store/sequential";
import type { Region, Regions, Store, Writer } from "./store/engine";
import type { Row } from "./store/tables";

const pollMs = 2_000;
const batch = 20;
/** Number of attempts, with exponential backoff: one minute, two, four … about two hours in total. */
const maxAttempts = 8;
const firstPauseMs = 60_000;
/**
 * Messages older than this are not sent: their codes and links have expired, and mails from before a mail
 * server was configured must stay unsent.
 */
const maxAgeMs = 24 * 3_600_000;

/** Log fields of a failed attempt: nothing from the message, and no text from the server. */
export type Reason = Readonly<Record<string, string | number>>;

/** The final result of a message. */
export type FinalOutcome = "TAKEN" | "REFUSED" | "GIVEN_UP";

/** The result of an attempt. DOWN ends the round, because the message was not the cause. */
export type Attempt =
  | { readonly outcome: "TAKEN" }
  | { readonly outcome: "REFUSED" | "FAILED" | "DOWN"; readonly reason: Reason };

/** The transport of one channel. */
export interface ChannelTransport {
  readonly channel: Message["channel"];
  /** Name of the channel's work. Across all processes, only one at a time does the work of a name. */
  readonly duty: string;
  /**
   * Number of messages to deliver concurrently after the first of a round; default 1. Messages to one
   * recipient are always sequential.
   */
  readonly atOnce?: number;
  /**
   * Delivers a message. Must not reject, and must abort when `leaving` does. Without it, nothing is
   * delivered.
   */
  readonly hand?: (message: Row<"outbox">, region: Region, leaving: AbortSignal) => Promise<Attempt>;
  /** Runs in the transaction that ends a message. Without it, old messages are left as they are. */
  readonly ended?: (db: Writer, message: Row<"outbox">, end: FinalOutcome, now: number) => Promise<void>;
  /** Logs an unsuccessful attempt; GIVEN_UP follows the last one. */
  readonly logOutcome: (
    what: Exclude<FinalOutcome, "TAKEN"> | "FAILED",
    reason: Reason,
    message: Row<"outbox">,
  ) => void;
  /** Logs that the outbox cannot be read or written. */
  readonly logStuck: (error: unknown) => void;
  /** Called after the last delivery. */
  readonly close?: () => void;
}

/** Returns the number of messages of a channel awaiting delivery, retries included. */
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

/** Starts delivery. */
export function startDelivery(
  carrier: ChannelTransport,
  { databases, clock }: { databases: Store; clock: () => number },
): Worker {
  const { channel, hand, ended, atOnce = 1 } = carrier;
  const leaving = new AbortController();
  // Messages that were accepted or refused without the result being stored yet. Prevents repeated delivery
  // while the store cannot be written.
  const answered = new Map<string, Attempt>();

  const end = (region: Region, message: Row<"outbox">, how: FinalOutcome, attempts: number) =>
    region.write(async (db) => {
      const now = clock();
      await (how === "TAKEN"
        ? outbox.sent(db, message.id, now)
        : outbox.givenUp(db, message.id, attempts, now));
      await ended?.(db, message, how, now);
    }, message.customerId ?? message.id);

  /** Returns log fields that identify the message without its recipient. */
  const reasonFor = (region: Region, { id, customerId }: Row<"outbox">): Reason => ({
    ...{ id, region: region.awsRegion },
    ...(customerId !== null && { customer: customerId }),
  });

  /** Tries a message. Returns true if the next one may be tried. */
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
        carrier.logOutcome("REFUSED", { ...reasonFor(region, message), ...answer.reason }, message);
      return true;
    }
    // Shutdown aborted the attempt, so the message was not the cause.
    if (leaving.signal.aborted) return false;
    const isLast = attempts >= maxAttempts;
    if (isLast) await end(region, message, "GIVEN_UP", attempts);
    else {
      const again = clock() + firstPauseMs * 2 ** message.attempts;
      await region.write((db) => outbox.failed(db, id, again), message.customerId ?? id);
    }
    const reason = { ...reasonFor(region, message), attempt: attempts, ...answer.reason };
    carrier.logOutcome(isLast ? "GIVEN_UP" : "FAILED", reason, message);
    return answer.outcome === "FAILED";
  };

  /**
   * Tries a message if it is still waiting; it is read again, because earlier ones may have taken minutes.
   * Returns true if the next one may be tried.
   */
  const attemptIfWaiting = async (region: Region, id: string): Promise<boolean> => {
    if (rounds.isStopped) return false;
    const current = await outbox.stillWaiting(region.reader, { id, now: clock() });
    if (current) return attempt(region, current);
    answered.delete(id);
    return true;
  };

  /** Tries the first message alone, to find out whether the carrier is down, then the others concurrently. */
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
    await mapConcurrently(Array.from({ length: atOnce }), work);
  };

  const round = async () => {
    for (const region of databases.all()) {
      const now = clock();
      const since = now - maxAgeMs;
      if (ended)
        for (const message of await outbox.overdue(region.reader, { channel, before: since, limit: batch })) {
          await end(region, message, "GIVEN_UP", message.attempts);
          carrier.logOutcome("GIVEN_UP", { ...reasonFor(region, message), code: "TOO_OLD" }, message);
        }
      if (!hand) continue;
      await handOver(region, await outbox.waiting(region.reader, { channel, since, now, limit: batch }));
    }
  };
  // Rounds must not overlap, or a slow server would get the same message twice.
  const rounds = startWorkerLoop(pollMs, () => databases.alone(carrier.duty, round).catch(carrier.logStuck));
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
