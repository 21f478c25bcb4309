// Runs queries for a thread that waits for them: tests look into the data synchronously, whatever engine has it.
import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";

const { url, schemas, port, signal } = workerData;
const { builtins, getTypeParser } = pg.types;

/** As regional-api/store/postgres/connection.ts has them. @type {Record<number, (text: string) => unknown>} */
const parsers = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.BOOL]: (text) => (text === "t" ? 1 : 0),
};
const client = new pg.Client({
  connectionString: url,
  options: `-c search_path=${schemas.join(",")},public`,
  types: {
    getTypeParser: (/** @type {number} */ type) => parsers[type] ?? getTypeParser(type),
  },
});
client.on("error", () => undefined);
const connected = client.connect();

port.on("message", async (/** @type {{ text: string, params: unknown[] }} */ { text, params }) => {
  try {
    await connected;
    const { rows, rowCount } = await client.query(text, params);
    port.postMessage({ rows, changes: rowCount ?? 0 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    port.postMessage({ error: { message: error instanceof Error ? error.message : String(error), code } });
  }
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
parentPort?.once("message", () => void client.end().finally(() => process.exit(0)));
