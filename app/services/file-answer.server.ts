import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { Places } from "./places";

type FileFacts = {
  /** As a Content-Type. */
  type: string;
  /** What the browser calls it; letters, digits, dots and hyphens. */
  name: string;
};

/**
 * Thrown by a screen's loader to answer a file in place of its page. Once the guard has let the person pass, no page is
 * drawn and the file is sent while it is made.
 */
export class FileAnswer {
  constructor(
    private readonly content: Readable,
    private readonly facts: FileFacts,
  ) {}

  /** The answer to `request`; `drained` waits until the browser has taken what was sent. */
  response({ signal }: Request, headers: Headers, drained: () => Promise<void> | undefined): Response {
    const { content, facts } = this;
    headers.set("Content-Type", facts.type);
    headers.set("Content-Disposition", `attachment; filename="${facts.name}"`);
    const chunks = content.iterator();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await drained();
        const { done, value } = await (chunks.next() as Promise<IteratorResult<Buffer, undefined>>).catch(
          (error: unknown) => {
            // Nobody waits for the rest.
            if (signal.aborted) return { done: true as const, value: undefined };
            throw error;
          },
        );
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void content.destroy(),
    });
    return new Response(body, { headers });
  }
}

// Twenty long files of one person would keep everybody else's pages waiting, and those of ten people of one customer as well.
const downloads = new Places(2, Number.POSITIVE_INFINITY);
const downloadsOfCustomer = new Places(8, Number.POSITIVE_INFINITY);
/** How long a file waits until one of the person's others has been sent, and how often it looks, in ms. */
const waitMs = 5_000;
const lookMs = 100;

/** Whose places for files are all taken. */
export type Busy = "person" | "customer";

/**
 * Takes one of the person's and one of the customer's places for files, for as long as the answer is open; gives whose are
 * taken where none becomes free in time.
 */
export async function takesDownload(
  response: ServerResponse,
  person: string,
  customer: string,
): Promise<Busy | undefined> {
  const end = performance.now() + waitMs;
  for (;;) {
    const own = downloads.take(person);
    const customers = own && downloadsOfCustomer.take(customer);
    if (own && customers) {
      response.once("close", () => (own(), customers()));
      return undefined;
    }
    own?.();
    if (response.closed || performance.now() > end) return own ? "customer" : "person";
    await pause(lookMs);
  }
}

/** Notes when a browser does not keep up; answers what tells that it took everything. */
export function backpressureOf(response: NodeJS.WritableStream): () => Promise<void> | undefined {
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  let waiting: Promise<void> | undefined;
  let goOn: (() => void) | undefined;
  const taken = () => {
    waiting = undefined;
    goOn?.();
  };
  response.write = (...given: unknown[]) => {
    const isTaken = write(...given);
    if (!isTaken && !waiting) {
      // Once for all of a file: compression hands "drain" on to a stream of its own, from which nothing is taken off again.
      if (!goOn) response.on("drain", taken).on("close", taken);
      waiting = new Promise((resolve) => (goOn = resolve));
    }
    return isTaken;
  };
  return () => waiting;
}
