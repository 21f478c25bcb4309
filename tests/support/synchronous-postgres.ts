/**
 * The data in PostgreSQL for tests that look into it synchronously: a thread of its own asks, this one waits. Texts are
 * written as for SQLite; what both engines say alike is put into PostgreSQL's spelling.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { quoted } from "../../regional-api/store/schema/quoted";

interface Answer {
  rows: Record<string, unknown>[];
  changes: number;
  error?: { message: string; code?: string };
}

const patienceMs = 20_000;

/** A text of SQLite's with its parameters by their places. */
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
            // Two colons are a cast.
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

let asked = 0;

/** The thread says of which question it has the answer: one that came too late, or a waking for the one before, counts for nothing. */
function ask(message: object, what: string): Answer {
  const { port, signal } = threadOf();
  const id = (asked += 1);
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

/** One database, its first schema being the one that names are looked up in before the others. */
export class SynchronousPostgres {
  constructor(
    private readonly url: string,
    private readonly schemas: readonly string[],
  ) {}

  /** Throws what PostgreSQL says of the query. */
  query(text: string, values: readonly unknown[]): Answer {
    return ask({ url: this.url, schemas: this.schemas, text, values }, text);
  }

  /** Ends all connections to the database. */
  close(): void {
    ask({ url: this.url }, "close");
  }
}
