/**
 * Torture by faults other than kills, in processes, connections and disks: `npm run torture -- faults [postgres]`.
 * People of six customers and one of the provider's staff save continuously, each at one API process, and resend an
 * unanswered save with the same idempotency key to the next process until it is acknowledged. On PostgreSQL there are
 * two processes; the faulty one reaches the database through its own proxy.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import { awsRegions } from "../../shared/regions";
import { demoAccounts, demoCustomers, demoOrganizations } from "../../regional-api/seed/ids";
import { openDataDir } from "../../regional-api/store/data-dir";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { schemaOf } from "../../regional-api/store/postgres/connection";
import { verifyPostgres } from "../../regional-api/store/postgres/verify";
import { verifyDataDir } from "../../regional-api/store/verify";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { say } from "../../scripts/lib/setup.mjs";
import { table } from "../bench/report";
import { Client, loginMutation } from "../contract/fixtures/client";
import { documentOf } from "../contract/fixtures/operations";
import { freePort } from "../support/free-port";
import { startPostgres } from "../support/postgres-server";
import { type RunningServer, startApi } from "../support/servers";
import { TcpProxy } from "../support/tcp-proxy";

/** Writers without an answer by then retry at another process, as the console does (REGIONAL_API_TIMEOUT). */
const patienceMs = 8_000;
/** Writers whose own process did not fail must save again within this time. */
const othersWithinMs = 10_000;
/** Undisturbed saving before and after a fault. */
const calmMs = 3_000;
/** A disk of this size has room for the demo data and some minutes of saves. */
const diskMb = 500;
const filler = "filler-of-the-torture";

interface Save {
  readonly mark: string;
  readonly at: number;
}

/** A person saving at one process, one save at a time. */
interface Writer {
  readonly name: string;
  /** The process they are routed to first. */
  readonly home: number;
  readonly next: (mark: string) => {
    operation: string;
    region: string;
    variables: Record<string, unknown>;
  };
  readonly saves: Save[];
  sentAgain: number;
}

/** The system under torture. */
interface Stage {
  readonly engine: "files" | "PostgreSQL";
  /** The first process is the one that fails. */
  readonly apis: RunningServer[];
  restart(): Promise<void>;
  /** True while a stopped first process holds a write lock. */
  isInsideWrite(): Promise<boolean>;
  /** The first process's proxy. */
  readonly proxy?: TcpProxy;
  /** The data's mount point, if it has a disk of its own. */
  readonly disk: string | undefined;
  /** All stored marks, duplicates included. */
  marks(): Promise<string[]>;
  problems(): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Fault {
  readonly name: string;
  readonly lastsMs: number;
  /** Blocks every writer. */
  readonly isEverybodys?: true;
  begin(stage: Stage): Promise<void>;
  end(stage: Stage): Promise<void>;
  /** The reason the fault is impossible on a stage. */
  impossible?(stage: Stage): string | undefined;
}

/** Stops the first process while it is inside a write. */
async function stopInsideWrite(stage: Stage): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const pid = stage.apis[0]?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    if (await stage.isInsideWrite()) return;
    process.kill(pid, "SIGCONT");
    await sleep(5 + Math.random() * 40);
  }
  throw new Error("The process was never inside a write when it was stopped");
}

/** Fills a disk until not even 1 KB fits. */
function fill(folder: string): void {
  const file = openSync(join(folder, filler), "a");
  try {
    for (let size = 1 << 20; size >= 1 << 10;)
      try {
        writeSync(file, Buffer.alloc(size));
      } catch {
        size >>= 2;
      }
  } finally {
    closeSync(file);
  }
}

