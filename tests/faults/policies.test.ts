import BetterSqlite3 from "better-sqlite3";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demoCustomers, demoGroups } from "../../regional-api/seed/ids";
import { type Answer, type Fields, formWith, hiddenValue, textOf } from "../support/console-client";
import { broken } from "../support/fault-proxy";
import { type Person, signIn, signInAgain, signOutElsewhere, withoutFlags } from "./support/stand";
import { useStand } from "./support/use-stand";

// Access policies without scripts: requests sent, and messages while a region fails.

const { stand, person } = useStand();

const { id: customerId, organizationId, rootHierarchyId: root } = demoCustomers.acmeRetail;
const at = (path: string) => `${person.base}/policies${path}`;
const get = (path: string) => person.client.get(at(path));
const sent = (operation: string) => stand.sydney.callsOf(operation).map(({ variables }) => variables);

/** Posts the form with changes, and with `ticked` boxes in addition to those already ticked. */
const press = (
  path: string,
  page: Answer,
  intent: string,
  changes: Record<string, string> = {},
  ticked: Fields = [],
) => {
  const fields = formWith(page, intent in buttons ? "save" : intent, changes).filter(
    ([name]) => name !== "intent",
  );
  return person.client.post(at(path), [...fields, ...ticked, ["intent", intent]]);
};
const buttons: Record<string, true> = { "save:confirm": true };

/** The form of a new policy with all required choices made. */
async function filled(name: string): Promise<Answer> {
  const page = await get("/create");
  const shown = await press("/create", page, "show:1.0", { name, "customer.1.0": customerId });
  return press("/create", shown, "show:1.0", { "department.1.0": root }, [
    ["action.1", "User Management - View user list"],
    ["action.1", "Portal Access - Access to the console"],
  ]);
}

async function created(name: string): Promise<string> {
  const answer = await press("/create", await filled(name), "save");
  expect(answer.status).toBe(303);
  return answer.location?.split("/policies").at(-1) ?? "";
}

test("POL-03 the list requests the page given in the address", async () => {
  await get("?page=2&size=50&search=Hiring&sort=updatedAt&order=desc");
  expect(sent("CommonGetPolicies")).toMatchObject([
    {
      filter: {
        organizationId,
        customerId,
        skip: 1,
        limit: 50,
        sort: { fieldName: "updatedAt", order: "desc" },
        searchText: "Hiring",
      },
    },
  ]);
});

test("POL-39 POL-40 GRP-64 filters the list by kind; a policy of 70 groups pages and searches them, and distinguishes groups of equal names", async () => {
  await get("?kind=shared");
  expect(sent("CommonGetPolicies")).toMatchObject([{ filter: { kind: "SHARED" } }]);
  const path = await created(`Many groups ${randomUUID().slice(0, 8)}`);
  const policyId = path.slice(1).split("?")[0] ?? "";
  const database = new BetterSqlite3(join(stand.dataDir, "regional-api", "ap-southeast-2.sqlite"));
  try {
    const group = database.prepare(
      "INSERT INTO groups (id, organizationId, customerId, hierarchyId, name, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, 1, 1)",
    );
    const having = database.prepare(
      "INSERT INTO group_policies (groupId, policyId, kind) VALUES (?, ?, 'ATTACHED')",
    );
    for (let number = 1; number <= 70; number += 1) {
      const id = `f2${number.toString(16).padStart(22, "0")}`;
      group.run(id, organizationId, customerId, root, `Having ${String(number).padStart(2, "0")}`);
      having.run(id, policyId);
    }
    for (const id of ["f3000000000000000000aaaa", "f3000000000000000000bbbb"])
      group.run(id, organizationId, customerId, root, "Twins");
  } finally {
    database.close();
  }
  const shown = async (query: string) => textOf(await get(`/${policyId}${query}`)).match(/Having \d\d/g);
  const first = await get(`/${policyId}`);
  expect(new Set(textOf(first).match(/Having \d\d/g))).toHaveProperty("size", 30);
  expect(textOf(first)).toContain("Twins (…00aaaa)");
  expect(textOf(first)).toContain("Twins (…00bbbb)");
  expect(await shown("?page=3")).toContain("Having 70");
  expect(new Set(await shown("?search=Having+42"))).toEqual(new Set(["Having 42"]));
});

