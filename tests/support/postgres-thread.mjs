// Runs queries for a thread that waits for them: tests look into the data synchronously, whatever engine has it.
import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";

const { url, schemas, port, signal } = workerData;
const numbers = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const client = new pg.Client({
  connectionString: url,
  options: `-c search_path=${schemas.join(",")},public`,
  types: {
    getTypeParser: (type, format) => {
      if (numbers.has(type)) return Number;
      if (type === pg.types.builtins.BOOL) return (text) => (text === "t" ? 1 : 0);
      return pg.types.getTypeParser(type, format);
    },
  },
});
client.on("error", () => undefined);
const connected = client.connect();

port.on("message", async ({ text, params }) => {
  try {
    await connected;
    const { rows, rowCount } = await client.query(text, params);
    port.postMessage({ rows, changes: rowCount ?? 0 });
  } catch (error) {
    port.postMessage({ error: { message: error.message, code: error.code } });
  }
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
parentPort.once("message", () => void client.end().finally(() => process.exit(0)));
