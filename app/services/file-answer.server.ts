import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { Places } from "./places";

type FileFacts = {
  /** Content-Type. */
  type: string;
  /** File name: letters, digits, dots and hyphens. */
  name: string;
};

/**
 * Thrown by a loader to send a file instead of the page. After the guard's checks the file is streamed while it is
 * generated.
 */
export class FileAnswer {
  constructor(
    private readonly content: Readable,
    private readonly facts: FileFacts,
  ) {}

  /** Response to `request`; `drained` waits until the browser has read what was sent. */
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
            // The client disconnected; skip the rest.
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

// Download limits: many long files of one user, or of one customer, would slow everyone else's pages.
const downloads = new Places(2, Number.POSITIVE_INFINITY);
const downloadsOfCustomer = new Places(8, Number.POSITIVE_INFINITY);
/** Maximum wait for a download slot, and polling interval, in ms. */
const waitMs = 5_000;
const lookMs = 100;

/** Holder of the exhausted download slots. */
export type ExhaustedHolder = "person" | "customer";

/**
 * Takes a download slot of the user and one of the customer until the response ends; returns the one without
 * a free slot if none frees up in time.
 */
export async function takeDownloadPlace(
  response: ServerResponse,
  person: string,
  customer: string,
): Promise<ExhaustedHolder | undefined> {
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

/** Tracks backpressure; the returned function gives a promise for "drained", or undefined if the browser keeps up. */
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
      // One listener per file: compression forwards "drain" to its own stream, whose listeners cannot be removed.
      if (!goOn) response.on("drain", taken).on("close", taken);
      waiting = new Promise((resolve) => (goOn = resolve));
    }
    return isTaken;
  };
  return () => waiting;
}
