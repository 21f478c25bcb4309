import { describe, expect, test } from "vitest";
import { demoId } from "../../regional-api/seed/ids";
import { formWith, textOf } from "../support/console-client";
import { type Person, withoutFlags } from "./support/stand";
import { useStand } from "./support/use-stand";

// Workflows while a region refuses or fails, and with flags off.

const workflowId = demoId("workflow:acme-retail:0");

const { stand, person } = useStand();

const addressOf = (path: string) => `${person.base}/workflow-sets/workflows${path}`;
const open = (path: string) => person.client.get(addressOf(path));
/** Archives a workflow on its page; returns the answer to the question about the sets that use it. */
async function archive({ client }: Pick<Person, "client">, address: string) {
  const question = await client.post(address, formWith(await client.get(address), "archive"));
  return client.post(address, formWith(question, "archive:confirm"));
}

test("WF-29 WF-38 a removed stage that vacancies have come to use is restored with the reason", async () => {
  const page = await open(`/${workflowId}/edit`);
  const withoutSecond = formWith(page, "save").filter(([name]) => !name.startsWith("stages[1]"));
  const rules = withoutSecond.filter(([name]) => name.startsWith("stages[0].rules["));
  expect(rules.length).toBeGreaterThan(0);
  const answer = await person.client.post(
    addressOf(`/${workflowId}/edit`),
    withoutSecond.filter((field) => !rules.includes(field)),
  );
  expect(textOf(answer)).toContain(
    "Workflow updation failed. A stage cannot be removed while vacancies use the workflow.",
  );
  expect(formWith(answer, "save").map(([name]) => name)).toContain("stages[1].name");
});

