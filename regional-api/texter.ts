/**
 * Hands the outbox's texts to an SMS gateway where one is configured (delivery.ts), and notes in the event log what became
 * of each (SMS-27..SMS-31). A text that is sent twice has the same Idempotency-Key.
 */
import type { FastifyBaseLogger } from "fastify";
import { endText, smsOriginOf } from "./areas/candidate-messages/candidate-messages.store";
import type { Config } from "./config";
import type { Worker } from "./core/rounds";
import { startDelivery, type Attempt, type Carrier } from "./delivery";
import type { Store } from "./store/engine";

const deadlineMs = 10_000;

/** Not about the text: the gateway is busy, perhaps with this very key (409), or its account or these settings are not what it wants. */
const triedAgain: readonly number[] = [401, 402, 403, 404, 405, 408, 409, 425, 429];

interface Surroundings {
  readonly config: Pick<Config, "smsGateway">;
  readonly databases: Store;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, "warn">;
}

/** What an answer's status says of the text; nothing else of the answer is believed, or read. */
function attemptOf(status: number): Attempt {
  if (status >= 200 && status < 300) return { outcome: "TAKEN" };
  const isRefused = status >= 400 && status < 500 && !triedAgain.includes(status);
  return { outcome: isRefused ? "REFUSED" : "DOWN", reason: { status } };
}

/** Why there was no answer, without the words of the error: they may quote the address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError") return "TIMEOUT";
  const cause: unknown = error.cause;
  if (!(cause instanceof Error)) return error.name;
  // What is no HTTP has an error without a code.
  return "code" in cause && cause.code !== undefined ? String(cause.code) : cause.name;
}

const handerOf =
  ({ url, token }: NonNullable<Config["smsGateway"]>): NonNullable<Carrier["hand"]> =>
  async ({ id, recipient, text }, { awsRegion }, leaving) => {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "idempotency-key": id,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ id, from: smsOriginOf(awsRegion), to: recipient, text }),
        // Another address is not what the operator named, and would be shown the token.
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(deadlineMs), leaving]),
      });
      await response.body?.cancel().catch(() => undefined);
      return attemptOf(response.status);
    } catch (error) {
      return { outcome: "DOWN", reason: { code: codeOf(error) } };
    }
  };

/** Starts handing over. Where no gateway is configured it only gives up what still waits for one after a day. */
export function startTexter({ config: { smsGateway }, databases, clock, log }: Surroundings): Worker {
  return startDelivery(
    {
      channel: "SMS",
      duty: "texts",
      atOnce: 10,
      ...(smsGateway && { hand: handerOf(smsGateway) }),
      ended: (db, { id }, end, now) => endText(db, id, end, now),
      tell: (what, { id: text, ...told }) => {
        if (what === "FAILED") log.warn({ text, ...told }, "text not delivered");
        else if (what === "REFUSED") log.warn({ text, ...told }, "text refused");
        else log.warn({ text, ...told }, "text given up");
      },
      tellStuck: (error) => log.warn({ error }, "texts not looked at"),
    },
    { databases, clock },
  );
}
