import type { Request as Incoming, Response } from "express";
import { readSession } from "~/sessions.server";
import { clientOf } from "../../shared/client-address";
import { largeBodyBytes } from "./form-limits.server";
import { Places } from "./places";
import type { PlainPage } from "./plain-page.server";

/** Largest body accepted from anyone. */
const smallBytes = 16 * 1024;
/** Largest form with a file; only customer screens have such forms. */
const fileBytes = 6 * 1024 * 1024;
/** Seconds a form with a file may take to arrive. */
const fileSeconds = 30;

// Limits on concurrent bodies, which occupy memory: small ones until received, larger ones until answered. No single
// address or user can use up all places, and anonymous requests cannot crowd out those with a session.
const anonymousPlaces = new Places(100, 1_000);
const userPlaces = new Places(100, 1_000);
const forms = new Places(8, 60);
const files = new Places(2, 6);

/** Reason a body is refused; `retryAfter` in seconds. */
export interface Refusal {
  readonly status: number;
  readonly reason: PlainPage;
  readonly retryAfter?: number;
}
const busy: Refusal = { status: 503, reason: "busy", retryAfter: 5 };

const hasUnknownLength = (req: Incoming) => req.get("transfer-encoding") !== undefined;
const contentLength = (req: Incoming) => Number(req.get("content-length") ?? 0);
const hasBody = (req: Incoming) => hasUnknownLength(req) || contentLength(req) > 0;

/** User id of the browser's session, even an ended one, whose form may still be submitted. */
async function personOf(req: Incoming): Promise<string | undefined> {
  const cookie = req.get("cookie") ?? "";
  const session = await readSession(new Request("http://console.invalid", { headers: { cookie } }));
  return session?.userId ?? session?.former?.userId;
}

/**
 * Decides on a request's body before reading it; returns the reason for refusing it. `refuse` is called later if the
 * body turns out too large or too slow.
 */
export async function refusalOfBody(
  req: Incoming,
  res: Response,
  refuse: (refusal: Refusal) => void,
): Promise<Refusal | undefined> {
  if (!hasBody(req)) return undefined;
  const announced = contentLength(req);
  const isAnnounced = !hasUnknownLength(req);
  const isUpload = /^multipart\//i.test(req.get("content-type") ?? "") && req.path.startsWith("/region/");
  const person = await personOf(req);
  const most = !person ? smallBytes : isUpload ? fileBytes : largeBodyBytes;
  const tooLarge: Refusal =
    isUpload && !person
      ? { status: 403, reason: "foreignPost" }
      : { status: 413, reason: isUpload ? "fileTooLarge" : "tooLarge" };
  if (announced > most) return tooLarge;
  const isSmall = !person || (isAnnounced && announced <= smallBytes);
  const places = !person ? anonymousPlaces : isSmall ? userPlaces : forms;
  const giveBack = places.take(person ?? clientOf(req.ip ?? ""));
  if (!giveBack) return busy;
  res.once("close", giveBack);
  if (isSmall) req.once("end", giveBack);
  if (person && isUpload) {
    const timer = setTimeout(() => refuse({ status: 408, reason: "tooSlow" }), fileSeconds * 1000);
    req.once("end", () => clearTimeout(timer));
    res.once("close", () => clearTimeout(timer));
  }
  if (!isAnnounced) {
    let seen = 0;
    req.on("data", (chunk: Buffer) => {
      seen += chunk.length;
      if (seen > most) refuse(tooLarge);
    });
    req.pause();
  }
  return undefined;
}

/** Takes one of the user's places for large files until the request is answered; refuses the body if none is free. */
export function takeFilePlace(res: Response, person: string, refuse: (refusal: Refusal) => void): boolean {
  const giveBack = files.take(person);
  if (giveBack) res.once("close", giveBack);
  else refuse(busy);
  return giveBack !== undefined;
}

/** Limits on draining a refused body, which keeps the connection usable. */
export const drainLimits = { bytes: fileBytes, ms: 10_000 };
