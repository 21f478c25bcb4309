import type { Request as Incoming, Response } from "express";
import { readSession } from "~/sessions.server";
import { clientOf } from "../../shared/client-address";
import { largeBodyBytes } from "./form-limits.server";
import { Places } from "./places";
import type { PlainPage } from "./plain-page.server";

/** A small body, the largest that is taken from anybody. */
const smallBytes = 16 * 1024;
/** The largest form with a file, which only screens of a customer have. */
const fileBytes = 6 * 1024 * 1024;
/** How long a form with a file may take to arrive, in seconds. */
const fileSeconds = 30;

// What is under way costs memory: a small body until it has arrived, a larger one until its request is answered. One
// address or one person does not take the places of all, and no stranger those of people with a session.
const smallOfStrangers = new Places(100, 1_000);
const smallOfPeople = new Places(100, 1_000);
const forms = new Places(8, 60);
const files = new Places(2, 6);

/** Why a body is not taken; `retryAfter` in seconds. */
export interface Refusal {
  readonly status: number;
  readonly reason: PlainPage;
  readonly retryAfter?: number;
}
const busy: Refusal = { status: 503, reason: "busy", retryAfter: 5 };

const isOfUnknownLength = (req: Incoming) => req.get("transfer-encoding") !== undefined;
const announcedBytes = (req: Incoming) => Number(req.get("content-length") ?? 0);
const hasBody = (req: Incoming) => isOfUnknownLength(req) || announcedBytes(req) > 0;

/** Whose session the browser has, also one that has ended, which may still hand in its form. */
async function personOf(req: Incoming): Promise<string | undefined> {
  const cookie = req.get("cookie") ?? "";
  const session = await readSession(new Request("http://console.invalid", { headers: { cookie } }));
  return session?.userId ?? session?.former?.userId;
}

/**
 * Decides about a request's body before any of it is read; answers why it is not taken. `refuse` is called when it turns
 * out larger than it may be, or takes too long to arrive.
 */
export async function refusalOfBody(
  req: Incoming,
  res: Response,
  refuse: (refusal: Refusal) => void,
): Promise<Refusal | undefined> {
  if (!hasBody(req)) return undefined;
  const announced = announcedBytes(req);
  const isAnnounced = !isOfUnknownLength(req);
  const isUpload = /^multipart\//i.test(req.get("content-type") ?? "") && req.path.startsWith("/region/");
  const person = await personOf(req);
  const most = !person ? smallBytes : isUpload ? fileBytes : largeBodyBytes;
  const tooLarge: Refusal =
    isUpload && !person
      ? { status: 403, reason: "foreignPost" }
      : { status: 413, reason: isUpload ? "fileTooLarge" : "tooLarge" };
  if (announced > most) return tooLarge;
  const isSmall = !person || (isAnnounced && announced <= smallBytes);
  const places = !person ? smallOfStrangers : isSmall ? smallOfPeople : forms;
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

/** Takes one of the places for large files, by person, until the request is answered; refuses the body without one. */
export function takesFile(res: Response, person: string, refuse: (refusal: Refusal) => void): boolean {
  const giveBack = files.take(person);
  if (giveBack) res.once("close", giveBack);
  else refuse(busy);
  return giveBack !== undefined;
}

/** How much of a body that nobody reads is dropped for its connection to go on, and for how long. */
export const dropped = { bytes: fileBytes, ms: 10_000 };
