import type { Page } from "@playwright/test";
import { z } from "zod/v4";
import { Client, loginMutation } from "../contract/fixtures/client";
import { displayNameOf, newCustomer } from "./support/settings";
import {
  demoPassword,
  expect,
  expectAccessible,
  expectNoOverflow,
  pathOf,
  people,
  settled,
  test,
} from "./support/test";

const statement = (page: Page, number: number) =>
  page.getByRole("region", { name: `Statement ${number}`, exact: true });

/** The summary that unfolds a statement's departments and names the selected ones. */
const departments = (page: Page, number: number) =>
  statement(page, number)
    .locator("summary")
    .filter({ hasText: /^Departments/ });

/** Selects a customer in a row; without scripts a button loads its departments. */
async function chooseCustomer(page: Page, number: number, label: string, scripts: boolean) {
  const card = statement(page, number);
  await card.getByLabel("Customer", { exact: true }).selectOption({ label });
  if (!scripts) await card.getByRole("button", { name: "Show departments" }).click();
  const isAny = label === "Any";
  await expect(isAny ? card.getByText("Departments: Any") : departments(page, number)).toBeVisible();
  await settled(page);
}

async function useTemplate(page: Page, number: number, label: string, scripts: boolean) {
  const card = statement(page, number);
  await card.getByLabel("Role template").selectOption({ label });
  if (!scripts) await card.getByRole("button", { name: "Use template" }).click();
}

/** Ticks a box of a statement, after unfolding the departments. */
async function tick(page: Page, number: number, name: string) {
  const card = statement(page, number);
  const folded = card.locator("details:not([open]) > summary").filter({ hasText: /^Departments/ });
  if ((await folded.count()) > 0) await folded.click();
  await card.getByRole("checkbox", { name, exact: true }).first().check();
}

/** Creates a policy that allows viewing users, and returns its address. */
async function createPolicy(page: Page, base: string, name: string, scripts: boolean): Promise<string> {
  await page.goto(`${base}/policies/create`);
  await page.getByLabel("Role name").fill(name);
  await chooseCustomer(page, 1, "Acme Retail", scripts);
  await tick(page, 1, "Acme Retail");
  await tick(page, 1, "View user list");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("create policy success")).toBeVisible();
  return new URL(page.url()).pathname;
}