const faults: readonly Fault[] = [
  {
    name: "a process stops inside a write (SIGSTOP)",
    lastsMs: 20_000,
    begin: stopInsideWrite,
    end: async ({ apis }) => void process.kill(apis[0]?.pid ?? 0, "SIGCONT"),
  },
  {
    name: "the connections of a process to the database go silent",
    lastsMs: 20_000,
    impossible: ({ proxy }) => (proxy ? undefined : "there is no connection"),
    begin: async (stage) => {
      await stopInsideWrite(stage);
      stage.proxy?.swallowAll();
      process.kill(stage.apis[0]?.pid ?? 0, "SIGCONT");
    },
    end: async () => undefined,
  },
  {
    name: "a machine is gone inside a write",
    lastsMs: 15_000,
    begin: async (stage) => {
      await stopInsideWrite(stage);
      stage.proxy?.swallowAll();
      await stage.apis[0]?.end("SIGKILL");
      // With a single process no one can save until it is replaced.
      if (stage.apis.length === 1) await stage.restart();
    },
    end: async (stage) => {
      if (stage.apis.length > 1) await stage.restart();
    },
  },
  {
    name: "the disk is full",
    lastsMs: 10_000,
    isEverybodys: true,
    impossible: ({ disk }) => (disk ? undefined : "a disk of its own needs root, who may mount a tmpfs"),
    begin: async ({ disk = "" }) => fill(disk),
    end: async ({ disk = "" }) => rmSync(join(disk, filler)),
  },
];

const { id: purchaseUserId, email: purchaseUserEmail } = demoAccounts.admin;

function writersOf(processes: number): Writer[] {
  const customers = Object.values(demoCustomers).map((customer, index): Writer => ({
    name: customer.displayName,
    home: index % processes,
    next: (mark) => {
      const { id: customerId, rootHierarchyId: hierarchyId, organizationId, awsRegion: region } = customer;
      const scope = { customerId, hierarchyId, organizationId };
      const purchase = { purchaseUserId, purchaseUserEmail, purchaseAmount: Number(mark) };
      return {
        operation: "NotifPurchaseSMSCreditsByCustomerId",
        region,
        variables: { ...scope, ...purchase },
      };
    },
    saves: [],
    sentAgain: 0,
  }));
  // Waits for all customers' writes, and they wait for it (decision 0024).
  const staff: Writer = {
    name: "the provider's staff",
    home: processes - 1,
    next: (mark) => ({
      operation: "ORGCreateCustomer",
      region: awsRegions[Number(mark) % awsRegions.length] ?? "eu-west-1",
      variables: {
        organizationId: demoOrganizations.acmeGroup.id,
        uniqueName: `torture-${mark}`,
        displayName: `torture-${mark}`,
      },
    }),
    saves: [],
    sentAgain: 0,
  };
  return [...customers, staff];
}

/** The longest time a writer went without an acknowledged save, within a period. */
const longestGap = (writers: readonly Writer[], from: number, to: number): number =>
  Math.max(
    0,
    ...writers.flatMap(({ saves }) => {
      const times = [from, ...saves.map(({ at }) => at).filter((at) => at > from && at < to), to];
      return times.slice(1).map((at, index) => at - (times[index] ?? at));
    }),
  );

