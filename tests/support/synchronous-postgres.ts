/**
 * Synchronous access for tests to data in PostgreSQL: a separate thread runs the query while this one waits. Queries
 * are written for SQLite and translated where the spelling differs.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { quoted } from "../../regional-api/store/schema/quoted";

interface Answer {
  rows: Record<string, unknown>[];
  changes: number;
  error?: { message: string; code?: string };
}

const patienceMs = 20_000;

/** Translates a SQLite query and its parameters to positional ones. */
export function spelled(text: string, params: readonly unknown[]): { text: string; values: unknown[] } {
  const [first] = params;
  const isNamed =
    params.length === 1 && typeof first === "object" && first !== null && !Buffer.isBuffer(first);
  const named = isNamed ? (first as Record<string, unknown>) : {};
  const values: unknown[] = isNamed ? [] : [...params];
  let place = 0;
  const placed = text
    .split(/('(?:[^']|'')*')/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/\?|[@:](\w+)/g, (mark, name: string | undefined, at: number) => {
            // A double colon is a cast.
            if (name !== undefined && (!isNamed || part[at - 1] === ":")) return mark;
            if (name !== undefined) values.push(named[name]);
            place += 1;
            return `$${place}`;
          }),
    )
    .join("");
  return { text: quoted(placed), values };
}

let thread: { port: MessageChannel["port1"]; signal: Int32Array } | undefined;

function threadOf() {
  if (thread) return thread;
  const { port1: port, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("./postgres-thread.mjs", import.meta.url), {
    workerData: { port: port2, signal },
    transferList: [port2],
  });
  worker.unref();
  thread = { port, signal };
  return thread;
}

let lastId = 0;

/** Waits for the answer with this question's id: late answers and wake-ups for earlier questions are ignored. */
function send(message: object, what: string): Answer {
  const { port, signal } = threadOf();
  const id = (lastId += 1);
  port.postMessage({ ...message, id });
  for (let seen = Atomics.load(signal, 0); seen !== id; seen = Atomics.load(signal, 0))
    if (Atomics.wait(signal, 0, seen, patienceMs) === "timed-out")
      throw new Error(`PostgreSQL did not answer: ${what.slice(0, 200)}`);
  for (;;) {
    const received = receiveMessageOnPort(port) as { message: Answer & { id: number } } | undefined;
    if (!received) throw new Error(`The answer is gone: ${what.slice(0, 200)}`);
    const { error } = received.message;
    if (received.message.id !== id) continue;
    if (error)
      throw Object.assign(new Error(error.message, { cause: what.slice(0, 300) }), { code: error.code });
    return received.message;
  }
}

/** One database; unqualified names are looked up in the first schema first. */
export class SynchronousPostgres {
  constructor(
    private readonly url: string,
    private readonly schemas: readonly string[],
  ) {}

  /** Throws PostgreSQL's errors. */
  query(text: string, values: readonly unknown[]): Answer {
    return send({ url: this.url, schemas: this.schemas, text, values }, text);
  }

  /** Closes all connections to the database. */
  close(): void {
    send({ url: this.url }, "close");
  }
}
