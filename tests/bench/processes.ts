/**
 * How many calls a second the regional API answers: one process on files, and one, two and four on PostgreSQL. The callers,
 * the processes and the database share this machine's cores.
 */
import { cpus, tmpdir } from "node:os";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { say } from "../../scripts/lib/setup.mjs";
import { migratePostgres } from "../../regional-api/store/postgres/migrate";
import { moveDataDir } from "../../regional-api/store/postgres/move";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { retail } from "../contract/fixtures/ids";
import { signedIn } from "../contract/fixtures/client";
import { documentOf } from "../contract/fixtures/operations";
import { buildServer, startServer, type Running } from "../contract/fixtures/server";
import { worldOnDisk } from "../contract/fixtures/world";
import { startPostgres } from "../support/postgres-server";

const callers = 16;
const seconds = 8;

/** Calls a second, by callers who ask one process after the other: a list and who one is, or something new to be stored. */
async function callsASecond(
  processes: readonly Running[],
  kind: "reads" | "writes",
  run: string,
): Promise<number> {
  const [first] = processes;
  if (!first) throw new Error("no process");
  const staff = await signedIn(first.origin, "staff");
  const until = performance.now() + seconds * 1_000;
  let calls = 0;
  const caller = async (number: number) => {
    for (let turn = number; performance.now() < until; turn += 1) {
      const client = staff.clone(processes[turn % processes.length]?.origin);
      const uniqueName = `${run}-${number}-${turn}`;
      const { error } =
        kind === "writes"
          ? await client.call(
              documentOf("ORGCreateOrganization"),
              { organization: { uniqueName, displayName: uniqueName } },
              { headers: { "idempotency-key": uniqueName } },
            )
          : turn % 2 === 0
            ? await client.call(documentOf("AuthMe"))
            : await client.call(documentOf("AppsGetVacancyListV2"), {
                filter: { ...retail, skipEq: 0, limitEq: 30 },
              });
      if (error) throw new Error(error);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  return calls / seconds;
}

const { file, remove } = await buildServer();
const postgres = await startPostgres({ settings: ["max_connections=300"] });
const folder = mkdtempSync(join(tmpdir(), "edge-bench-"));
const dataDir = await worldOnDisk();
try {
  const url = postgres.url("postgres");
  await withDatabase(url, (client) =>
    migratePostgres(client, async () => void (await moveDataDir(client, dataDir))),
  );
  const common = { DEMO_IDP: "false", LOG_LEVEL: "silent", AUTH_CALLS_PER_MINUTE: "100000" };
  say(`${cpus().length} cores, ${callers} callers, ${seconds} s each\n`);
  for (const [what, count] of [
    ["files", 1],
    ["PostgreSQL", 1],
    ["PostgreSQL", 2],
    ["PostgreSQL", 4],
  ] as const) {
    const environment =
      what === "files"
        ? { ...common, DATA_DIR: dataDir }
        : { ...common, DATA_DIR: folder, DATABASE_URL: url };
    const processes: Running[] = [];
    for (let started = 0; started < count; started += 1) processes.push(await startServer(file, environment));
    await callsASecond(processes, "reads", "warm");
    const reads = await callsASecond(processes, "reads", "read");
    const writes = await callsASecond(processes, "writes", `${what.toLowerCase()}-${count}`);
    say(`${what}, ${count}: ${reads.toFixed(0)} reads, ${writes.toFixed(0)} writes a second`);
    for (const one of processes) await one.end("SIGTERM");
  }
} finally {
  await postgres.stop();
  remove();
  for (const one of [folder, dataDir]) rmSync(one, { recursive: true });
}