/** Runs the faults one after the other on demo data of its own. Throws if an acknowledged write is lost or doubled. */
export async function tortureByFaults(engine: "files" | "postgres"): Promise<void> {
  const stage = engine === "postgres" ? await onPostgres() : await onFiles();
  try {
    const signedIn = new Client(stage.apis.at(-1)?.origin ?? "");
    const login = await signedIn.call(loginMutation, {
      email: demoAccounts.admin.email,
      password: demoPassword,
    });
    if (login.error) throw new Error(`Signing in failed: ${login.error}`);
    const writers = writersOf(stage.apis.length);
    let [isOver, count] = [false, 1];

    const work = async (writer: Writer) => {
      while (!isOver) {
        const mark = String((count += 1));
        const { operation, region, variables } = writer.next(mark);
        const headers = { "idempotency-key": randomUUID() };
        const document = documentOf(operation);
        for (let tries = 0; ; tries += 1) {
          if (tries > 0) writer.sentAgain += 1;
          const api = stage.apis[(writer.home + tries) % stage.apis.length];
          const sent = signedIn.clone(api?.origin).call(document, variables, { region, headers });
          const answer = await Promise.race([sent.catch(() => undefined), sleep(patienceMs, undefined)]);
          if (answer && !answer.error) break;
          if (answer && answer.code !== "DOWNSTREAM_SERVICE_ERROR")
            throw new Error(`${operation} was refused: ${answer.error} ${answer.message}\n${api?.errors()}`);
          await sleep(100);
        }
        writer.saves.push({ mark, at: performance.now() });
        await sleep(10);
      }
    };
    const working = Promise.all(writers.map(work));
    // Awaited at the end; until then this avoids an unhandled rejection.
    working.catch(() => undefined);

    const rows: string[][] = [];
    let othersWaited = 0;
    for (const fault of faults) {
      const reason = fault.impossible?.(stage);
      if (reason !== undefined) {
        rows.push([fault.name, `not on ${stage.engine}: ${reason}`]);
        continue;
      }
      await sleep(calmMs);
      const before = writers.reduce((sum, { saves }) => sum + saves.length, 0);
      const from = performance.now();
      await fault.begin(stage);
      await sleep(fault.lastsMs);
      await fault.end(stage);
      await sleep(calmMs);
      const to = performance.now();
      const gapOf = (wanted: (writer: Writer) => boolean) => longestGap(writers.filter(wanted), from, to);
      const others = gapOf(({ home }) => home > 0);
      if (!fault.isEverybodys) othersWaited = Math.max(othersWaited, others);
      const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
      rows.push([
        fault.name,
        seconds(fault.lastsMs),
        String(writers.reduce((sum, { saves }) => sum + saves.length, 0) - before),
        seconds(gapOf(({ home }) => home === 0)),
        stage.apis.length > 1 ? seconds(others) : "",
      ]);
      say(`  ${fault.name}: over`);
    }
    isOver = true;
    await working;

    const problems = await stage.problems();
    if (problems.length > 0) throw new Error(problems.join("\n"));
    const found = await stage.marks();
    const acknowledged = writers.flatMap(({ saves }) => saves.map(({ mark }) => mark));
    const stored = new Set(found);
    const lost = acknowledged.filter((mark) => !stored.has(mark)).length;
    const doubled = found.length - stored.size;
    const sentAgain = writers.reduce((sum, writer) => sum + writer.sentAgain, 0);
    say(
      `\n${stage.engine}, ${stage.apis.length} ${stage.apis.length === 1 ? "process" : "processes"}, ${writers.length} people\n`,
    );
    say(table([["fault", "lasts", "saves", "longest wait there", "at the other process"], ...rows]));
    say(
      `\n${acknowledged.length} saves acknowledged, ${sentAgain} times sent again; lost ${lost}, doubled ${doubled}; record and counts ok`,
    );
    if (lost + doubled > 0) throw new Error("What was acknowledged is not what is there.");
    if (othersWaited > othersWithinMs) throw new Error("Others waited too long for a process that failed.");
  } finally {
    await stage.close();
  }
}

/** A folder, on its own disk where possible; `remove` deletes both. */
function folderOnDisk() {
  const folder = mkdtempSync(join(tmpdir(), "edge-console-torture-"));
  const mounted =
    spawnSync("mount", ["-t", "tmpfs", "-o", `size=${diskMb}m,mode=755`, "tmpfs", folder]).status === 0;
  const remove = () => {
    if (mounted) spawnSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, disk: mounted ? folder : undefined, remove };
}

const quiet = { SEED: "demo", APP_ENV: "local", LOG_LEVEL: "error", AUTH_CALLS_PER_MINUTE: "100000" };