test("POL-01 POL-02 POL-04 the list is in the menu after Groups, sorted by role name, and searchable", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/groups`);
  const menu = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const names = await menu.allInnerTexts();
  expect(names.map((name) => name.trim())[names.findIndex((name) => name.trim() === "Groups") + 1]).toBe(
    "Access policies",
  );
  await page.goto(`${base}/policies`);
  await expect(page.getByRole("heading", { name: "Access policies", level: 1 })).toBeVisible();
  for (const name of ["Role name", "Description", "Statements", "Groups", "Editable", "Updated"])
    await expect(page.getByRole("columnheader", { name })).toBeVisible();
  for (const name of ["Recruiter", "Hiring Manager", "Customer Admin", "Recruiters"])
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  const rows = await page.getByRole("rowheader").allInnerTexts();
  expect(rows.map((row) => row.trim())).toEqual(
    rows.map((row) => row.trim()).sort((a, b) => a.localeCompare(b, "en", { sensitivity: "base" })),
  );
  await expectAccessible(page, "access policies");
  await page.getByLabel("Search policy").fill("hiring");
  await page.getByLabel("Search policy").press("Enter");
  await expect(page.getByRole("link", { name: "Customer Admin", exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Hiring Manager", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Policy details", level: 1 })).toBeVisible();
});

test("POL-07 POL-08 POL-09 POL-10 POL-11 POL-12 POL-15 POL-16 POL-17 POL-19 POL-24 a policy is created, with errors next to the fields", async ({
  page,
  signIn,
  unique,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/policies`);
  await page.getByRole("link", { name: "Create New" }).click();
  await expect(page.getByRole("heading", { name: "Create a new policy", level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Access policies" })).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("create policy failed")).toBeVisible();
  for (const text of [
    "Please enter the user role",
    "Please select one customer",
    "Please select at least one action",
  ])
    await expect(page.getByText(text).first()).toBeVisible();
  if (scripts) await expect(page.getByLabel("Role name")).toBeFocused();
  else await expect(page.getByRole("link", { name: "Go to the first error" })).toBeVisible();

  const name = unique("Seasonal recruiter");
  await page.getByLabel("Role name").fill(`  ${name}  `);
  await page.getByLabel("Description").fill("For the season");
  await chooseCustomer(page, 1, "Acme Retail", scripts);
  await useTemplate(page, 1, "Recruiter", scripts);
  await expect(statement(page, 1).getByRole("checkbox", { name: "Create vacancy" })).toBeChecked();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Please select at least one department").first()).toBeVisible();
  await tick(page, 1, "Acme Retail");
  await page.getByRole("button", { name: "Add statement" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("For the season");
  await expect(departments(page, 1)).toContainText("Acme Retail");
  await statement(page, 2).getByLabel("Effect").selectOption({ label: "Deny" });
  await chooseCustomer(page, 2, "Any", scripts);
  await tick(page, 2, "Archive vacancy");
  if (!scripts) await statement(page, 2).getByRole("button", { name: "Show departments" }).click();
  await expect(
    statement(page, 2)
      .getByRole("listitem")
      .filter({ hasText: /^edge:apps:\*:\w+:\*:\*$/ }),
  ).toBeVisible();
  await expectAccessible(page, "create policy");
  await page.getByRole("button", { name: "Add statement" }).click();
  await page.getByRole("button", { name: "Remove Statement 3" }).click();
  await expect(statement(page, 3)).toHaveCount(0);
  // A customer administrator cannot deny at any customer.
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("You can only give or take away rights that you have yourself.")).toBeVisible();
  await chooseCustomer(page, 2, "Acme Retail", scripts);
  await tick(page, 2, "Acme Retail");
  await page.getByRole("button", { name: "Save", exact: true }).click();

  await expect(page.getByText("create policy success")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Policy details", level: 1 })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByText(name).first()).toBeVisible();
  await expect(main.getByText("For the season")).toBeVisible();
  await expect(main.getByText("Editable", { exact: true })).toBeVisible();
  await expect(main.getByText(new URL(page.url()).pathname.split("/").at(-1) ?? "-")).toBeVisible();
  await expect(statement(page, 1).getByText("Allow", { exact: true })).toBeVisible();
  await expect(statement(page, 1).getByText(/Create vacancy, Edit vacancy/)).toBeVisible();
  await expect(statement(page, 2).getByText("Deny", { exact: true })).toBeVisible();
  await expect(statement(page, 2).getByText("Acme Retail: all departments")).toBeVisible();
  await expectAccessible(page, "policy details");
});

test("POL-09 the resources are updated with the boxes at once @js", async ({ page, signIn }) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/policies/create`);
  await expect(
    page.getByText("Choose actions, a customer and departments to see the resources."),
  ).toBeVisible();
  await chooseCustomer(page, 1, "Acme Retail", true);
  await tick(page, 1, "Acme Retail");
  await tick(page, 1, "View user list");
  const resources = statement(page, 1).getByRole("list", { name: "Resources" }).getByRole("listitem");
  await expect(resources).toHaveText([/^edge:org:ap-southeast-2:\w+:\w+:\w+$/]);
  await tick(page, 1, "Create vacancy");
  await expect(resources).toHaveCount(2);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "create policy at 360 px");
});

test("GEN-100 choices and input survive a link within the page and another appearance, and are asked about @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/policies/create`);
  await page.getByLabel("Role name").fill("Not saved");
  await page.getByRole("button", { name: "Add statement" }).click();
  await expect(statement(page, 2)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByLabel("Description").fill("Typed since");
  await page.getByRole("link", { name: "Go to the first error" }).click();
  await expect(page).toHaveURL(/#/);
  const expectAll = async () => {
    await expect(statement(page, 2)).toBeVisible();
    await expect(page.getByLabel("Role name")).toHaveValue("Not saved");
    await expect(page.getByLabel("Description")).toHaveValue("Typed since");
  };
  await expectAll();
  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await settled(page);
  await expectAll();
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Groups" }).click();
  await expect(page.getByRole("dialog", { name: "Unsaved changes" })).toBeVisible();
});

test("POL-13 POL-14 overlong names and descriptions are reported, and the input stays", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/policies/create`);
  await page.getByLabel("Role name").fill("x".repeat(101));
  await page.getByLabel("Description").fill("y".repeat(701));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Please keep the user role within 100 characters")).toBeVisible();
  await expect(page.getByText("Please keep the description within 700 characters")).toBeVisible();
  await expect(page.getByLabel("Role name")).toHaveValue("x".repeat(101));
});

test("POL-21 POL-22 POL-23 POL-26 PERM-68 a policy is edited, attached and detached, each after showing its effect", async ({
  page,
  signIn,
  unique,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const base = await signIn(people.customerAdmin);
  const group = unique("Season");
  await page.goto(`${base}/groups/create`);
  await page.getByLabel("Group name").fill(group);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("User group created.")).toBeVisible();
  const details = await createPolicy(page, base, unique("Viewer"), scripts);
  const main = page.getByRole("main");
  const panel = page.getByRole("region", { name: "Groups" });
  await expect(panel.getByText("No group has this policy.")).toBeVisible();
  await panel.getByRole("button", { name: "Attach to group" }).click();
  await expect(page.getByText("Please choose a group")).toBeVisible();
  await panel.getByLabel("Group to attach to").selectOption({ label: group });
  await panel.getByRole("button", { name: "Attach to group" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^No active group|^This group has no active members/)).toBeVisible();
  await expect(dialog.getByText(/View user list at Acme Retail/)).toBeVisible();
  await dialog.getByRole("button", { name: "Attach to group" }).click();
  await expect(page.getByText("update policy success")).toBeVisible();
  await expect(panel.getByRole("link", { name: group })).toBeVisible();

  await main.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByRole("heading", { name: "Edit policy", level: 1 })).toBeVisible();
  await tick(page, 1, "View user details");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(dialog.getByText(/^No active group|^This group has no active members/)).toBeVisible();
  await expect(dialog.getByText(/View user details at Acme Retail/)).toBeVisible();
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("update policy success")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(details);
  await expect(statement(page, 1).getByText("View user details, View user list")).toBeVisible();

  await panel.getByRole("button", { name: `Detach from ${group}` }).click();
  await expect(
    dialog.getByText(/View user list, View user details|View user details, View user list/),
  ).toBeVisible();
  await dialog
    .getByRole("button", { name: "Cancel" })
    .or(dialog.getByRole("link", { name: "Cancel" }))
    .click();
  await expect(panel.getByRole("link", { name: group })).toBeVisible();
  await panel.getByRole("button", { name: `Detach from ${group}` }).click();
  await dialog.getByRole("button", { name: "Detach" }).click();
  await expect(panel.getByText("No group has this policy.")).toBeVisible();
});

test("POL-28 PERM-68 POL-23 a group's own policy is edited here as in its Console tab; the last administrator is kept", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/policies?search=Customer+Admins`);
  await page.getByRole("link", { name: "Customer Admins", exact: true }).click();
  await expect(page.getByText(/This policy belongs to the group Customer Admins/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Attach to group" })).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Edit" }).click();
  await statement(page, 1).getByRole("checkbox", { name: "Archive user" }).uncheck();
  await page.getByRole("button", { name: "Update", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/(person|people) loses? Archive user at Acme Retail.*you/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(statement(page, 1).getByRole("checkbox", { name: "Archive user" })).not.toBeChecked();
  await statement(page, 1).getByRole("checkbox", { name: "Edit user" }).uncheck();
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText("update policy failed")).toBeVisible();
  await expect(
    page.getByText(/could edit users any more\. Please give the permissions "Edit user"/),
  ).toBeVisible();
});

test("POL-23 two people edit the same policy: the second is warned, and no input is lost", async ({
  page,
  signIn,
  unique,
  javaScriptEnabled,
}) => {
  const base = await signIn(people.customerAdmin);
  const details = await createPolicy(page, base, unique("Shared"), javaScriptEnabled !== false);
  const other = await page.context().newPage();
  for (const one of [page, other]) await one.goto(`${details}/edit`);
  await other.getByLabel("Description").fill("Theirs");
  await other.getByRole("button", { name: "Update", exact: true }).click();
  await expect(other.getByText("update policy success")).toBeVisible();
  await page.getByLabel("Description").fill("Mine");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText(/You changed this in another tab/)).toBeVisible();
  await expect(page.getByRole("row", { name: "Description Mine Theirs" })).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Mine");
  await expectAccessible(page, "two people's versions of an access policy");
  await page.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByText("update policy success")).toBeVisible();
  await expect(page.getByText("Mine", { exact: true })).toBeVisible();
});

