/**
 * How long groups take to answer for a customer of 50,000 people, 500 groups and one group of 5,000: at the API (budget
 * 50 ms, p95) and as pages (150 ms).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Loader } from "../../regional-api/seed/bulk";
import { demoId } from "../../regional-api/seed/ids";
import { planOf } from "../../regional-api/seed/plan";
import { seedTeams } from "../../regional-api/seed/teams";
import { seedWorkforce } from "../../regional-api/seed/workforce";
import { openDatabases } from "../../regional-api/store/database";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { Client, loginMutation } from "../contract/fixtures/client";
import { documentOf } from "../contract/fixtures/operations";
import { ConsoleClient } from "../support/console-client";
import { startApi, startConsole } from "../support/servers";
import { budgeted, type Line } from "./report";

const calls = 60;
const region = "ap-southeast-2";
const email = "customer.admin@acme.example";
const budget = { api: 50, page: 150 };

/** Adds the large data's people and groups to demo data. */
function fill(dataDir: string) {
  const plan = planOf("large").customers.find(({ key }) => key === "acmeRetail");
  if (!plan) throw new Error("There is no such customer");
  const databases = openDatabases(join(dataDir, "regional-api"));
  const db = databases.region(region);
  const departments = db.sqlite
    .prepare<[string], { id: string; name: string }>("SELECT id, name FROM hierarchies WHERE customerId = ?")
    .all(plan.customer.id)
    .map((department) => ({ ...department, level: 1 }));
  const loader = new Loader(db);
  const now = Date.now();
  db.transaction(() => {
    seedTeams(loader, plan, departments, seedWorkforce(loader, plan, now), now, "edge");
  });
  databases.close();
  return { plan, large: demoId(`team:${plan.customer.uniqueName}:0`) };
}

/** What 95 of a hundred calls do not take longer than, in ms; the first ones warm up. */
async function p95(run: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < calls + 10; index += 1) {
    const from = performance.now();
    await run(index);
    if (index >= 10) times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[Math.floor(calls * 0.95)] ?? 0;
}

/** Measures groups of a large customer, on data and servers of their own. */
export async function measureGroups(): Promise<Line[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "edge-groups-"));
  try {
    await (await startApi(dataDir)).end("SIGTERM");
    const { plan, large } = fill(dataDir);
    const api = await startApi(dataDir);
    const web = await startConsole(dataDir, { REGIONAL_API_URL: api.origin });
    try {
      const { id: customerId, organizationId, rootHierarchyId: hierarchyId } = plan.customer;
      const client = new Client(api.origin);
      await client.call(loginMutation, { email, password: demoPassword }, { region });
      const ask = async (name: string, variables: Record<string, unknown>) => {
        const { error, message } = await client.call(documentOf(name), variables, { region });
        if (error) throw new Error(`${name}: ${message}`);
      };
      const groups = (filter: object) =>
        ask("ORGGetGroups", { filter: { organizationId, customerId, ...filter } });
      const members = (filter: object) =>
        ask("ORGGetUsers", {
          filter: {
            ...{ organizationId, customerId, hierarchyIds: [hierarchyId], activeOnly: true },
            ...{ skip: 0, limit: 30, groupIds: [large] },
            ...filter,
          },
        });
      const by = (fieldName: string, order = "asc") => ({ sort: { fieldName, order } });
      const form = {
        groupId: large,
        tab: "CONSOLE",
        permissionTabState: {
          basic: {
            customers: [{ awsRegion: region, organizationId, customerId, hierarchyIds: [hierarchyId] }],
            actions: ["Portal Access - Access to the console", "User Management - View user list"],
          },
          advanced: [],
        },
      };
      const apiCases: Record<string, (index: number) => Promise<unknown>> = {
        "500 groups, a page": (index) =>
          groups({ hierarchyId, activeOnly: true, skip: index % 16, limit: 30, ...by("createdAt", "desc") }),
        "500 groups, a page of 100 by name": (index) =>
          groups({ hierarchyId, activeOnly: true, skip: index % 5, limit: 100, ...by("name") }),
        "500 groups for a picker": () =>
          groups({ hierarchyId, activeOnly: true, choice: "PERSON", ...by("name") }),
        "one group of 5,000": () => ask("ORGGetGroup", { filter: { _id: large } }),
        "5,000 members by name, deep": (index) => members({ skip: (index * 7) % 160, ...by("firstName") }),
        "5,000 members by email, 100 a page": (index) =>
          members({ skip: index % 50, limit: 100, ...by("email", "desc") }),
        "5,000 members, searched": (index) =>
          members({ searchText: "aeioulnrst"[index % 10], ...by("firstName") }),
        "5,000 members, nobody found": (index) =>
          members({ searchText: `nobody${index}`, ...by("firstName") }),
        "what a permission change means to 5,000": () => ask("CommonGetPermissionChange", form),
      };
      const browser = new ConsoleClient(web.origin);
      const base = await browser.signIn(email);
      const open = async (path: string) => {
        const answer = await browser.get(`${base}/groups${path}`);
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      };
      const pages: Record<string, (index: number) => Promise<unknown>> = {
        "list of 500 groups": (index) => open(`?page=${1 + (index % 16)}`),
        "Users tab of 5,000": (index) => open(`/${large}?tab=users&page=${1 + (index % 150)}`),
        "Users tab of 5,000, searched": (index) =>
          open(`/${large}?tab=users&search=${"aeioulnrst"[index % 10]}`),
        "Add user": (index) => open(`/${large}/users/add?tab=users&find=${"aeioulnrst"[index % 10]}`),
        "Permissions (Console)": () => open(`/${large}?tab=console`),
      };
      const all: Line[] = [];
      for (const [what, run] of Object.entries(apiCases))
        all.push(budgeted(`API: ${what}, p95`, await p95(run), { atMost: budget.api }, " ms", 1));
      for (const [what, run] of Object.entries(pages))
        all.push(budgeted(`page: ${what}, p95`, await p95(run), { atMost: budget.page }, " ms", 1));
      return all;
    } finally {
      await web.end("SIGTERM");
      await api.end("SIGTERM");
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
