import { beforeEach, describe, expect, test } from "vitest";
import { demoId } from "../../regional-api/seed/ids";
import { formWith, textOf } from "../support/console-client";
import { withoutFlags } from "./support/stand";
import { useStand } from "./support/use-stand";

// Workflow sets while a region refuses or fails, and with flags off.

const setId = demoId("workflow-set:acme-retail:0");
const workflowId = demoId("workflow:acme-retail:0");

const { stand, person } = useStand();

const addressOf = (path: string) => `${person.base}/workflow-sets${path}`;
const open = (path: string) => person.client.get(addressOf(path));

test("WFS-09 WFS-11 the list requests the page given in its address, with defaults", async () => {
  await open("");
  const lastVariables = () => stand.sydney.callsOf("AppsGetWorkflowSetList").at(-1)?.variables;
  expect(lastVariables()).toMatchObject({
    skipEq: 0,
    limitEq: 30,
    sort: { fieldName: "createdAt", order: "desc" },
    workflowSetFilter: { isArchived: false },
  });
  await open("/archive?page=2&size=50&sort=workflowOptions&order=asc");
  expect(lastVariables()).toMatchObject({
    skipEq: 50,
    limitEq: 50,
    sort: { fieldName: "workflowsCount", order: "asc" },
    workflowSetFilter: { isArchived: true },
  });
});

test("WFS-28 WF-11 the selector requests active workflows by name, at most 500", async () => {
  await open("/create");
  expect(stand.sydney.callsOf("AppsGetWorkflowListV2").at(-1)?.variables).toMatchObject({
    skipEq: 0,
    limitEq: 500,
    sort: { fieldName: "name", order: "asc" },
    workflowFilter: { isArchived: false },
  });
});

describe("with more workflows than the selector offers", () => {
  /** Hides the workflow behind 500 others: it is in no list, only found by search or id. */
  beforeEach(() => {
    type Workflow = { _id: string; name: string };
    const body = (answer: string) => {
      const { data } = JSON.parse(answer) as { data: Record<string, { data: Workflow[] }> };
      for (const list of Object.values(data)) {
        const [first] = list.data;
        if (!first || list.data.length < 2) continue;
        const others = Array.from({ length: 500 }, (_, at) => ({
          ...first,
          _id: at.toString(16).padStart(24, "e"),
        }));
        list.data = others;
      }
      return JSON.stringify({ data });
    };
    for (const operation of ["AppsGetWorkflowListV2", "AppsGetWorkflowList"])
      stand.sydney.fail({ kind: "rewrite", body }, { operation });
  });

  const firstTenant = async () => {
    const { html } = await person.client.get(`${person.base}/settings/ats-tenants`);
    return /href="([^"]*\/ats-tenants\/[0-9a-f]{24})"[^>]*><span title="TALENT_BRIDGE"/.exec(html)?.[1] ?? "";
  };

  test("TEN-23 keeps a tenant's choice that is in no list, by its name", async () => {
    const { html } = await person.client.get(await firstTenant());
    const select = /<select[^>]*\[0\]\.indigenous"[\s\S]*?<\/select>/.exec(html)?.[0] ?? "";
    const [, id, label] = /<option value="([0-9a-f]{24})" selected="">([^<]+)</.exec(select) ?? [];
    expect(id).toBeDefined();
    expect(label).not.toContain(id);
  });
});

const typed = (page: { html: string }, name: string) => [
  ...formWith(page, "save", { name }).filter(([field]) => !field.startsWith("options[0]")),
  ["options[0].workflowId", workflowId] as const,
  ["options[0].displayName", "Shown"] as const,
];

test("WFS-19 the name check answers taken or free, and neither while the region fails", async () => {
  const check = async (name: string) => (await open(`/name-check?${new URLSearchParams({ name })}`)).html;
  expect(await check(" store ROLES")).toBe('{"isTaken":true}');
  expect(await check("Nothing of the kind")).toBe('{"isTaken":false}');
});

test("WFS-20 WFS-27 WFS-32 saving under another set's name is refused, and all input is kept", async () => {
  const page = await open("/create");
  const answer = await person.client.post(addressOf("/create"), typed(page, "CHRISTMAS "));
  expect(answer.status).toBe(400);
  expect(textOf(answer)).toContain("Workflow set name already in use");
  expect(textOf(answer)).toContain("Please fix error to continue");
  expect(formWith(answer, "save")).toContainEqual(["options[0].displayName", "Shown"]);
  const blank = await person.client.post(addressOf("/create"), typed(page, " "));
  expect(textOf(blank)).toContain("Please fix error to continue");
  expect(textOf(blank)).toContain("Please enter workflow name");
});

test("WFS-07 WFS-31 without scripts invalid selections and a set without a workflow are reported", async () => {
  const list = await open("");
  const ids = [...list.html.matchAll(/name="ids"[^>]*value="([0-9a-f]{24})"/g)].map(([, id = ""]) => id);
  expect(ids.length).toBeGreaterThan(1);
  const press = (intent: string, chosen: readonly string[]) =>
    person.client.post(addressOf(""), [
      ...formWith(list, intent),
      ...chosen.map((id) => ["ids", id] as const),
    ]);
  for (const chosen of [[], ids.slice(0, 2)])
    expect(textOf(await press("copy", chosen))).toContain("Please select exactly one workflow set");
  const one = await press("copy", ids.slice(0, 1));
  expect(one.location).toBe(addressOf(`/create?copyWorkflowSetId=${ids[0]}`));
  expect(textOf(await press("archive", []))).toContain("Please select at least one workflow set");
  const page = await open("/create");
  const empty = await person.client.post(addressOf("/create"), formWith(page, "save", { name: "Empty" }));
  expect(textOf(empty)).toContain("Please select a workflow");
});

describe("flags", () => {
  test("WFS-01 WFS-02 WFS-45 without the list's flag there is no tab, without edit and creation no buttons", async () => {
    const others = [
      "edgeWorkflowSetListEnabled",
      "edgeWorkflowSetEditEnabled",
      "edgeWorkflowSetCreationEnabled",
    ];
    await withoutFlags(stand, others, async ({ client, base }) => {
      expect((await client.get(`${base}/workflow-sets`)).status).toBe(404);
      const detail = await client.get(`${base}/workflow-sets/${setId}`);
      expect(detail.status).toBe(200);
      expect(detail.html).not.toContain(`${setId}/edit`);
      expect(textOf(detail)).not.toContain("Duplicate");
      const workflows = await client.get(`${base}/workflow-sets/workflows`);
      expect(workflows.html).not.toContain(`href="${base}/workflow-sets"`);
    });
  });

  test("WFS-35 WFS-46 without the list a new set leads to its own page, and an archived one stays there", async () => {
    await withoutFlags(stand, ["edgeWorkflowSetListEnabled"], async ({ client, base }) => {
      const page = await client.get(`${base}/workflow-sets/create`);
      const created = await client.post(`${base}/workflow-sets/create`, typed(page, "Led"));
      const address = created.location ?? "";
      expect(address).toMatch(new RegExp(`^${base}/workflow-sets/[0-9a-f]{24}$`));
      const detail = await client.get(address);
      expect(textOf(detail)).toContain("Led created successfully");
      expect((await client.post(address, formWith(detail, "archive"))).location).toBe(address);
      expect((await client.press(await client.get(address), "undo")).location).toBe(address);
      expect(textOf(await client.get(address))).toContain("Undone");
    });
  });
});
