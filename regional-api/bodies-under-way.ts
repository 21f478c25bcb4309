/** How much of bodies is taken at once: a body is kept in memory until its call is answered. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** In bytes. */
interface Share {
  /** Of all callers of a kind together. */
  readonly total: number;
  /** Of one of them. */
  readonly each: number;
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** What a connection itself takes: no body counts for less, so that their number has a bound as well. */
const least = 4 * kilobyte;

export const shares = {
  signedIn: { total: 96 * megabyte, each: 16 * megabyte },
  strangers: { total: 16 * megabyte, each: 2 * megabyte },
} satisfies Record<string, Share>;

/** Bodies of one kind of callers that have been begun and not answered. */
export class BodiesUnderWay {
  private total = 0;
  private readonly ofCaller = new Map<string, number>();

  constructor(private readonly share: Share) {}

  /** Makes room for a body; undefined where there is none, else what gives the room back. */
  begin(caller: string, bytes: number): (() => void) | undefined {
    const room = Math.max(least, bytes);
    const own = this.ofCaller.get(caller) ?? 0;
    if (this.total + room > this.share.total || own + room > this.share.each) return undefined;
    this.add(caller, room);
    let isOver = false;
    return () => {
      if (!isOver) this.add(caller, -room);
      isOver = true;
    };
  }

  private add(caller: string, room: number): void {
    this.total += room;
    const own = (this.ofCaller.get(caller) ?? 0) + room;
    if (own > 0) this.ofCaller.set(caller, own);
    else this.ofCaller.delete(caller);
  }
}

/** How long the rest of a body that nobody reads is dropped for its connection to go on. */
const droppedMs = 5_000;

/**
 * A call may be answered before its body has arrived. Up to `most` bytes of the rest are read and dropped, so that the
 * next call over the connection is answered; a connection with more, or with a body that does not end, is closed.
 */
export function dropRestOnceAnswered(request: IncomingMessage, response: ServerResponse, most: number): void {
  // Before Node's own listener, which would drop without bounds.
  response.prependOnceListener("finish", () => {
    if (request.complete || request.destroyed) return;
    const close = () => request.destroy();
    const timer = setTimeout(close, droppedMs).unref();
    request.once("close", () => clearTimeout(timer)).on("error", () => undefined);
    let dropped = 0;
    request.removeAllListeners("data").on("data", (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > most) close();
    });
    request.resume();
  });
}
