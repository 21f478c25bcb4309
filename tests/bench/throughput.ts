/**
 * Measures the tables of docs/scale.md: saves and pages per second with 1, 2 and 4 API processes on PostgreSQL for 1 to
 * 20 customers, with the CPU time of a save and how often it waits for a lock, and the latency for others while one
 * customer changes 500 candidates repeatedly: `npm run bench -- throughput [seconds of each turn]`, about nine minutes
 * with 8. With `files` after the seconds, the same by one process on SQLite. Needs an idle machine.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { demoAccounts, demoCustomers, demoOrganizations } from "../../regional-api/seed/ids";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { say } from "../../scripts/lib/setup.mjs";
import { Client, loginMutation } from "../contract/fixtures/client";
import { documentOf } from "../contract/fixtures/operations";
import { withDatabase } from "../../regional-api/store/postgres/open";
import type { Reader } from "../../regional-api/store/engine";
import { sql } from "../../regional-api/store/sql";
import { addApplications, type Place, storeIn } from "../support/many-applications";
import { startPostgres } from "../support/postgres-server";
import { type RunningServer, startApi } from "../support/servers";
import { cpuMs } from "./load";
import { table } from "./report";

const seconds = Number(process.argv[2] ?? 8);
const isOnFiles = process.argv[3] === "files";
/** One process has the files. */
const processCounts = isOnFiles ? [1] : [1, 2, 4];
const customerCounts = [1, 5, 10, 20];
const { acmeGroup } = demoOrganizations;
const { acmeRetail } = demoCustomers;
const region = acmeRetail.awsRegion;
const { id: purchaseUserId, email: purchaseUserEmail } = demoAccounts.admin;

type Scope = { customerId: string; hierarchyId: string; organizationId: string };

const percentile = (times: readonly number[], part: number) =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0;
const summary = (times: readonly number[]) =>
  `${(times.length / seconds).toFixed(0)} (${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)})`;

/** Signed in once; clients for each process are cloned from it. */
let signedIn: Client;
const at = (api: RunningServer | undefined) => signedIn.clone(api?.origin ?? "");

async function request(client: Client, query: string, variables: Record<string, unknown>) {
  const headers = { "idempotency-key": randomUUID() };
  const answer = await client.call(query, variables, { region, headers });
  if (answer.error) throw new Error(`${answer.error}: ${answer.message}`);
  return answer.data;
}

