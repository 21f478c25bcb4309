/**
 * Torture of the whole system: two API processes on PostgreSQL behind the console. Either process is killed repeatedly
 * while eight people press buttons; one process is always up: `npm run torture -- <kills> postgres`.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { awsRegions } from "../../shared/regions";
import { demoAccounts, demoCustomers, demoOrganizations } from "../../regional-api/seed/ids";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { schemaOf } from "../../regional-api/store/postgres/connection";
import { verifyPostgres } from "../../regional-api/store/postgres/verify";
import { say } from "../../scripts/lib/setup.mjs";
import { ConsoleClient, type Fields, formWith } from "../support/console-client";
import { freePort } from "../support/free-port";
import { startPostgres } from "../support/postgres-server";
import { type RunningServer, startApi, startConsole } from "../support/servers";

const usualKills = 40;
const people = 8;
/** A process is killed at a random time in this range after the previous one was back, in ms. */
const earliest = 40;
const latest = 900;
/** A press fails after this time; until then it is resent with its key until acknowledged. */
const mostPatienceMs = 60_000;

/** Forwards each connection to a process that accepts it, round robin, like a load balancer. */
async function balancer(ports: readonly number[]) {
  let turn = 0;
  const server = createServer((socket) => {
    const lead = (tries: number) => {
      turn += 1;
      const onward = connect(ports[turn % ports.length] ?? 0, "127.0.0.1");
      const refused = () => (tries > 1 ? lead(tries - 1) : socket.destroy());
      onward.once("error", refused).once("connect", () => {
        onward.off("error", refused);
        socket.pipe(onward).pipe(socket);
        onward.on("error", () => socket.destroy()).on("close", () => socket.destroy());
        socket.on("close", () => onward.destroy());
      });
    };
    socket.on("error", () => undefined);
    lead(ports.length);
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** A press; its mark must be stored at most once. */
interface Pressed {
  readonly kind: "customer" | "purchase";
  readonly mark: string;
}

const buyer = demoCustomers.acmeRetail;
const percentile = (values: readonly number[], part: number) =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0);

/** Runs on demo data of its own. Throws if an acknowledged write is lost or doubled. */
export async function torturePostgres(kills = usualKills): Promise<void> {
  const from = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "edge-console-torture-"));
  const postgres = await startPostgres({ settings: ["max_connections=100"] });
  const url = postgres.url("postgres");
  const ports = [await freePort(), await freePort()] as const;
  const front = await balancer(ports);
  const start = (at: number) =>
    startApi(join(folder, `api-${at}`), {
      ...{ API_PORT: String(ports[at]), DATABASE_URL: url, SEED: "demo", APP_ENV: "local" },
      ...{ LOG_LEVEL: "error", AUTH_CALLS_PER_MINUTE: "100000", DATABASE_CONNECTIONS: "8" },
    });
  const apis: RunningServer[] = [];
  let web: RunningServer | undefined;
  try {
    // The first process seeds the demo data.
    for (const at of ports.keys()) apis.push(await start(at));
    web = await startConsole(folder, {
      ...{ REGIONAL_API_URL: front.origin, APP_ENV: "local", LOG_REQUESTS: "false" },
      REGIONAL_API_PATIENCE: "5000",
    });
    const first = new ConsoleClient(web.origin);
    const base = await first.signIn(demoAccounts.admin.email);
    const create = `${base}/customers/create`;
    const settings = `${base}/settings/sms`;
    const customer = formWith(await first.get(create), "save", {
      ...{ awsRegion: "ap-southeast-2", organizationId: demoOrganizations.acmeGroup.id },
    });
    const purchaseForm = formWith(await first.get(settings), "purchase", { purchaseAmount: "1" });
    const purchase = formWith(await first.post(settings, purchaseForm), "purchase:confirm");

    const acknowledged: Pressed[] = [];
    const waits: number[] = [];
    const upAfter: number[] = [];
    let [isOver, resent, count] = [false, 0, 0];
    const startedAt = Date.now();

    const press = async (client: ConsoleClient, path: string, fields: Fields, pressed: Pressed) => {
      const since = performance.now();
      for (;;) {
        const answer = await client
          .copy()
          .post(path, fields)
          .catch(() => undefined);
        if (answer?.status === 303) break;
        // A kill never causes a refusal, and retrying would get the same one for ever.
        const isDoubtful = answer === undefined || answer.status >= 500;
        if (!isDoubtful || performance.now() - since > mostPatienceMs)
          throw new Error(`${pressed.kind} ${pressed.mark} was answered ${answer?.status}`);
        resent += 1;
        await sleep(50);
      }
      waits.push(performance.now() - since);
      acknowledged.push(pressed);
    };
    const withFields = (fields: Fields, changes: Record<string, string>): Fields =>
      Object.entries({ ...Object.fromEntries(fields), ...changes, idempotencyKey: randomUUID() });
    const work = async (person: number) => {
      while (!isOver) {
        count += 1;
        if (person % 2 === 0) {
          const mark = `torture-${count}`;
          const changes = { displayName: mark, uniqueName: mark, intent: "save:confirm" };
          await press(first, create, withFields(customer, changes), { kind: "customer", mark });
        } else {
          const mark = String(count + 1);
          await press(first, settings, withFields(purchase, { purchaseAmount: mark }), {
            kind: "purchase",
            mark,
          });
        }
      }
    };
    const working = Promise.all(Array.from({ length: people }, (_, person) => work(person)));
    const killing = (async () => {
      for (let kill = 1; kill <= kills; kill += 1) {
        await sleep(earliest + Math.random() * (latest - earliest));
        const at = Math.random() < 0.5 ? 0 : 1;
        await apis[at]?.end("SIGKILL");
        const killed = performance.now();
        apis[at] = await start(at);
        upAfter.push(performance.now() - killed);
        if (kill % 10 === 0) say(`  ${kill} kills, ${acknowledged.length} presses`);
      }
    })();
    await Promise.race([killing, working]);
    await killing;
    isOver = true;
    await working;

    const { problems } = await verifyPostgres(url);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    const { lost, doubled } = await compare(url, acknowledged, startedAt);
    const purchases = acknowledged.filter(({ kind }) => kind === "purchase").length;
    say(`
  ${kills} kills by SIGKILL of either of two processes under ${people} people at the console in ${((performance.now() - from) / 1000).toFixed(0)} s
  acknowledged   ${acknowledged.length} presses (${acknowledged.length - purchases} customers, ${purchases} purchases), ${resent} times sent again
  lost           ${lost}
  doubled        ${doubled}
  record, counts ok
  a press took   ${percentile(waits, 0.5)} ms (median), ${percentile(waits, 0.95)} ms (95 %), ${Math.round(Math.max(...waits))} ms (longest)
  up again       after ${percentile(upAfter, 0.5)} ms (median), ${percentile(upAfter, 1)} ms (slowest)
`);
    if (lost + doubled > 0) throw new Error("What was acknowledged is not what is there.");
  } finally {
    await web?.end("SIGTERM");
    for (const api of apis) await api.end("SIGKILL");
    front.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts acknowledged presses that are missing and rows that should not exist. */
async function compare(url: string, acknowledged: readonly Pressed[], begun: number) {
  const found = new Map<string, number>();
  await withDatabase(url, async (client) => {
    const note = async (where: string, query: string) => {
      for (const { mark } of (await client.query<{ mark: string }>(query)).rows)
        found.set(`${where} ${mark}`, (found.get(`${where} ${mark}`) ?? 0) + 1);
    };
    const ours = `"uniqueName" LIKE 'torture-%'`;
    for (const region of awsRegions)
      await note("region", `SELECT "uniqueName" AS mark FROM "${schemaOf(region)}".customers WHERE ${ours}`);
    await note("directory", `SELECT "uniqueName" AS mark FROM directory.customer_directory WHERE ${ours}`);
    await note(
      "purchase",
      `SELECT "purchaseAmount"::text AS mark FROM "${schemaOf(buyer.awsRegion)}".sms_credit_purchases WHERE "purchasedAt" > ${begun}`,
    );
  });
  const wanted = acknowledged.flatMap(({ kind, mark }) =>
    kind === "customer" ? [`region ${mark}`, `directory ${mark}`] : [`purchase ${mark}`],
  );
  const lost = wanted.filter((mark) => !found.has(mark)).length;
  const rows = [...found.values()].reduce((sum, times) => sum + times, 0);
  return { lost, doubled: rows - (wanted.length - lost) };
}