test("POL-20 POL-21 POL-25 an unknown policy is not found; one that cannot be edited is shown as stored", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  for (const path of [
    "0d9f4c1e-7a52-4b7e-9a5c-0c0d6f2b1a11",
    "0d9f4c1e-7a52-4b7e-9a5c-0c0d6f2b1a11/edit",
    "a.b",
  ]) {
    const answer = await page.goto(`${base}/policies/${path}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByText("Sorry, the policy you visited does not exist.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Access policies" })).toBeVisible();
  }
  await page.goto(`${base}/policies?search=Platform+staff`);
  await expect(page.getByRole("cell", { name: "No", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Platform staff", exact: true }).click();
  await expect(page.getByRole("button", { name: "Edit" })).toBeDisabled();
  await expect(statement(page, 1).getByText("As stored")).toBeVisible();
  const details = new URL(page.url()).pathname;
  await page.goto(`${details}/edit`);
  await expect(page.getByRole("heading", { name: "Edit policy", level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Update" })).toBeDisabled();
  await expect(page.getByText("This policy cannot be changed.")).toBeVisible();
});

test("POL-01 POL-07 POL-21 USER-86 flags and rights: read-only people see no buttons, others find nothing", async ({
  page,
  signIn,
}) => {
  const admins = await signIn(people.customerAdmin);
  await page.goto(`${admins}/policies`);
  const path = await pathOf(page.getByRole("link", { name: "Recruiter", exact: true }));
  const base = await signIn(people.auditor);
  await page.goto(`${base}/policies`);
  await expect(page.getByRole("heading", { name: "Access policies", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create New" })).toHaveCount(0);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Policy details" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Edit" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Attach to group" })).toHaveCount(0);
  expect((await page.goto(`${base}/policies/create`))?.status()).toBe(403);
  expect((await page.goto(`${path}/edit`))?.status()).toBe(200);
  await expect(page.getByText("You can view this but not change it.")).toBeVisible();
  await signIn(people.recruiter);
  for (const closed of [`${base}/policies`, path, `${base}/policies/create`])
    expect((await page.goto(closed))?.status()).toBe(403);
});

/** Adds a department to a customer, or removes it, as a colleague. */
async function colleague(base: string) {
  const region = "ap-southeast-2";
  const customerId = base.split("/").at(-1);
  const client = new Client(process.env.API_ADDRESS ?? "");
  await client.call(loginMutation, { email: people.staff, password: demoPassword }, { region });
  const call = async (document: string, variables: object) => {
    const { data, error } = await client.call(document, { ...variables }, { region });
    expect(error).toBeUndefined();
    return data;
  };
  const root = async () => {
    const found = await call(
      "query ($filter: ORGHierarchyFilter!) { ORGGetRootHierarchy(filter: $filter) { _id organizationId edition { version } } }",
      { filter: { customerId } },
    );
    return rootAnswer.parse(found).ORGGetRootHierarchy;
  };
  const save = async (change: { _id: string; name: string; archivedAt?: string }) => {
    const { _id: parentId, organizationId, edition } = await root();
    const found = await call(
      "mutation ($hierarchies: [ORGHierarchyInput!]!, $version: Int!) { ORGUpdateHierarchies(hierarchies: $hierarchies, version: $version) { created { _id } } }",
      { hierarchies: [{ ...change, parentId, organizationId, customerId }], version: edition.version },
    );
    return savedAnswer.parse(found).ORGUpdateHierarchies.created[0]?._id ?? "";
  };
  return {
    add: (name: string) => save({ _id: `new-${name}`, name }),
    remove: (_id: string, name: string) => save({ _id, name, archivedAt: new Date().toISOString() }),
  };
}
const rootAnswer = z.object({
  ORGGetRootHierarchy: z.object({
    _id: z.string(),
    organizationId: z.string(),
    edition: z.object({ version: z.number() }),
  }),
});
const savedAnswer = z.object({
  ORGUpdateHierarchies: z.object({ created: z.array(z.object({ _id: z.string() })) }),
});

test("POL-41 a new rule with a removed department is refused next to the field, an old one shows which is gone", async ({
  page,
  signIn,
  unique,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const name = unique("Gone");
  const base = await newCustomer(page, await signIn(people.staff), name);
  const departmentsOf = await colleague(base);
  const [popUp, kiosk] = [await departmentsOf.add("Pop-up"), await departmentsOf.add("Kiosk")];
  // With scripts the root would be ticked once all its children are.
  await departmentsOf.add("Depot");
  await page.goto(`${base}/policies/create`);
  await page.getByLabel("Role name").fill("Pop-up readers");
  await chooseCustomer(page, 1, displayNameOf(name), scripts);
  await tick(page, 1, "Pop-up");
  await tick(page, 1, "View user list");
  await departmentsOf.remove(popUp, "Pop-up");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("create policy failed")).toBeVisible();
  await expect(page.getByText("Please untick it and select another one")).toBeVisible();
  await expect(statement(page, 1).getByRole("checkbox", { name: "Pop-up (removed)" })).toBeChecked();
  await expectAccessible(page, "a department that was removed");
  await statement(page, 1).getByRole("checkbox", { name: "Pop-up (removed)" }).uncheck();
  await tick(page, 1, "Kiosk");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("create policy success")).toBeVisible();

  await departmentsOf.remove(kiosk, "Kiosk");
  await page.reload();
  await expect(page.getByText(/Kiosk \(removed\)/).first()).toBeVisible();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await departments(page, 1).click();
  await expect(statement(page, 1).getByRole("checkbox", { name: "Kiosk (removed)" })).toBeChecked();
  // A department removed after the last save does not block saving.
  await page.getByLabel("Description").fill("Still there");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText("update policy success")).toBeVisible();
});
