/** Limits the total size of request bodies in memory. A body stays in memory until its call is answered. */

/** In bytes. */
interface Share {
  /** Bytes for all callers of a kind together. */
  readonly total: number;
  /** Bytes per caller. */
  readonly each: number;
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Memory taken by a connection. Counted as the minimum per body, which also limits the number of bodies. */
const least = 4 * kilobyte;

export const shares = {
  signedIn: { total: 96 * megabyte, each: 16 * megabyte },
  strangers: { total: 16 * megabyte, each: 2 * megabyte },
} satisfies Record<string, Share>;

/** Pending bodies of one kind of caller. */
export class BodiesInProgress {
  private total = 0;
  private readonly ofCaller = new Map<string, number>();

  constructor(private readonly share: Share) {}

  /** Reserves memory for a body. Returns a function that releases it, or undefined if no memory is left. */
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
