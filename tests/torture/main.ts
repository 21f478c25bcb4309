/** Kills the API repeatedly while eight people write, and checks every acknowledged write: `npm run torture`. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod/v4";
import { awsRegions, type AwsRegion } from "../../shared/regions";
import { demoAccounts, demoCustomers, demoOrganizations } from "../../regional-api/seed/ids";
import { openDataDir } from "../../regional-api/store/data-dir";
import { verifyDataDir } from "../../regional-api/store/verify";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { say } from "../../scripts/lib/setup.mjs";
import { Client, loginMutation } from "../contract/fixtures/client";
import { documentOf } from "../contract/fixtures/operations";
import { startServer, type Running } from "../contract/fixtures/server";

const usualKills = 100;
const writers = 8;
/** The API is killed at a random time in this range after the writers began, in ms. */
const earliest = 40;
const latest = 900;
const upWithinMs = 2_000;
const verifyEvery = 20;

/** A write with its own idempotency key, so that it can be resent when the answer is lost. */
interface Write {
  readonly kind: "customer" | "purchase";
  readonly operation: string;
  readonly region: AwsRegion;
  /** The customer's account name or the purchase's amount; must be stored at most once. */
  readonly mark: string;
  readonly variables: Record<string, unknown>;
  readonly key: string;
}

let count = 0;

/** The first kind of write changes both files, the second increments a counter. */
function nextWrite(writer: number): Write {
  count += 1;
  const key = randomUUID();
  if (writer % 2 === 0) {
    const uniqueName = `torture-${count}`;
    const variables = { organizationId: demoOrganizations.acmeGroup.id, uniqueName, displayName: uniqueName };
    const region = awsRegions[count % awsRegions.length] ?? "eu-west-1";
    return { kind: "customer", operation: "ORGCreateCustomer", region, mark: uniqueName, variables, key };
  }
  const { id: customerId, rootHierarchyId: hierarchyId, organizationId, awsRegion: region } = buyer;
  const { id: purchaseUserId, email: purchaseUserEmail } = demoAccounts.admin;
  const scope = { customerId, hierarchyId, organizationId };
  const variables = { ...scope, purchaseUserId, purchaseUserEmail, purchaseAmount: count };
  const operation = "NotifPurchaseSMSCreditsByCustomerId";
  return { kind: "purchase", operation, region, mark: String(count), variables, key };
}

const buyer = demoCustomers.acmeRetail;

/** True if acknowledged; undefined without an answer. Throws on a refusal, since none is expected here. */
async function send(client: Client, { operation, region, variables, key }: Write): Promise<true | undefined> {
  const headers = { "idempotency-key": key };
  const answer = await client
    .clone()
    .call(documentOf(operation), variables, { region, headers })
    .catch(() => undefined);
  if (answer?.error) throw new Error(`${operation} was refused: ${answer.error} ${answer.message}`);
  return answer && true;
}

const totalOf = z.object({
  NotifPurchaseSMSCreditsByCustomerId: z.object({ totalCredits: z.number() }),
});

/** Buys one credit and returns the new balance. */
async function buyOne(client: Client): Promise<number> {
  const { operation, region, variables } = { ...nextWrite(1) };
  const one = { ...variables, purchaseAmount: 1 };
  const { data } = await client.clone().call(documentOf(operation), one, { region });
  return totalOf.parse(data).NotifPurchaseSMSCreditsByCustomerId.totalCredits;
}

const percentile = (values: readonly number[], part: number) =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0);

