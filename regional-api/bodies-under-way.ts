/** How much of bodies is taken at once: a body is kept in memory until its call is answered. */

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