async function onFiles(): Promise<Stage> {
  const { folder, disk, remove } = folderOnDisk();
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const port = String(await freePort());
  const start = () => startApi(dataDir, { ...quiet, API_PORT: port });
  const apis = [await start()];
  const startedAt = Date.now();
  const files = awsRegions.map((region) => join(dataDir, "regional-api", `${region}.sqlite`));
  return {
    engine: "files",
    apis,
    disk,
    restart: async () => void (apis[0] = await start()),
    isInsideWrite: async () =>
      files.some((file) => {
        const sqlite = new BetterSqlite3(file, { timeout: 0 });
        try {
          sqlite.exec("BEGIN IMMEDIATE; ROLLBACK");
          return false;
        } catch {
          return true;
        } finally {
          sqlite.close();
        }
      }),
    marks: async () => {
      await apis[0]?.end("SIGTERM");
      const databases = await openDataDir(join(dataDir, "regional-api"), undefined);
      const found = [...databases.all()].flatMap(({ sqlite }) => [
        ...sqlite
          .prepare<[], string>(
            `SELECT substr(uniqueName, 9) FROM customers WHERE uniqueName LIKE 'torture-%'`,
          )
          .pluck()
          .all(),
        ...sqlite
          .prepare<[number], number>("SELECT purchaseAmount FROM sms_credit_purchases WHERE purchasedAt > ?")
          .pluck()
          .all(startedAt)
          .map(String),
      ]);
      databases.close();
      return found;
    },
    problems: async () => {
      await apis[0]?.end("SIGTERM");
      return verifyDataDir(join(dataDir, "regional-api")).problems;
    },
    close: async () => {
      await apis[0]?.end("SIGKILL");
      remove();
    },
  };
}

async function onPostgres(): Promise<Stage> {
  const { folder, disk, remove } = folderOnDisk();
  const postgres = await startPostgres({
    folder,
    settings: ["max_connections=100", "min_wal_size=32MB", "max_wal_size=96MB"],
  });
  const url = postgres.url("postgres");
  const proxy = await TcpProxy.start(postgres.port);
  const urls = [`postgres://postgres@127.0.0.1:${proxy.port}/postgres`, url];
  const ports = [await freePort(), await freePort()];
  const dirs = mkdtempSync(join(tmpdir(), "edge-console-torture-"));
  const start = (at: number) =>
    startApi(join(dirs, `api-${at}`), {
      ...quiet,
      API_PORT: String(ports[at]),
      DATABASE_URL: urls[at],
      DATABASE_CONNECTIONS: "8",
    });
  const apis = [await start(0), await start(1)];
  const startedAt = Date.now();
  return {
    engine: "PostgreSQL",
    apis,
    proxy,
    disk,
    restart: async () => void (apis[0] = await start(0)),
    // Longer than a running transaction is ever idle.
    isInsideWrite: () =>
      withDatabase(url, async (client) => {
        const request = async () =>
          (
            await client.query<{ one: string }>(
              `SELECT a.pid || ' ' || a.xact_start AS one FROM pg_stat_activity AS a JOIN pg_locks AS l ON l.pid = a.pid
               WHERE a.state = 'idle in transaction' AND l.locktype = 'advisory' AND l.granted AND l.objid IN (4810, 4813)`,
            )
          ).rows.map(({ one }) => one);
        const first = new Set(await request());
        if (first.size === 0) return false;
        await sleep(300);
        return (await request()).some((one) => first.has(one));
      }),
    marks: () =>
      withDatabase(url, async (client) => {
        const found: string[] = [];
        for (const region of awsRegions)
          for (const query of [
            `SELECT substr("uniqueName", 9) AS mark FROM "${schemaOf(region)}".customers WHERE "uniqueName" LIKE 'torture-%'`,
            `SELECT "purchaseAmount"::text AS mark FROM "${schemaOf(region)}".sms_credit_purchases WHERE "purchasedAt" > ${startedAt}`,
          ])
            found.push(...(await client.query<{ mark: string }>(query)).rows.map(({ mark }) => mark));
        return found;
      }),
    problems: async () => (await verifyPostgres(url)).problems,
    close: async () => {
      for (const api of apis) await api.end("SIGKILL");
      proxy.stop();
      await postgres.stop();
      rmSync(dirs, { recursive: true, force: true });
      remove();
    },
  };
}
