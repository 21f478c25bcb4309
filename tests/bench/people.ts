import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { seedBranches } from "../../regional-api/seed/branches";
import { Loader } from "../../regional-api/seed/bulk";
import { demoCustomers, demoGroups } from "../../regional-api/seed/ids";
import { dayMs, planOf } from "../../regional-api/seed/plan";
import { seedWorkforce } from "../../regional-api/seed/workforce";
import { openDatabases } from "../../regional-api/store/database";
import { Client, loginMutation } from "../contract/fixtures/client";
import { documentOf } from "../contract/fixtures/operations";
import { ConsoleClient } from "../support/console-client";
import { type RunningServer, startApi, startConsole } from "../support/servers";
import { cpuMs } from "./load";
import { budgeted, type Line } from "./report";

const calls = 40;
const staff = "admin@acme.example";
const { acmeRetail, acmeLogistics } = demoCustomers;
/** Milliseconds, p95. */
const budgets = { api: 50, page: 150 };

/** Gives the demo data the people and departments of the large data. */
function fill(dataDir: string): void {
  const databases = openDatabases(join(dataDir, "regional-api"));
  const now = Date.now() - (Date.now() % dayMs);
  for (const plan of planOf("large").customers) {
    const db = databases.region(plan.customer.awsRegion);
    const loader = new Loader(db);
    db.transaction(() => {
      seedWorkforce(loader, plan, now);
      seedBranches(loader, plan, now);
    });
  }
  databases.close();
}

type Variables = (index: number) => Record<string, unknown>;

const sortedBy = (fieldName: string, order: "asc" | "desc" = "asc") => ({ sort: { fieldName, order } });
const page = (index: number) => (index * 37) % 1_500;
const parts = ["an", "smi", "w123", "ol", "ngu", "é", "marie", "acme.example"];

/** What is asked of the list of 50,000 users, by kind. */
const lists: Readonly<Record<string, Variables>> = {
  "newest, deep": (index) => ({ ...sortedBy("createdAt", "desc"), skip: page(index) }),
  "by name, deep": (index) => ({ ...sortedBy("firstName"), skip: page(index) }),
  "by last active, deep": (index) => ({ ...sortedBy("lastActive", "desc"), skip: page(index) }),
  "by number of groups, pages of 100": (index) => ({
    ...sortedBy("groupIds", "desc"),
    skip: page(index) % 450,
    limit: 100,
  }),
  "part of a name": (index) => ({ searchText: parts[index % parts.length] }),
  "nobody's name, by email": (index) => ({ ...sortedBy("email"), searchText: `nobody ${index}` }),
  "one group, deep": (index) => ({ groupIds: [demoGroups.retailRecruiters.id], skip: page(index) % 500 }),
  "one group and part of a name": (index) => ({
    groupIds: [demoGroups.retailHiringManagers.id],
    searchText: parts[index % parts.length],
  }),
  "archived, deep": (index) => ({
    activeOnly: false,
    archivedOnly: true,
    ...sortedBy("archivedAt", "desc"),
    skip: page(index) % 80,
  }),
};

/** Departments have at most five levels. */
const levels = "id name children { id name children { id name children { id name children { id name } } } }";
const treeDocument = `query ($filter: IDPHierarchyTreeFilter!) { IDPGetHierarchyTree(filter: $filter) { rootHierarchy { ${levels} } } }`;

type Measured = { name: string; pid: number; atMost: number; run: (index: number) => Promise<unknown> };

/** The p95 of a kind of call, and the processor time that it takes: other work on the machine does not count there. */
async function measured({ name, pid, atMost, run }: Measured): Promise<Line> {
  // The first few are the code's own warming up.
  for (let index = 0; index < 5; index += 1) await run(index);
  const times: number[] = [];
  const before = cpuMs(pid);
  for (let index = 0; index < calls; index += 1) {
    const from = performance.now();
    await run(index);
    times.push(performance.now() - from);
  }
  const cpu = ((cpuMs(pid) - before) / calls).toFixed(1);
  const p95 = times.sort((a, b) => a - b)[Math.floor(calls * 0.95)] ?? Number.NaN;
  return budgeted(`${name} (CPU ${cpu} ms)`, p95, { atMost }, " ms", 0);
}

/** The p95 of lists of users and of trees, at the API and as pages, with 50,000 users and 2,000 departments. */
export async function measurePeople(): Promise<Line[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "edge-people-"));
  try {
    await (await startApi(dataDir)).end("SIGTERM");
    fill(dataDir);
    const api = await startApi(dataDir);
    const web = await startConsole(dataDir, { REGIONAL_API_URL: api.origin });
    try {
      return [...(await atTheApi(api)), ...(await asPages(web))];
    } finally {
      await web.end("SIGTERM");
      await api.end("SIGTERM");
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function atTheApi({ origin, pid }: RunningServer): Promise<Line[]> {
  const { awsRegion: region, id: customerId, organizationId, rootHierarchyId } = acmeRetail;
  const client = new Client(origin);
  await client.call(loginMutation, { email: staff, password: demoPassword }, { region });
  const ask = async (operation: string, variables: Record<string, unknown>) => {
    const { error, message } = await client.call(documentOf(operation), variables, { region });
    if (error) throw new Error(`${operation}: ${message}`);
  };
  const all: Line[] = [];
  const add = async (name: string, run: Measured["run"]) =>
    void all.push(await measured({ name, pid, atMost: budgets.api, run }));
  const base = { organizationId, customerId, hierarchyIds: [rootHierarchyId], skip: 0, limit: 30 };
  for (const [name, variables] of Object.entries(lists))
    await add(`users at the API: ${name}`, (index) =>
      ask("ORGGetUsers", { filter: { ...base, activeOnly: true, ...variables(index) } }),
    );
  await add("departments at the API: the whole tree", async () => {
    const variables = { filter: { customerId: acmeLogistics.id } };
    const { error, message } = await client.call(treeDocument, variables, { region });
    if (error) throw new Error(message);
  });
  return all;
}

async function asPages({ origin, pid }: RunningServer): Promise<Line[]> {
  const client = new ConsoleClient(origin);
  const retail = await client.signIn(staff);
  const logistics = retail.replace(acmeRetail.id, acmeLogistics.id);
  const pages: Readonly<Record<string, (index: number) => string>> = {
    "users, deep": (index) => `${retail}/users?page=${1 + page(index)}`,
    "users, part of a name": (index) => `${retail}/users?search=${parts[index % parts.length]}`,
    departments: () => `${logistics}/departments`,
    "departments, searched": (index) => `${logistics}/departments?search=Branch+${1 + index}/7`,
    "departments, all open": () => `${logistics}/departments?open=all`,
    "edit departments": () => `${logistics}/departments/edit`,
  };
  const all: Line[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const run = async (index: number) => {
      const { status } = await client.get(path(index));
      if (status !== 200) throw new Error(`${name} answered ${status}`);
    };
    all.push(await measured({ name: `page: ${name}`, pid, atMost: budgets.page, run }));
  }
  return all;
}
