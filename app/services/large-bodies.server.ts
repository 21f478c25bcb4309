import type { Request as Incoming, Response } from "express";
import { readSession } from "~/sessions.server";
import { largeBodyBytes } from "./form-limits.server";
import type { PlainPage } from "./plain-page.server";

/** The number of large bodies taken at once: each stays in memory until its request is answered. */
export const largeBodiesAtOnce = 6;
/** How long one may take to arrive, in seconds. */
export const largeBodySeconds = 30;

/** Why a large body is not taken; `retryAfter` in seconds. */
interface Refusal {
  readonly status: number;
  readonly reason: PlainPage;
  readonly retryAfter?: number;
}

/** Whether a request's body is large, or does not say how large it is. */
const isLarge = (req: Incoming): boolean =>
  Number(req.get("content-length") ?? 0) > largeBodyBytes || req.get("transfer-encoding") !== undefined;

let taken = 0;

/**
 * Decides about a large body before any of it is read: it comes from a browser with a session of ours, and is one of a
 * few. Answers why not. What is taken gives its place back when its answer has left; `late` is called when it takes too
 * long to arrive.
 */
export async function refusalOfLargeBody(
  req: Incoming,
  res: Response,
  late: (refusal: Refusal) => void,
): Promise<Refusal | undefined> {
  if (!isLarge(req)) return undefined;
  const cookie = req.get("cookie") ?? "";
  const session = await readSession(new Request("http://console.invalid", { headers: { cookie } }));
  // A session that has ended may still hand in its form, which is kept for its person.
  if (!session?.userId && !session?.former) return { status: 403, reason: "foreignPost" };
  if (taken >= largeBodiesAtOnce) return { status: 503, reason: "busy", retryAfter: 5 };
  taken += 1;
  const timer = setTimeout(() => late({ status: 408, reason: "tooSlow" }), largeBodySeconds * 1000);
  req.once("end", () => clearTimeout(timer));
  res.once("close", () => {
    clearTimeout(timer);
    taken -= 1;
  });
  return undefined;
}