test("RULE-28 a rule the form cannot display is turned off and kept, and the summary links to its error", async () => {
  const odd = {
    enabled: true,
    conditionOperator: "and",
    conditions: [
      {
        onField: "recommendationScore",
        onFieldType: "number",
        comparisonOperator: "lte",
        comparisonValue: 5,
      },
    ],
    action: { type: "MOVE_STAGE", payload: null },
  };
  const copy = await open(`/create?copyWorkflowId=${workflowId}`);
  const confirmed = (page: typeof copy, changed = {}) => [
    ...formWith(page, "save", changed).slice(0, -1),
    ["intent", "save:confirm"] as const,
  ];
  const fields = confirmed(copy, { name: "Made elsewhere" }).filter(
    ([name]) => !name.startsWith("stages[0].rules["),
  );
  const rule = [
    ["stages[0].rules[0].kept", JSON.stringify(odd)],
    ["stages[0].rules[0].type", "MOVE_STAGE"],
    ["stages[0].rules[0].enabled", "on"],
  ] as const;
  expect((await person.client.post(addressOf("/create"), [...fields, ...rule])).status).toBe(303);
  const list = await open("?sort=createdAt&order=desc");
  const id = /workflows\/([0-9a-f]{24})[^"]*"[^>]*>(?:<[^>]*>)*Made elsewhere/.exec(list.html)?.[1] ?? "";
  const edit = await open(`/${id}/edit`);
  expect(textOf(edit)).toContain("It stays as it is: If recommendation score is at most 5");
  const isOff = ([name]: readonly [string, string]) => name !== "stages[0].rules[0].enabled";
  const off = await person.client.post(addressOf(`/${id}/edit`), confirmed(edit).filter(isOff));
  expect(off.status).toBe(303);
  const rules = textOf(await open(`/${id}`));
  expect(rules).toContain("If recommendation score is at most 5, move to the next stage (turned off)");
  // Without the second stage "move on" is invalid: the rule has no field, but is linked all the same.
  const alone = formWith(await open(`/${id}/edit`), "save").filter(([name]) => !name.startsWith("stages[1]"));
  const refused = await person.client.post(addressOf(`/${id}/edit`), alone);
  expect(refused.status).toBe(400);
  const [, target] =
    /href="#(workflow-stages\[0\]\.rules\[0\]\.type)">Stage 1, Rule 1: Auto-progression/.exec(refused.html) ??
    [];
  expect(target).toBeDefined();
  expect(refused.html).toContain(`id="${target ?? "none"}"`);
  expect(textOf(refused).split("Please create another stage")).toHaveLength(3);
});

test("WF-30 an archived workflow is shown by its name even if another name begins with it", async () => {
  const id = demoId("workflow:acme-retail:1");
  const detail = addressOf(`/${id}`);
  const { client } = person;
  await archive(person, detail);
  const text = textOf(await open(`/create?copyWorkflowId=${id}`));
  await client.post(detail, formWith(await client.get(detail), "restore"));
  expect(text).toMatch(/The stages of “[^”]+” are loaded\./);
  expect(text).not.toContain(id);
});

test("WF-65 archiving names the sets that use a workflow first, on its page and in the list", async () => {
  const { client } = person;
  const archiveQuestion = async (path: string, ids: readonly string[]) => {
    const chosen = ids.map((id) => ["ids", id] as const);
    return textOf(await client.post(addressOf(path), [...formWith(await open(path), "archive"), ...chosen]));
  };
  const second = demoId("workflow:acme-retail:1");
  expect(await archiveQuestion(`/${second}`, [])).toContain(
    "Archive this workflow? It is used in these workflow sets: Graduates, Store roles.",
  );
  expect(await archiveQuestion("", [workflowId, second])).toContain(
    "Archive these 2 workflows? They are used in these workflow sets: Graduates, Store roles.",
  );
  expect(await archiveQuestion("", [workflowId])).toContain(
    "It is used in these workflow sets: Store roles.",
  );
});

test("SHELL-31 WF-42 WF-43 archiving and restoring on the detail page can be undone from the notice", async () => {
  const { client } = person;
  const address = addressOf(`/${demoId("workflow:acme-retail:1")}`);
  const press = async (from: { html: string }, intent: string) => {
    const answer = await client.post(address, formWith(from, intent));
    return client.get(answer.location ?? "");
  };
  const list = await client.get((await archive(person, address)).location ?? "");
  expect(textOf(list)).toContain("Workflow(s) archived");
  expect((await client.press(list, "undo")).location).toBe(addressOf(""));
  expect(textOf(await client.get(addressOf("")))).toContain("Undone");
  await archive(person, address);
  const restored = await press(await client.get(address), "restore");
  expect((await client.press(restored, "undo")).location).toBe(addressOf("/archive"));
  expect(textOf(await client.get(addressOf("/archive")))).toContain("Undone");
  await press(await client.get(address), "restore");
});

describe("flags", () => {
  test("WF-03 WF-60 without list and edit nothing links there, and archiving on the page stays there", async () => {
    await withoutFlags(
      stand,
      ["edgeWorkflowListEnabled", "edgeWorkflowEditEnabled"],
      async ({ client, base }) => {
        expect((await client.get(`${base}/workflow-sets/workflows`)).status).toBe(404);
        const detail = await client.get(`${base}/workflow-sets/workflows/${workflowId}`);
        expect(detail.status).toBe(200);
        expect(detail.html).not.toContain(`${workflowId}/edit`);
        // The back link and the redirect after "Archive" do not lead to the missing list either (WF-42).
        expect(detail.html).not.toMatch(/href="[^"]*\/workflow-sets\/workflows"/);
        const address = `${base}/workflow-sets/workflows/${workflowId}`;
        expect((await archive({ client }, address)).location).toBe(address);
        // Undo works on the page, too.
        expect((await client.press(await client.get(address), "undo")).location).toBe(address);
        const undone = await client.get(address);
        expect(textOf(undone)).toContain("Undone");
        await archive({ client }, address);
        const archived = await client.get(address);
        expect((await client.post(address, formWith(archived, "restore"))).status).toBe(303);
      },
    );
  });

  test("RULE-03 without its flag a change of status is not offered, and saved ones are kept", async () => {
    await withoutFlags(stand, ["edgeWorkflowChangeStatusRuleEnabled"], async ({ client, base }) => {
      const address = `${base}/workflow-sets/workflows/${workflowId}/edit`;
      const page = await client.get(address);
      expect(formWith(page, "save")).toContainEqual(["stages[0].rules[1].type", "UPDATE_STATUS"]);
      const create = await client.get(
        `${base}/workflow-sets/workflows/create?copyWorkflowId=${demoId("workflow:acme-retail:1")}`,
      );
      expect(textOf(create)).not.toContain("Change status");
      const saved = await client.post(address, formWith(page, "save", { "stages[0].name": "Chat" }));
      expect(saved.status).toBe(303);
      const detail = await client.get(`${base}/workflow-sets/workflows/${workflowId}`);
      expect(textOf(detail)).toContain("If recommendation is Yes, set the status to Longlisted");
    });
  });

  test("RULE-26 without the application pages the rehearsed applications are not links", async () => {
    await withoutFlags(stand, ["edgeVacancyDetailEnabled"], async ({ client, base }) => {
      const address = `${base}/workflow-sets/workflows/${workflowId}/edit`;
      const answer = await client.post(address, formWith(await client.get(address), "rehearse"));
      expect(textOf(answer)).toContain("What these rules would have done");
      expect(answer.html).not.toMatch(/href="[^"]*\/applications\//);
    });
  });

  test("WF-33 a new workflow leads to its own page if the list is disabled", async () => {
    await withoutFlags(stand, ["edgeWorkflowListEnabled"], async ({ client, base }) => {
      const workflows = `${base}/workflow-sets/workflows`;
      const page = await client.get(`${workflows}/create?copyWorkflowId=${demoId("workflow:acme-retail:1")}`);
      const answer = await client.post(`${workflows}/create`, formWith(page, "save", { name: "Led" }));
      expect(answer.location).toMatch(new RegExp(`^${workflows}/[0-9a-f]{24}$`));
      const detail = await client.get(answer.location ?? "");
      expect(detail.status).toBe(200);
      expect(textOf(detail)).toContain("Workflow created.");
    });
  });
});
