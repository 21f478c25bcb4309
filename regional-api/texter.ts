/**
 * Delivers the outbox's text messages through an SMS gateway if one is configured (delivery.ts), and logs the
 * results as events (SMS-27..SMS-31). A text sent twice has the same Idempotency-Key.
 */
import type { FastifyBaseLogger } from "fastify";
import { endText, smsOriginOf } from "./areas/candidate-messages/candidate-messages.store";
import type { Config } from "./config";
import type { Worker } from "./core/worker-loop";
import { startDelivery, type Attempt, type ChannelTransport } from "./delivery";
import type { Store } from "./store/engine";

const deadlineMs = 10_000;

/**
 * HTTP statuses that are not the text's fault, so it is retried: the gateway is busy, perhaps with the same
 * key (409), or rejects the account or settings.
 */
const retriedStatuses: readonly number[] = [401, 402, 403, 404, 405, 408, 409, 425, 429];

interface Dependencies {
  readonly config: Pick<Config, "smsGateway">;
  readonly databases: Store;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, "warn">;
}

/** Classifies a response by its status; no other part of the response is read or trusted. */
function attemptOf(status: number): Attempt {
  if (status >= 200 && status < 300) return { outcome: "TAKEN" };
  const isRefused = status >= 400 && status < 500 && !retriedStatuses.includes(status);
  return { outcome: isRefused ? "REFUSED" : "DOWN", reason: { status } };
}

/** Returns the reason for a missing response, without the error's message, which may quote the address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError") return "TIMEOUT";
  const cause: unknown = error.cause;
  if (!(cause instanceof Error)) return error.name;
  // A response that is not HTTP causes an error without a code.
  return "code" in cause && cause.code !== undefined ? String(cause.code) : cause.name;
}

const handerOf =
  ({ url, token }: NonNullable<Config["smsGateway"]>): NonNullable<ChannelTransport["hand"]> =>
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
        // Following a redirect could send the token to an address that the operator did not configure.
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(deadlineMs), leaving]),
      });
      await response.body?.cancel().catch(() => undefined);
      return attemptOf(response.status);
    } catch (error) {
      return { outcome: "DOWN", reason: { code: codeOf(error) } };
    }
  };

/** Starts delivery. Without a gateway, only gives up texts that have waited for a day. */
export function startTexter({ config: { smsGateway }, databases, clock, log }: Dependencies): Worker {
  return startDelivery(
    {
      channel: "SMS",
      duty: "texts",
      atOnce: 10,
      ...(smsGateway && { hand: handerOf(smsGateway) }),
      ended: (db, { id }, end, now) => endText(db, id, end, now),
      logOutcome: (what, { id: text, ...details }) => {
        if (what === "FAILED") log.warn({ text, ...details }, "text not delivered");
        else if (what === "REFUSED") log.warn({ text, ...details }, "text refused");
        else log.warn({ text, ...details }, "text given up");
      },
      logStuck: (error) => log.warn({ error }, "texts not looked at"),
    },
    { databases, clock },
  );
}
