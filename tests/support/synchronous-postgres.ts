/**
 * The data in PostgreSQL for tests that look into it synchronously: a thread of its own asks, this one waits. Texts are
 * written as for SQLite; what both engines say alike is put into PostgreSQL's spelling.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { quoted } from "../../regional-api/store/postgres/migrations/trigger";

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
        : part.replace(/\?|[@:](?=\w)(?<!::)(\w+)/g, (mark, name: string | undefined) => {
            if (name !== undefined && isNamed) values.push(named[name]);
            else if (name !== undefined) return mark;
            place += 1;
            return `$${place}`;
          }),
    )
    .join("");
  return { text: quoted(placed), values };
}

export class SynchronousPostgres {
  private readonly worker: Worker;
  private readonly port;
  private readonly signal = new Int32Array(new SharedArrayBuffer(4));

  constructor(url: string, schemas: readonly string[]) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.worker = new Worker(new URL("./postgres-thread.mjs", import.meta.url), {
      workerData: { url, schemas, port: port2, signal: this.signal },
      transferList: [port2],
    });
    this.worker.unref();
  }

  /** Throws what PostgreSQL says of the query. */
  query(text: string, values: readonly unknown[]): Answer {
    Atomics.store(this.signal, 0, 0);
    this.port.postMessage({ text, params: values });
    if (Atomics.wait(this.signal, 0, 0, patienceMs) === "timed-out")
      throw new Error(`PostgreSQL did not answer: ${text.slice(0, 200)}`);
    const { message } = receiveMessageOnPort(this.port) as { message: Answer };
    if (message.error) throw Object.assign(new Error(message.error.message), { code: message.error.code });
    return message;
  }

  async close(): Promise<void> {
    this.worker.postMessage("end");
    this.port.close();
    await new Promise((ended) => this.worker.once("exit", ended));
  }
}