test("POL-02 GEN-02 by default the list is sorted by role name, ascending", async () => {
  await get("");
  expect(sent("CommonGetPolicies")).toMatchObject([
    { filter: { skip: 0, limit: 30, sort: { fieldName: "name", order: "asc" } } },
  ]);
});

test("SESS-16 SESS-17 the policy being edited when the session ended is restored after signing in", async () => {
  const page = await filled("Typed late");
  await signOutElsewhere(person, page);
  const late = await press("/create", page, "save");
  expect(late.status).toBe(401);
  const back = await signInAgain(person, late);
  expect(textOf(back)).toContain("We kept what you had typed.");
  const typed = (of: Answer) => formWith(of, "save").filter(([name]) => !isOfItsPage(name));
  expect(typed(back)).toEqual(typed(page));
  expect((await press("/create", back, "save")).status).toBe(303);
});
const isOfItsPage = (name: string) => ["csrf", "idempotencyKey", "intent"].includes(name);

test("POL-18 an id that is in use is refused, and the next try has another", async () => {
  const taken = (await created("Taken")).slice(1);
  const again = await press("/create", await filled("Second"), "save", { policyId: taken });
  expect(again.status).toBe(409);
  expect(textOf(again)).toContain("create policy failed");
  expect(hiddenValue(again, "policyId")).not.toBe(taken);
  expect((await press("/create", again, "save")).status).toBe(303);
});

test("POL-11 refuses removing the last statement, adding a 21st, and removing a customer's last row", async () => {
  const page = await filled("Many");
  expect(textOf(await press("/create", page, "removeStatement:1"))).toContain(
    "A policy needs at least one statement.",
  );
  expect(textOf(await press("/create", page, "removeRow:1.0"))).toContain(
    "You must select at least one department in Statement 1.",
  );
  const twenty = await press("/create", page, "addStatement", { rules: "20" });
  expect(textOf(twenty)).toContain("Please add at most 20 statements");
});

test("POL-17 POL-23 POL-26 failed saves show an error and keep all input", async () => {
  const page = await filled("Kept when it fails");
  stand.sydney.fail(broken, { operation: "CommonCreatePolicy" });
  const failed = await press("/create", page, "save");
  expect(textOf(failed)).toContain("create policy failed");
  expect(failed.html).toContain('value="Kept when it fails"');
  expect(failed.html).toMatch(
    /value="User Management - View user list"[^>]*checked|checked[^>]*value="User Management - View user list"/,
  );
  await stand.heal();
  const path = await created("Changed");
  stand.sydney.fail(broken, { operation: "CommonUpdatePolicy" });
  const refused = await press(`${path}/edit`, await get(`${path}/edit`), "save", {
    description: "New words",
  });
  expect(textOf(refused)).toContain("update policy failed");
  expect(refused.html).toContain("New words");
  await stand.heal();
  stand.sydney.fail(broken, { operation: "ORGGroupSetPolicies" });
  const groupId = demoGroups.retailAuditors.id;
  const detail = await get(path);
  const question = await press(path, detail, "attach", { groupId });
  expect(textOf(question)).toContain("Attach this policy to");
  const answer = await person.client.post(at(path), formWith(question, "attach:confirm"));
  expect(textOf(answer)).toContain("update policy failed");
});

