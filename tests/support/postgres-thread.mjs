// Runs queries for a thread that blocks on them, so that tests can read data synchronously on either engine.
import { workerData } from "node:worker_threads";
import pg from "pg";

const { port, signal } = workerData;
const { builtins, getTypeParser } = pg.types;

/** Same as in regional-api/store/postgres/connection.ts. @type {Record<number, (text: string) => unknown>} */
const parsers = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.BOOL]: (text) => (text === "t" ? 1 : 0),
};

/** @type {Map<string, Promise<pg.Client>>} */
const clients = new Map();

/** @param {string} url @param {readonly string[]} schemas */
async function connect(url, schemas) {
  const client = new pg.Client({
    connectionString: url,
    options: `-c search_path=${schemas.join(",")},public -c lock_timeout=15s`,
    types: { getTypeParser: (/** @type {number} */ type) => parsers[type] ?? getTypeParser(type) },
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** @param {{ url: string, schemas: readonly string[], text: string, values: unknown[] }} asked */
async function answer({ url, schemas, text, values }) {
  const key = `${url} ${schemas.join(" ")}`;
  if (!clients.has(key)) clients.set(key, connect(url, schemas));
  const client = await clients.get(key);
  // Only a query without parameters may contain several statements.
  const result = await client?.query(values.length > 0 ? { text, values } : text);
  const last = Array.isArray(result) ? result.at(-1) : result;
  return { rows: last?.rows ?? [], changes: last?.rowCount ?? 0 };
}

/** @param {string} url */
async function close(url) {
  for (const [key, client] of clients)
    if (key.startsWith(`${url} `)) {
      clients.delete(key);
      await (await client).end();
    }
  return { rows: [], changes: 0 };
}

port.on("message", async (/** @type {any} */ asked) => {
  const { id } = asked;
  try {
    port.postMessage({ id, ...(await ("text" in asked ? answer(asked) : close(asked.url))) });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    port.postMessage({
      id,
      error: { message: error instanceof Error ? error.message : String(error), code },
    });
  }
  Atomics.store(signal, 0, id);
  Atomics.notify(signal, 0);
});