/** Reads the region's data beside the running API. */
async function reading<Result>(place: Place, read: (db: Reader) => Promise<Result>): Promise<Result> {
  const store = await storeIn(place);
  try {
    return await read(store.region(region).reader);
  } finally {
    await store.close();
  }
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** CPU time of a turn's work per answer in ms, and the share of the database's busy connections that wait for a lock. */
async function useOf(work: () => Promise<number[]>): Promise<{ times: number[]; use: string[] }> {
  const cpuOfApis = () => sum(apis.map(({ pid }) => cpuMs(pid)));
  const perAnswer = (ms: number, times: readonly number[]) => (ms / times.length).toFixed(1);
  const before = cpuOfApis();
  if (databaseUrl === undefined) {
    const times = await work();
    return { times, use: [perAnswer(cpuOfApis() - before, times), "", ""] };
  }
  return withDatabase(databaseUrl, async (database) => {
    const rowsOf = async <Row extends object>(query: string) => (await database.query<Row>(query)).rows;
    const cpuOfDatabase = async () =>
      new Map((await rowsOf<{ pid: number }>(pids)).map(({ pid }) => [pid, cpuMs(pid)]));
    const [beforeInDatabase, seen] = [await cpuOfDatabase(), { waiting: 0, busy: 0 }];
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await pause(50))
        for (const { waiting, busy } of await rowsOf<typeof seen>(connections)) {
          seen.waiting += waiting;
          seen.busy += busy;
        }
    })();
    const times = await work();
    isOver = true;
    await watching;
    const api = perAnswer(cpuOfApis() - before, times);
    const spent = [...(await cpuOfDatabase())].map(([pid, ms]) => ms - (beforeInDatabase.get(pid) ?? 0));
    return {
      times,
      use: [api, perAnswer(sum(spent), times), `${((seen.waiting / seen.busy) * 100).toFixed(0)} %`],
    };
  });
}
const pids = "SELECT pid FROM pg_stat_activity";
const connections = `SELECT (count(*) FILTER (WHERE wait_event_type = 'Lock'))::int AS waiting,
  (count(*) FILTER (WHERE state <> 'idle'))::int AS busy
  FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

/** Creates as many customers as are measured. */
async function customersOf(client: Client, place: Place): Promise<Scope[]> {
  for (let count = 0; count < Math.max(...customerCounts); count += 1) {
    const displayName = `throughput-${count}`;
    const named = { organizationId: acmeGroup.id, uniqueName: displayName, displayName };
    await request(client, documentOf("ORGCreateCustomer"), named);
  }
  const query = sql
    .selectFrom("customers")
    .select(["id as customerId", "rootHierarchyId as hierarchyId", "organizationId"])
    .where("uniqueName", "like", "throughput-%")
    .orderBy("uniqueName");
  return reading(place, (db) => db.all(query));
}

const purchase = documentOf("NotifPurchaseSMSCreditsByCustomerId");
const save = (client: Client, scope: Scope) =>
  request(client, purchase, { ...scope, purchaseUserId, purchaseUserEmail, purchaseAmount: 1 });
const listQuery = `query ($filter: AppsVacancyListFilter!) {
  AppsGetVacancyListV2(filter: $filter) { data { _id title applicationCount } pagination { totalItems } } }`;
const scopeOf = ({ id, rootHierarchyId, organizationId }: typeof acmeRetail): Scope => ({
  customerId: id,
  hierarchyId: rootHierarchyId,
  organizationId,
});
const read = (client: Client) =>
  request(client, listQuery, { filter: { ...scopeOf(acmeRetail), skipEq: 0, limitEq: 30 } });

/** Response times of the `workers`, each running sequentially until the turn is over. */
async function turn(workers: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    workers.map(async (work) => {
      while (performance.now() < end) {
        const from = performance.now();
        await work();
        times.push(performance.now() - from);
      }
    }),
  );
  return times;
}

/** Ids of a vacancy's applications. */
async function applicationsOf(place: Place, vacancyId: string): Promise<string[]> {
  const query = sql.selectFrom("applications").select("id").where("vacancyId", "=", vacancyId).limit(500);
  return (await reading(place, (db) => db.all(query))).map(({ id }) => id);
}

/** Starts a bulk job over all applications of a vacancy; returns a function for the number of rows done. */
async function beginJob(client: Client, place: Place, vacancyId: string, scope: Scope) {
  const query = sql.selectFrom("vacancies").select("externalVacancyId").where("id", "=", vacancyId);
  const externalVacancyId = (await reading(place, (db) => db.get(query)))?.externalVacancyId;
  const jobId = randomUUID();
  const job = async (name: string, variables: object) =>
    (await request(client, documentOf(name), { ...variables, jobId }))[name] as {
      state: string;
      done: number;
    };
  const filter = { ...scope, externalVacancyId, skipEq: 0, limitEq: 30 };
  const change = { status: "APPS_APPLICATION_LONGLISTED" };
  let { state } = await job("BulkPlanApplications", { filter, change });
  while (state === "PREPARING") {
    await pause(200);
    ({ state } = await job("BulkGetJob", scope));
  }
  await job("BulkRunJob", scope);
  return async () => (await job("BulkGetJob", scope)).done;
}

const folder = mkdtempSync(join(tmpdir(), "edge-bench-"));
const postgres = isOnFiles ? undefined : await startPostgres({ settings: ["max_connections=300"] });
const databaseUrl = postgres?.url("postgres");
const place = { dataDir: join(folder, "api-0"), databaseUrl };
const apis: RunningServer[] = [];
const startedAt = performance.now();
try {
  const start = async () => {
    const number = apis.length;
    const settings = { DATABASE_URL: databaseUrl, SEED: "demo", AUTH_CALLS_PER_MINUTE: "100000" };
    apis.push(await startApi(join(folder, `api-${number}`), settings));
  };
  await start();
  signedIn = new Client(apis[0]?.origin ?? "");
  const login = await signedIn.call(loginMutation, { email: purchaseUserEmail, password: demoPassword });
  if (login.error) throw new Error(login.message);
  const customers = await customersOf(at(apis[0]), place);
  const rows: string[][] = [];
  for (const processes of processCounts) {
    while (apis.length < processes) await start();
    for (const count of customerCounts) {
      const all = customers.slice(0, count);
      const workersOf = (work: (client: Client, scope: Scope) => Promise<unknown>) =>
        all.map((scope, index) => {
          const client = at(apis[index % processes]);
          return () => work(client, scope);
        });
      await turn(workersOf(save).slice(0, 1));
      const { times, use } = await useOf(() => turn(workersOf(save)));
      const lists = summary(await turn(workersOf(read)));
      rows.push([String(processes), String(count), summary(times), ...use, lists]);
      say(`  ${processes} processes, ${count} customers: over`);
    }
  }
  say(`\nA second, and ms (p50 / p95); each customer has one caller, who does one after the other\n`);
  const head = ["saves", "CPU of the API, ms", "of the database", "waiting for a lock", "lists"];
  say(table([["processes", "customers", ...head], ...rows]));

  const { acmeLogistics } = demoCustomers;
  const changed = await addApplications(place, acmeRetail.id, 500);
  const _ids = await applicationsOf(place, changed);
  const jobs = await addApplications(place, acmeLogistics.id, 10_000);
  let isOver = false;
  let changes = 0;
  const statuses = ["APPS_APPLICATION_HIRED", "APPS_APPLICATION_LONGLISTED"];
  const changeAll = async (client: Client) => {
    for (; !isOver; changes += 1) {
      const status = statuses[changes % 2];
      await request(client, documentOf("AppsUpdateApplicationStatus"), {
        ...scopeOf(acmeRetail),
        _ids,
        status,
      });
    }
  };
  const [other] = customers;
  if (!other) throw new Error("There is no other customer");
  const neighbours: string[][] = [];
  const third = apis[1] ?? apis[0];
  const measure = async (what: string, done = () => Promise.resolve(0)) => {
    const from = await done();
    const saves = await turn([() => save(at(third), other)]);
    const lists = await turn([() => read(at(third))]);
    const ms = (times: number[]) =>
      `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)}`;
    const rowsDone = (await done()) - from;
    neighbours.push([what, ms(saves), ms(lists), rowsDone > 0 ? (rowsDone / seconds / 2).toFixed(0) : ""]);
    say(`  ${what}: over`);
  };
  await measure("quiet");
  const changing = [changeAll(at(apis[0]))];
  await measure("one customer changes 500 rows again and again");
  changing.push(changeAll(at(third)), changeAll(at(apis[0])));
  await measure("the same by three callers");
  isOver = true;
  await Promise.all(changing);
  isOver = false;
  const again = changeAll(at(apis[0]));
  const done = await beginJob(at(third), place, jobs, scopeOf(acmeLogistics));
  await measure("by one, and another customer's bulk job", done);
  isOver = true;
  await again;
  say(`\nHow long a third customer waits at the same time, ms (p50 / p95), with ${apis.length} processes\n`);
  say(table([["", "a save", "a list", "rows of the job a second"], ...neighbours]));
  say(
    `\nLoad of the machine at the end ${loadavg()[0]?.toFixed(1)}; ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`,
  );
} finally {
  for (const api of apis) await api.end("SIGKILL");
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