test("POL-23 input is kept while the options of a policy cannot be loaded", async () => {
  const path = `${await created("Chosen")}/edit`;
  const page = await get(path);
  const typed = { description: "New words" };
  for (const [operation, intent, words] of [
    ["ORGGetOrganizationGlobalCustomers", "save", "update policy failed"],
    ["ORGGetOrganizationGlobalCustomers", "show:1.0", "Failed to load customers list."],
    ["CommonGetPolicyOptions", "save", "update policy failed"],
    ["CommonGetPolicyOptions", "selectAll:1.0", "Failed to load policy details."],
  ] as const) {
    stand.sydney.fail(broken, { operation, times: operation === "CommonGetPolicyOptions" ? 1 : Infinity });
    const failed = await press(path, page, intent, typed);
    expect(failed.status, `${operation} ${intent}`).toBeGreaterThan(500);
    expect(textOf(failed)).toContain(words);
    const kept = formWith(failed, "save");
    expect(kept).toContainEqual(["description", "New words"]);
    expect(kept).toContainEqual(["customer.1.0", customerId]);
    expect(kept).toContainEqual(["department.1.0", root]);
    await stand.heal();
  }
});

test("GEN-16 POL-20 GEN-20 another customer's policy is not found under this customer's address", async () => {
  const logistics = `/region/ap-southeast-2/customers/${demoCustomers.acmeLogistics.id}/policies`;
  const list = await person.client.get(logistics);
  const foreign = /\/policies\/([0-9a-f-]{36})"/.exec(list.html)?.[1] ?? "";
  expect((await person.client.get(`${logistics}/${foreign}`)).status).toBe(200);
  const missing = "Sorry, the policy you visited does not exist.";
  for (const path of ["", "/edit"]) {
    const page = await get(`/${foreign}${path}`);
    expect([page.status, textOf(page).includes(missing)], path).toEqual([404, true]);
  }
  const own = await created("Own");
  const edit = formWith(await get(`${own}/edit`), "save").filter(([name]) => name !== "intent");
  const attach = formWith(await get(own), "attach", { groupId: demoGroups.retailAuditors.id }).filter(
    ([name]) => name !== "intent",
  );
  for (const [path, fields, intent] of [
    ["/edit", edit, "save:confirm"],
    ["", attach, "attach:confirm"],
  ] as const) {
    const answer = await person.client.post(at(`/${foreign}${path}`), [...fields, ["intent", intent]]);
    expect([answer.status, textOf(answer).includes(missing)], intent).toEqual([404, true]);
  }
  expect([...sent("CommonUpdatePolicy"), ...sent("ORGGroupSetPolicies")]).toEqual([]);
});

test("POL-41 a new rule with a removed department is refused next to the field, an old one shows which is gone", async () => {
  const fields = { name: "Of one shop", "customer.1.0": customerId };
  const shown = await press("/create", await get("/create"), "show:1.0", fields);
  const boxes = shown.html.match(/<input[^>]*name="department\.1\.0"[^>]*>/g) ?? [];
  const shop = /value="([0-9a-f]{24})"/.exec(boxes.at(-1) ?? "")?.[1] ?? "";
  expect(shop).not.toBe(root);
  const page = await press("/create", shown, "show:1.0", { "department.1.0": shop }, [
    ["action.1", "User Management - View user list"],
  ]);
  const region = new BetterSqlite3(join(stand.dataDir, "regional-api/ap-southeast-2.sqlite"));
  const archive = region.prepare<[number | null, string]>(
    "UPDATE hierarchies SET archivedAt = ? WHERE id = ?",
  );
  try {
    archive.run(1, shop);
    const refused = await press("/create", page, "save");
    expect(refused.status).toBe(400);
    expect(textOf(refused)).toMatch(/create policy failed.*Please untick it and select another one/);
    expect(textOf(refused)).toContain("(removed)");
    expect(formWith(refused, "save")).toContainEqual(["department.1.0", shop]);
    archive.run(null, shop);
    const { location } = await press("/create", refused, "save");
    archive.run(1, shop);
    const details = (location ?? "").replace(at(""), "");
    expect(textOf(await get(details))).toContain("(removed)");
    const edited = await press(`${details}/edit`, await get(`${details}/edit`), "save", {
      description: "Still",
    });
    expect(edited.status).toBe(303);
  } finally {
    archive.run(null, shop);
    region.close();
  }
});