/** Runs on demo data of its own. Throws if an acknowledged write is lost or doubled, or a start is slow. */
export async function torture(serverFile: string, kills = usualKills): Promise<void> {
  const from = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "edge-console-torture-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  const start = () =>
    startServer(serverFile, { DATA_DIR: dataDir, SEED: "demo", APP_ENV: "local", LOG_LEVEL: "error" });

  let server: Running = await start();
  const signedIn = new Client(server.origin);
  const { email } = demoAccounts.admin;
  const login = await signedIn.call(loginMutation, { email, password: demoPassword });
  if (login.error) throw new Error(`Signing in failed: ${login.error}`);
  /** The same person at the server now running, whose port may differ. */
  const person = () => {
    const client = new Client(server.origin);
    for (const [name, value] of signedIn.cookies) client.cookies.set(name, value);
    return client;
  };
  const creditsBefore = await buyOne(person());
  await server.end("SIGTERM");
  const usual = performance.now();
  server = await start();
  const usualMs = performance.now() - usual;

  const acknowledged: Write[] = [];
  let unconfirmed: Write[] = [];
  let resent = 0;
  const upAfter: number[] = [];

  for (let kill = 1; kill <= kills; kill += 1) {
    const client = person();
    let isKilled = false;
    const write = async (writer: number) => {
      while (!isKilled) {
        const one = nextWrite(writer);
        ((await send(client, one)) ? acknowledged : unconfirmed).push(one);
      }
    };
    const writing = Array.from({ length: writers }, (_, writer) => write(writer));
    await Promise.race([sleep(earliest + Math.random() * (latest - earliest)), Promise.all(writing)]);
    isKilled = true;
    const killed = server.end("SIGKILL");
    await Promise.all(writing);
    await killed;
    if (kill % verifyEvery === 0) assertSound(dataDir);

    const restarted = performance.now();
    server = await start();
    const health = await fetch(`${server.origin}/health`);
    upAfter.push(performance.now() - restarted);
    if (health.status !== 200) throw new Error(`After kill ${kill} /health answers ${health.status}`);
    // A resend turns "once or not at all" into once.
    for (const one of unconfirmed) {
      if (!(await send(person(), one))) throw new Error(`After kill ${kill} a write is not answered`);
      acknowledged.push(one);
      resent += 1;
    }
    unconfirmed = [];
    if (kill % 10 === 0) say(`  ${kill} kills, ${acknowledged.length} writes`);
  }
  const creditsAfter = (await buyOne(person())) - 1;
  await server.end("SIGTERM");
  assertSound(dataDir);

  const purchases = acknowledged.filter(({ kind }) => kind === "purchase");
  const bought = purchases.reduce((sum, { mark }) => sum + Number(mark), 0);
  const { lost, doubled } = await compare(dataDir, acknowledged);
  const slowest = Math.max(...upAfter);
  say(`
  ${kills} kills by SIGKILL under ${writers} writers in ${((performance.now() - from) / 1000).toFixed(0)} s
  acknowledged   ${acknowledged.length} writes (${acknowledged.length - purchases.length} customers, ${purchases.length} purchases), ${resent} of them only when sent again
  lost           ${lost}
  doubled        ${doubled}
  credits        ${creditsAfter - creditsBefore} bought, ${bought} acknowledged
  integrity      ok
  up again       after ${percentile(upAfter, 0.5)} ms (median), ${percentile(upAfter, 0.95)} ms (95 %), ${Math.round(slowest)} ms (slowest); ${Math.round(usualMs)} ms after a clean stop
`);
  if (lost + doubled > 0 || creditsAfter - creditsBefore !== bought)
    throw new Error("What was acknowledged is not what is there.");
  // On a busy machine even a start after a clean stop can take longer.
  if (slowest > Math.max(upWithinMs, 2 * usualMs)) throw new Error("A start took too long.");
}

function assertSound(dataDir: string): void {
  const { problems } = verifyDataDir(dataDir);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** Counts acknowledged writes that are missing and rows that should not exist. */
async function compare(dataDir: string, acknowledged: readonly Write[]) {
  const databases = await openDataDir(dataDir, undefined);
  const found = new Map<string, number>();
  const note = (where: string, marks: readonly unknown[]) => {
    for (const mark of marks) found.set(`${where} ${mark}`, (found.get(`${where} ${mark}`) ?? 0) + 1);
  };
  const named = "SELECT uniqueName FROM";
  const ours = "WHERE uniqueName LIKE 'torture-%'";
  for (const { sqlite } of databases.all())
    note("region", sqlite.prepare(`${named} customers ${ours}`).pluck().all());
  const { sqlite } = databases.region(buyer.awsRegion);
  note("directory", sqlite.prepare(`${named} customer_directory ${ours}`).pluck().all());
  const notOne =
    "SELECT purchaseAmount FROM sms_credit_purchases WHERE purchaseAmount > 1 AND purchasedAt > ?";
  const begun = Date.now() - performance.now();
  note("purchase", sqlite.prepare(notOne).pluck().all(begun));
  databases.close();

  const wanted = acknowledged.flatMap(({ kind, mark }) =>
    kind === "customer" ? [`region ${mark}`, `directory ${mark}`] : [`purchase ${mark}`],
  );
  const lost = wanted.filter((mark) => !found.has(mark)).length;
  const rows = [...found.values()].reduce((sum, times) => sum + times, 0);
  return { lost, doubled: rows - (wanted.length - lost) };
}
