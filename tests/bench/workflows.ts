/**
 * How long workflows and their sets take with the large data, of a customer with 500 workflows, 200 sets and 800,000
 * applications: rehearsals of rules (RULE-26: 300 ms), lists by every sort (50 ms at the API, 150 ms as pages) and the
 * pages with a picker. `node --import tsx tests/bench/workflows.ts [folder of large data]`, which is made when empty.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { say } from "../../scripts/lib/setup.mjs";
import { demoCustomers, demoId } from "../../regional-api/seed/ids";
import { Client, loginMutation } from "../contract/fixtures/client";
import { documentOf } from "../contract/fixtures/operations";
import { ConsoleClient } from "../support/console-client";
import { startApi, startConsole } from "../support/servers";
import { timed } from "./timed";

const calls = 30;
const region = "ap-southeast-2";
const staff = "admin@acme.example";
const { id: customerId, organizationId, rootHierarchyId: hierarchyId } = demoCustomers.acmeRetail;
const scope = { customerId, organizationId, hierarchyId };

const triggers = [
  {
    enabled: true,
    conditionOperator: "and",
    conditions: [
      {
        onField: "recommendationScore",
        onFieldType: "number",
        comparisonOperator: "gte",
        comparisonValue: 65,
      },
    ],
    action: { type: "MOVE_STAGE" },
  },
];

/** What the console's list asks of a set. */
const listed = `query ($customerId: ID!, $organizationId: ID!, $hierarchyId: ID!, $skipEq: Int!, $limitEq: Int!, $sort: SortInput!) {
  AppsGetWorkflowSetList(
    customerId: $customerId, organizationId: $organizationId, hierarchyId: $hierarchyId,
    skipEq: $skipEq, limitEq: $limitEq, sort: $sort
  ) {
    data { _id name createdAt archivedAt workflowOptions { workflowId displayName } workflows { _id name archivedAt } }
    pagination { totalItems }
  }
}`;

async function measure(dataDir: string): Promise<void> {
  const from = performance.now();
  const api = await startApi(dataDir, { SEED: "large" });
  say(`The regional API listened after ${((performance.now() - from) / 1000).toFixed(0)} s.\n`);
  const web = await startConsole(dataDir, { REGIONAL_API_URL: api.origin });
  try {
    const client = new Client(api.origin);
    await client.call(loginMutation, { email: staff, password: demoPassword }, { region });
    const ask = async (operation: string, variables: Record<string, unknown>) => {
      const { error, message } = await client.call(documentOf(operation), variables, { region });
      if (error) throw new Error(`${operation}: ${message}`);
    };
    const rehearse = (input: object) => ask("AppsRehearseRules", { input: { ...scope, ...input, triggers } });
    const workflowId = demoId("workflow:acme-retail:0");
    await timed("rehearsal: a workflow", api.pid, calls, () => rehearse({ workflowId }));
    await timed("rehearsal: the customer", api.pid, calls, () => rehearse({}));

    const sorts = ["name", "createdAt", "workflowsCount"];
    const page = (index: number) => ({
      ...scope,
      skipEq: 100 * (index % 2),
      limitEq: 100,
      sort: { fieldName: sorts[index % 3], order: index % 2 ? "asc" : "desc" },
    });
    await timed("sets: by every sort, pages of 100", api.pid, calls, async (index) => {
      const { error } = await client.call(listed, page(index), { region });
      if (error) throw new Error(error);
    });
    await timed("sets: the same with all stages and rules", api.pid, calls, (index) =>
      ask("AppsGetWorkflowSetList", page(index)),
    );
    await timed("workflows: by every sort, pages of 100", api.pid, calls, (index) =>
      ask("AppsGetWorkflowList", {
        filter: {
          ...scope,
          skipEq: 100 * (index % 4),
          limitEq: 100,
          sort: { fieldName: ["name", "createdAt", "stageCount"][index % 3], order: "asc" },
        },
      }),
    );
    await timed("workflows: the picker's 500", api.pid, calls, () =>
      ask("AppsGetWorkflowListV2", {
        ...scope,
        skipEq: 0,
        limitEq: 500,
        sort: { fieldName: "name", order: "asc" },
        workflowFilter: { isArchived: false },
      }),
    );

    const browser = new ConsoleClient(web.origin);
    const base = await browser.signIn(staff);
    for (const [name, path] of [
      ["page: sets, 30", "workflow-sets?sort=name&order=asc"],
      ["page: sets, 100", "workflow-sets?sort=workflowOptions&order=desc&size=100"],
      ["page: workflows, 100", "workflow-sets/workflows?sort=name&order=asc&size=100"],
      ["page: a new set, with the picker", "workflow-sets/create"],
      ["page: a set of twelve", `workflow-sets/${await largestSet(client)}/edit`],
      ["page: a new vacancy, with the picker", "vacancies/create"],
    ] as const)
      await timed(name, web.pid, calls, async () => {
        const { status } = await browser.get(`${base}/${path}`);
        if (status !== 200) throw new Error(`${path} answered ${status}`);
      });
  } finally {
    await web.end("SIGTERM");
    await api.end("SIGTERM");
  }
}

/** The id of the set with the most workflows. */
async function largestSet(client: Client): Promise<string> {
  const sort = { fieldName: "workflowsCount", order: "desc" };
  const variables = { ...scope, skipEq: 0, limitEq: 1, sort };
  const { data } = await client.call(documentOf("AppsGetWorkflowSetList"), variables, { region });
  const { data: sets } = data["AppsGetWorkflowSetList"] as { data: { _id: string }[] };
  return sets[0]?._id ?? "";
}

const [, , given] = process.argv;
if (given) mkdirSync(given, { recursive: true });
const dataDir = given ?? mkdtempSync(join(tmpdir(), "edge-workflows-"));
try {
  await measure(dataDir);
} finally {
  if (!given) rmSync(dataDir, { recursive: true, force: true });
}
