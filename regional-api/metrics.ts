/** The API's Prometheus metrics (docs/operations.md). No label contains an id, an address or personal data. */
import type { Async } from "./store/engine";
import { readdirSync, readFileSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { messagesWaiting } from "./delivery";
import { lostLines } from "../shared/log-stream";
import { serveRegistry } from "../shared/metrics-endpoint";
import { bulkJobsIn } from "./areas/bulk-jobs/bulk-jobs.store";
import { lastBackupFile } from "./store/data-files";
import type { Store } from "./store/engine";

/** Returns the seconds since the last backup; NaN if there was none, which alerts detect with `absent`. */
function backupAge(dataDir: string): number {
  try {
    return (Date.now() - Date.parse(readFileSync(join(dataDir, lastBackupFile), "utf8").trim())) / 1000;
  } catch {
    return Number.NaN;
  }
}

const dataBytes = (dataDir: string) =>
  readdirSync(dataDir).reduce(
    (sum, name) => sum + (statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

function freeBytes(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
}

/**
 * Counts the responses of `app`, and serves metrics on a separate address. Call before `app` listens. Rejects
 * if it cannot listen there.
 */
export async function serveMetrics(app: FastifyInstance, databases: Store, address: string): Promise<void> {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "api_request_duration_seconds",
    help: "Requests, by region and operation",
    labelNames: ["region", "operation", "status"],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  app.addHook("onResponse", async ({ apiContext }, reply) => {
    const [operation = "none"] = apiContext?.operations ?? [];
    const region = apiContext?.awsRegion ?? "none";
    requests.observe({ region, operation, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  const waits = new Histogram({
    name: "api_write_wait_seconds",
    help: "How long changes waited for those before them: for their own customer's, or for all",
    labelNames: ["for"],
    buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  app.writeWaits.push((ms, whose) => waits.observe({ for: whose === undefined ? "all" : "own" }, ms / 1000));

  /** Registers a gauge that is read on each scrape. */
  const gauge = (name: string, help: string, read: () => Async<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  const { dataDir } = databases;
  const jobs = async (state: "PREPARING" | "RUNNING") => {
    let sum = 0;
    for (const { reader } of databases.all()) sum += (await bulkJobsIn(reader, state)).length;
    return sum;
  };
  gauge("api_mails_waiting", "Mails that the mail server has not taken yet", () =>
    messagesWaiting(databases, "EMAIL", Date.now()),
  );
  gauge("api_texts_waiting", "Text messages that the SMS gateway has not taken yet", () =>
    messagesWaiting(databases, "SMS", Date.now()),
  );
  gauge("api_jobs_waiting", "Bulk jobs that are being planned", () => jobs("PREPARING"));
  gauge("api_jobs_running", "Bulk jobs that run", () => jobs("RUNNING"));
  if (dataDir !== undefined) {
    gauge("api_data_bytes", "Size of the files in the data folder", () => dataBytes(dataDir));
    gauge("api_disk_free_bytes", "Room on the disk of the data folder", () => freeBytes(dataDir));
    gauge("api_backup_age_seconds", "Time since the last backup; NaN without one", () => backupAge(dataDir));
  }
  gauge("api_log_lines_lost", "Log lines that could not be written since the last that could", lostLines);

  await serveRegistry(registry, address, (error) => app.log.error({ error }, "metrics cannot be read"));
}
