/**
 * How long rehearsals of rules take with the large data, of a customer with 500 workflows, 200 sets and 800,000 applications
 * (RULE-26: 300 ms), and the pages with a picker (150 ms). Their lists are measured by `lists`.
 * `node --import tsx tests/bench/workflows.ts [folder of large data]`, which is made when empty.
 */
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { demoCustomers, demoId } from "../../regional-api/seed/ids";
import { Client, loginMutation } from "../contract/fixtures/client";
import { documentOf } from "../contract/fixtures/operations";
import { ConsoleClient } from "../support/console-client";
import type { RunningServer } from "../support/servers";
import { inFolder, withProduct } from "./product";
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

async function measure({ api, web }: { api: RunningServer; web: RunningServer }): Promise<void> {
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
    ["page: a new set, with the picker", "workflow-sets/create"],
    ["page: a set of twelve", `workflow-sets/${await largestSet(client)}/edit`],
    ["page: a new vacancy, with the picker", "vacancies/create"],
  ] as const)
    await timed(name, web.pid, calls, async () => {
      const { status } = await browser.get(`${base}/${path}`);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    });
}

/** The id of the set with the most workflows. */
async function largestSet(client: Client): Promise<string> {
  const sort = { fieldName: "workflowsCount", order: "desc" };
  const variables = { ...scope, skipEq: 0, limitEq: 1, sort };
  const { data } = await client.call(documentOf("AppsGetWorkflowSetList"), variables, { region });
  const { data: sets } = data["AppsGetWorkflowSetList"] as { data: { _id: string }[] };
  return sets[0]?._id ?? "";
}

await inFolder(process.argv[2], (dataDir) => withProduct(dataDir, measure, { SEED: "large" }));
