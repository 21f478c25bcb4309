/**
 * What weighing rights costs: processor time of the API a call, of a member of staff and of an administrator of a customer
 * with 2,000 groups, 10,000 people and 3,000 departments, on PostgreSQL.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say } from "../../scripts/lib/setup.mjs";
import { migratePostgres } from "../../regional-api/store/postgres/migrate";
import { moveDataDir } from "../../regional-api/store/postgres/move";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { type Client, signedIn } from "../contract/fixtures/client";
import { buildServer, startServer } from "../contract/fixtures/server";
import { ids, rootId } from "../contract/fixtures/world";
import { documentFor } from "../support/documents";
import { largeCalls } from "../support/large-calls";
import { largeWorldOnDisk } from "../support/large-world";
import { startPostgres } from "../support/postgres-server";
import { cpuMs } from "./load";

const [only] = process.argv.slice(2);
const calls = 20;
const place = { customerId: ids.retail, organizationId: ids.acme };

const policyChange = () => {
  const found = largeCalls().find(
    ({ operation, what }) => operation === "CommonGetPolicyChange" && /resources ×/.test(what),
  );
  if (!found) throw new Error("A policy has no resources");
  return { document: found.document, variables: found.variables(1) };
};

const page = (operation: string, filter: object) => ({
  document: documentFor(operation, undefined, 3),
  variables: { filter: { ...place, skip: 0, ...filter } },
});

type Asked = { document: string; variables: Record<string, unknown> };
const all: readonly [what: string, who: "staff" | "admin", asked: Asked][] = [
  ...(["staff", "admin"] as const).flatMap((who): [string, typeof who, Asked][] => [
    ["2,000 groups", who, page("ORGGetGroups", {})],
    ["500 users", who, page("ORGGetUsers", { limit: 500, hierarchyIds: [rootId(ids.retail)] })],
    ["500 policies", who, page("CommonGetPolicies", { limit: 500 })],
  ]),
  ["what a policy of 8,910 resources would change", "staff", policyChange()],
];

const { file, remove } = await buildServer();
const postgres = await startPostgres({ settings: ["max_connections=50"] });
const folder = mkdtempSync(join(tmpdir(), "edge-bench-"));
const dataDir = await largeWorldOnDisk({
  ...{ departments: 3_000, groups: 2_000, vacancies: 1_000, workflows: 100, users: 10_000 },
  ...{ applications: 1_000, events: 100, atsRequests: 100 },
});
try {
  const url = postgres.url("postgres");
  await withDatabase(url, (client) =>
    migratePostgres(client, async () => void (await moveDataDir(client, dataDir))),
  );
  const api = await startServer(file, {
    ...{ DATA_DIR: folder, DATABASE_URL: url, DEMO_IDP: "false", LOG_LEVEL: "silent" },
    AUTH_CALLS_PER_MINUTE: "100000",
  });
  const pid = api.child.pid ?? 0;
  const clients = { staff: await signedIn(api.origin, "staff"), admin: await signedIn(api.origin, "admin") };
  const ask = async (client: Client, { document, variables }: Asked) => {
    const { message } = await client.clone().call(document, variables);
    if (message !== "") throw new Error(message);
  };
  for (const [what, who, asked] of all) {
    if (only !== undefined && !`${what} ${who}`.includes(only)) continue;
    // The code warms up.
    for (let turn = 0; turn < 8; turn += 1) await ask(clients[who], asked);
    const before = cpuMs(pid);
    for (let turn = 0; turn < calls; turn += 1) await ask(clients[who], asked);
    say(`${what}, ${who}: ${((cpuMs(pid) - before) / calls).toFixed(0)} ms`);
  }
  await api.end("SIGTERM");
} finally {
  await postgres.stop();
  remove();
  for (const one of [folder, dataDir]) rmSync(one, { recursive: true });
}
