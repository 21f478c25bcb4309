import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formWith, textOf } from "../support/console-client";
import { broken, denied } from "../support/fault-proxy";
import { type Person, signIn, type Stand, startStand, withoutFlags } from "./support/stand";

// What workflows say when a region refuses or fails, and what is there without a flag.

const demoId = (name: string) => createHash("sha256").update(name).digest("hex").slice(0, 24);
const workflowId = demoId("workflow:acme-retail:0");

let stand: Stand;
let person: Person;

beforeAll(async () => {
  stand = await startStand();
  person = await signIn(stand);
});
beforeEach(() => stand.heal());
afterAll(() => stand.stop());

const addressOf = (path: string) => `${person.base}/workflow-sets/workflows${path}`;
const open = (path: string) => person.client.get(addressOf(path));

test.each(["", "/archive"])(
  "WF-04 WF-16 the list %j refused is the access-denied view, failed its words",
  async (path) => {
    stand.sydney.fail(denied, { operation: "AppsGetWorkflowList" });
    const refused = await open(path);
    expect(refused.status).toBe(403);
    expect(textOf(refused)).not.toContain("No permission");
    await stand.heal();
    stand.sydney.fail(broken, { operation: "AppsGetWorkflowList" });
    expect(textOf(await open(path))).toContain(
      "Unexpected error Failed to load workflows. Please contact support.",
    );
  },
);

test.each([
  ["", "archive", "AppsArchiveWorkflows"],
  ["/archive", "restore", "AppsRestoreWorkflows"],
])("WF-14 %s: a failed %s", async (path, intent, operation) => {
  const page = await open(path);
  const id = /name="ids"[^>]*value="([0-9a-f]{24})"/.exec(page.html)?.[1] ?? "";
  stand.sydney.fail(broken, { operation });
  const answer = await person.client.post(addressOf(path), [...formWith(page, intent), ["ids", id]]);
  expect(textOf(answer)).toContain(`Unexpected Error Failed to ${intent} workflows. Please contact support.`);
});

test("WF-24 without the packages the rest of the form is there", async () => {
  stand.sydney.fail(broken, { operation: "AppsGetAssessmentPackageList" });
  const page = await open("/create");
  expect(textOf(page)).toContain(
    "Unexpected error Failed to load assessment packages list. Please contact support.",
  );
  expect(formWith(page, "save")).toContainEqual(["name", ""]);
});

test("WF-44 a workflow that cannot be loaded", async () => {
  stand.sydney.fail(broken, { operation: "AppsGetWorkflowById" });
  const page = await open(`/${workflowId}`);
  expect(page.status).toBe(502);
  expect(textOf(page)).toContain(
    "Unexpected error - Failed to load workflow details. Please contact support.",
  );
});

test("WF-38 a failed update says so, and the form goes back to what was loaded", async () => {
  const page = await open(`/${workflowId}/edit`);
  stand.sydney.fail(broken, { operation: "AppsUpdateWorkflow" });
  const answer = await person.client.post(
    addressOf(`/${workflowId}/edit`),
    formWith(page, "save", { name: "Typed" }),
  );
  expect(textOf(answer)).toContain("Workflow updation failed.");
  expect(formWith(answer, "save")).toContainEqual(["name", "Store team – chat, then video"]);
});

test("WF-33 a failed creation says so, and keeps what was typed", async () => {
  const packageId = demoId("package:acme-retail:Graduate programme");
  const page = await open("/create");
  stand.sydney.fail(broken, { operation: "AppsCreateWorkflow" });
  const typed = [
    ...formWith(page, "save", { name: "Typed" }).filter(([name]) => !name.startsWith("stages[0].p")),
    ["stages[0].product", "FI"] as const,
    ["stages[0].packageId", packageId] as const,
  ];
  const answer = await person.client.post(addressOf("/create"), typed);
  expect(textOf(answer)).toContain("Workflow creation failed.");
  expect(formWith(answer, "save")).toContainEqual(["name", "Typed"]);
  expect(formWith(answer, "save")).toContainEqual(["stages[0].packageId", packageId]);
});

describe("flags", () => {
  test("WF-03 each page has its own, and links follow them", async () => {
    const names = ["Archive", "Creation", "Detail", "Edit"].map((name) =>
      name === "Archive" ? "edgeWorkflowArchiveListEnabled" : `edgeWorkflow${name}Enabled`,
    );
    await withoutFlags(stand, names, async ({ client, base }) => {
      const at = (path: string) => client.get(`${base}/workflow-sets/workflows${path}`);
      for (const path of ["/archive", "/create", `/${workflowId}`, `/${workflowId}/edit`])
        expect((await at(path)).status, path).toBe(404);
      const list = await at("");
      expect(list.status).toBe(200);
      expect(list.html).not.toMatch(/workflows\/(archive|create|[0-9a-f]{24})"/);
    });
    await withoutFlags(
      stand,
      ["edgeWorkflowListEnabled", "edgeWorkflowEditEnabled"],
      async ({ client, base }) => {
        expect((await client.get(`${base}/workflow-sets/workflows`)).status).toBe(404);
        const detail = await client.get(`${base}/workflow-sets/workflows/${workflowId}`);
        expect(detail.status).toBe(200);
        expect(detail.html).not.toContain(`${workflowId}/edit`);
        // Nor does the way back, or the one after "Archive", lead to where nothing is (WF-42).
        expect(detail.html).not.toContain('/workflow-sets/workflows"');
        const address = `${base}/workflow-sets/workflows/${workflowId}`;
        expect((await client.post(address, formWith(detail, "archive"))).location).toBe(address);
        const archived = await client.get(address);
        expect((await client.post(address, formWith(archived, "restore"))).status).toBe(303);
      },
    );
  });

  test("RULE-03 without its own a change of status is not offered, and saved ones stay and are kept", async () => {
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
});
