/**
 * Measures the tables of docs/scale.md for several API processes on PostgreSQL: saves and pages per second with 1, 2
 * and 4 processes for 1, 5 and 20 customers, and the latency for others while one customer changes 500 candidates
 * repeatedly: `npm run bench -- throughput [seconds of each turn]`, about seven minutes with 8. Needs an idle machine.
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
import { addApplications } from "../support/many-applications";
import { schemaOf } from "../../regional-api/store/postgres/connection";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { startPostgres } from "../support/postgres-server";
import { type RunningServer, startApi } from "../support/servers";
import { table } from "./report";

const seconds = Number(process.argv[2] ?? 8);
const processCounts = [1, 2, 4];
const customerCounts = [1, 5, 20];
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

/** Creates as many customers as are measured. */
async function customersOf(client: Client, url: string): Promise<Scope[]> {
  for (let count = 0; count < Math.max(...customerCounts); count += 1) {
    const displayName = `throughput-${count}`;
    const named = { organizationId: acmeGroup.id, uniqueName: displayName, displayName };
    await request(client, documentOf("ORGCreateCustomer"), named);
  }
  return withDatabase(url, async (database) => {
    const query = `SELECT id AS "customerId", "rootHierarchyId" AS "hierarchyId", "organizationId"
      FROM "${schemaOf(region)}".customers WHERE "uniqueName" LIKE 'throughput-%' ORDER BY "uniqueName"`;
    return (await database.query<Scope>(query)).rows;
  });
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
const applicationsOf = (url: string, vacancyId: string) =>
  withDatabase(url, async (client) => {
    const query = `SELECT id FROM "${schemaOf(region)}".applications WHERE "vacancyId" = $1 LIMIT 500`;
    return (await client.query<{ id: string }>(query, [vacancyId])).rows.map(({ id }) => id);
  });

/** Starts a bulk job over all applications of a vacancy; returns a function for the number of rows done. */
async function beginJob(client: Client, url: string, vacancyId: string, scope: Scope) {
  const vacancy = await withDatabase(url, (database) =>
    database.query<{ externalVacancyId: string }>(
      `SELECT "externalVacancyId" FROM "${schemaOf(region)}".vacancies WHERE id = $1`,
      [vacancyId],
    ),
  );
  const externalVacancyId = vacancy.rows[0]?.externalVacancyId;
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
const postgres = await startPostgres({ settings: ["max_connections=300"] });
const url = postgres.url("postgres");
const apis: RunningServer[] = [];
const startedAt = performance.now();
try {
  const start = async () => {
    const number = apis.length;
    const settings = { DATABASE_URL: url, SEED: "demo", AUTH_CALLS_PER_MINUTE: "100000" };
    apis.push(await startApi(join(folder, `api-${number}`), settings));
  };
  await start();
  signedIn = new Client(apis[0]?.origin ?? "");
  const login = await signedIn.call(loginMutation, { email: purchaseUserEmail, password: demoPassword });
  if (login.error) throw new Error(login.message);
  const customers = await customersOf(at(apis[0]), url);
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
      const saves = summary(await turn(workersOf(save)));
      rows.push([String(processes), String(count), saves, summary(await turn(workersOf(read)))]);
      say(`  ${processes} processes, ${count} customers: over`);
    }
  }
  say(`\nA second, and ms (p50 / p95); each customer has one caller, who does one after the other\n`);
  say(table([["processes", "customers", "saves", "lists"], ...rows]));

  const { acmeLogistics } = demoCustomers;
  const changed = await addApplications({ dataDir: folder, databaseUrl: url }, acmeRetail.id, 500);
  const _ids = await applicationsOf(url, changed);
  const jobs = await addApplications({ dataDir: folder, databaseUrl: url }, acmeLogistics.id, 10_000);
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
  const measure = async (what: string, done = () => Promise.resolve(0)) => {
    const from = await done();
    const saves = await turn([() => save(at(apis[1]), other)]);
    const lists = await turn([() => read(at(apis[1]))]);
    const ms = (times: number[]) =>
      `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)}`;
    const rowsDone = (await done()) - from;
    neighbours.push([what, ms(saves), ms(lists), rowsDone > 0 ? (rowsDone / seconds / 2).toFixed(0) : ""]);
    say(`  ${what}: over`);
  };
  await measure("quiet");
  const changing = [changeAll(at(apis[0]))];
  await measure("one customer changes 500 rows again and again");
  changing.push(changeAll(at(apis[1])), changeAll(at(apis[0])));
  await measure("the same by three callers");
  isOver = true;
  await Promise.all(changing);
  isOver = false;
  const again = changeAll(at(apis[0]));
  const done = await beginJob(at(apis[1]), url, jobs, scopeOf(acmeLogistics));
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
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