test("POL-22 POL-25 an update sends the same id and the version read, and statements without a description unchanged", async () => {
  const path = await created("Updated");
  const id = path.slice(1);
  const page = await get(`${path}/edit`);
  const odd = [
    { effect: "Deny", actions: ["org:*"], resources: [`edge:org:*:${organizationId}:${customerId}:*`] },
  ];
  const question = await press(`${path}/edit`, page, "save", { rules: "2" }, [
    ["kept.2", JSON.stringify(odd)],
  ]);
  expect(textOf(question)).toContain("1 statement that cannot be described here is added or removed.");
  expect(sent("CommonUpdatePolicy")).toEqual([]);
  const saved = await press(`${path}/edit`, question, "save:confirm");
  expect([saved.status, saved.location]).toEqual([303, at(path)]);
  expect(sent("CommonUpdatePolicy")).toMatchObject([{ version: 1, addPolicyDto: { id, name: "Updated" } }]);
  expect(textOf(await get(path))).toContain("update policy success");
  await stand.heal();
  const edit = await get(`${path}/edit`);
  expect(textOf(edit)).toContain("This statement cannot be described here.");
  await press(`${path}/edit`, edit, "save", { name: "Renamed" });
  const [update] = sent("CommonUpdatePolicy") as { addPolicyDto: { name: string; statements: object[] } }[];
  expect(update?.addPolicyDto.name).toBe("Renamed");
  expect(update?.addPolicyDto.statements.at(-1)).toMatchObject(odd[0] ?? {});
});

test("POL-22 GEN-22 the second of two who edit a policy sees both values in plain words, and chooses", async () => {
  const path = await created("Edited by two");
  const other = await signIn(stand, "customer.admin@acme.example");
  const theirPath = `${other.base}/policies${path}/edit`;
  const page = await get(`${path}/edit`);
  const theirPage = await other.client.get(theirPath);
  const theirs = [
    ...formWith(theirPage, "save", { name: "Theirs" }).filter(
      ([name, value]) => name !== "intent" && value !== "Portal Access - Access to the console",
    ),
    ["intent", "save:confirm"] as const,
  ];
  expect((await other.client.post(theirPath, theirs)).status).toBe(303);
  const odd = [
    { effect: "Deny", actions: ["org:*"], resources: [`edge:org:*:${organizationId}:${customerId}:*`] },
  ];
  const mine: Fields = [
    ["action.1", "User Management - View user details"],
    ["kept.2", JSON.stringify(odd)],
  ];
  const question = await press(`${path}/edit`, page, "save", { name: "Mine", rules: "2" }, mine);
  const conflict = await press(`${path}/edit`, question, "save:confirm");
  expect(conflict.status).toBe(200);
  const text = textOf(conflict);
  expect(text).toContain("Someone else has changed this");
  expect(text).toContain("Casey Custodian");
  expect(text).toContain("Role name Mine Theirs");
  expect(text).toContain("Allow: Acme Retail Access to the console View user details -");
  expect(text).toContain(`As stored Deny: org:*, edge:org:*:${organizationId}:${customerId}:* -`);
  // Pressing the same button is refused again, and keeps the input.
  const again = await press(`${path}/edit`, conflict, "save:confirm");
  expect(textOf(again)).toContain("Role name Mine Theirs");
  const calls = sent("CommonUpdatePolicy").length;
  const over = await press(`${path}/edit`, again, "save:over");
  expect(textOf(over)).toContain("Change what this policy allows?");
  expect(sent("CommonUpdatePolicy")).toHaveLength(calls);
  expect((await press(`${path}/edit`, over, "save:confirm")).status).toBe(303);
  const now = textOf(await get(path));
  expect(now).toContain("Mine");
  expect(now).toContain("View user details");
});

test("POL-26 GEN-22 concurrent changes of a group's policies: the second person is warned, and both changes are kept", async () => {
  const [mine, theirs] = [await created("Attached by me"), await created("Attached by them")];
  const groupId = demoGroups.retailAuditors.id;
  const attached = async (path: string) =>
    (await get(path)).html.includes(`name="groupId" value="${groupId}"`);
  const question = await press(mine, await get(mine), "attach", { groupId });
  const other = await signIn(stand, "customer.admin@acme.example");
  const theirPath = `${other.base}/policies${theirs}`;
  const theirQuestion = await other.client.post(
    theirPath,
    formWith(await other.client.get(theirPath), "attach", { groupId }),
  );
  expect((await other.client.post(theirPath, formWith(theirQuestion, "attach:confirm"))).status).toBe(303);

  const conflict = await person.client.post(at(mine), formWith(question, "attach:confirm"));
  expect(conflict.status).toBe(200);
  const text = textOf(conflict);
  expect(text).toContain("Someone else has changed this");
  expect(text).toContain("Casey Custodian");
  expect(text).toContain("Attached in the meantime: Attached by them.");
  expect(text).toMatch(/Policies of \S.*? Attached by them Attached by me Attached by them/);
  expect(await attached(mine)).toBe(false);
  // Their policies already grant everything mine does, so there is nothing more to confirm.
  expect((await person.client.post(at(mine), formWith(conflict, "attach:over"))).status).toBe(303);
  expect([await attached(mine), await attached(theirs)]).toEqual([true, true]);
});

test("POL-26 Undo attaches a detached policy again, unless someone has changed the group's policies since", async () => {
  const [path, other] = [await created("Detached"), await created("Attached since")];
  const groupId = demoGroups.retailVisitors.id;
  const hasIt = async () => (await get(path)).html.includes(`name="groupId" value="${groupId}"`);
  const change = async (policy: string, action: "attach" | "detach") => {
    const page = await get(policy);
    const answer = await person.client.post(at(policy), formWith(page, action, { groupId }));
    if (answer.status !== 303) await person.client.post(at(policy), formWith(answer, `${action}:confirm`));
  };
  await change(path, "attach");
  await change(path, "detach");
  expect(await person.client.post(at(path), formWith(await get(path), "undo"))).toMatchObject({
    status: 303,
  });
  expect(await hasIt()).toBe(true);
  await change(path, "detach");
  const page = await get(path);
  await change(other, "attach");
  const late = textOf(await person.client.post(at(path), formWith(page, "undo")));
  expect(late).toContain("Not undone");
  expect(await hasIt()).toBe(false);
});

test("POL-19 POL-20 POL-26 failed details show an error; failed groups leave the rest of the page", async () => {
  const path = await created("Read");
  stand.sydney.fail(broken, { operation: "CommonGetPolicyUse" });
  const part = textOf(await get(path));
  expect(part).toContain("Acme Retail: all departments");
  expect(part).toContain("Failed to load groups list. Please contact support.");
  await stand.heal();
  stand.sydney.fail(broken, { operation: "CommonGetPolicy" });
  for (const page of [path, `${path}/edit`]) {
    const text = textOf(await get(page));
    expect(text).toContain("Failed to load policy details. Please contact support.");
  }
  expect(sent("CommonGetPolicy")).toMatchObject([{ policyId: path.slice(1) }, { policyId: path.slice(1) }]);
});

test("POL-01 POL-07 POL-21 SHELL-13 with a flag off its pages are not found, and nothing links to them", async () => {
  const path = await created("Flagged");
  const pages = ["", path, "/create", `${path}/edit`];
  const statusOf = async ({ client, base }: Person) =>
    Promise.all(pages.map(async (page) => (await client.get(`${base}/policies${page}`)).status));
  await withoutFlags(stand, ["edgePolicyListEnabled"], async (other) => {
    expect(await statusOf(other)).toEqual([404, 404, 404, 404]);
    expect((await other.client.get(`${other.base}/groups`)).html).not.toContain("/policies");
  });
  await withoutFlags(stand, ["edgePolicyCreationEnabled", "edgePolicyEditEnabled"], async (other) => {
    expect(await statusOf(other)).toEqual([200, 200, 404, 404]);
    for (const page of ["", path])
      expect((await other.client.get(`${other.base}/policies${page}`)).html).not.toMatch(
        /\/policies\/(create|[^"]*\/edit)"/,
      );
  });
});
