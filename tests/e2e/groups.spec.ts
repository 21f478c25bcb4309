import type { Page } from "@playwright/test";
import { randomUUID } from "node:crypto";
import { demoCustomers, demoGroups } from "../../regional-api/seed/ids";
import { Client, loginMutation } from "../contract/fixtures/client";
import { documentOf } from "../contract/fixtures/operations";
import { wholeArea } from "./support/archivable";
import { main } from "./support/kit";
import {
  demoPassword,
  expect,
  expectAccessible,
  expectNoOverflow,
  people,
  settled,
  test,
} from "./support/test";

const createGroup = async (page: Page, base: string, name: string) => {
  await page.goto(`${base}/groups/create`);
  await expect(page.getByText("You are creating a group within Acme Retail")).toBeVisible();
  await page.getByLabel("Group name").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("User group created.")).toBeVisible();
};

const permissionsOf = async (page: Page, base: string, name: string) => {
  await page.goto(`${base}/groups`);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("link", { name: "Permissions (Console)" }).click();
  await expect(page.getByRole("heading", { name: "Basic" })).toBeVisible();
};

wholeArea({
  rows: {
    made: "GRP-01 GRP-03 GRP-06 GRP-19 GRP-20 GRP-21 GRP-22 GRP-28 GRP-30 GRP-31 GRP-32 GRP-38 GRP-40",
    archived: "GRP-04 GRP-05 ORG-40 GRP-15 GRP-16 ORG-40 GRP-34 GRP-37",
  },
  ...{ person: people.customerAdmin, list: "groups", entry: "Groups", one: "group" },
  headings: ["Create a new user group", "Group details"],
  missing: ["Please enter group name"],
  fill: (page, name) => page.getByLabel("Group name").fill(name),
  change: (page) => page.getByLabel("Group Description").fill("Who buys"),
  shown: ["Who buys"],
  notices: { created: "User group created.", updated: "User group updated successfully." },
  columns: ["Group Name", "Created", "Users"],
  sort: ["name", "Group Name"],
  ...{ id: demoGroups.retailRecruiters.id, says: "Recruiters" },
  reader: [people.auditor, "USER-86"],
  checkWhileArchived: async (page, _base, name) => {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(main(page).getByRole("button", { name: "Edit" })).toBeDisabled();
    const back = main(page).getByRole("link", { name: "Archive", exact: true });
    await expect(back).toHaveAttribute("href", /\/groups\/archive$/);
    await page.getByRole("link", { name: "Users", exact: true }).last().click();
    await expect(page.getByRole("button", { name: "Add user" })).toBeDisabled();
    await expect(page.getByRole("button", { name: "Remove" })).toBeDisabled();
    await page.getByRole("link", { name: "Permissions (Console)" }).click();
    await expect(page.getByRole("button", { name: "Update" })).toBeDisabled();
    await expect(main(page).getByRole("button", { name: "Restore" })).toBeEnabled();
  },
});

test("PERM-01 PERM-31 permissions are chosen and saved", async ({ page, signIn, unique }) => {
  const base = await signIn(people.customerAdmin);
  const name = unique("Hirers");
  await createGroup(page, base, name);
  await permissionsOf(page, base, name);
  await expect(page.getByRole("navigation", { name: "Group details" }).getByRole("link")).toHaveText([
    "Overview",
    "Users",
    "Permissions (Console)",
    "Permissions (Talent Hub)",
  ]);
  await page.getByLabel("Role template").first().selectOption("Recruiter");
  await page.getByRole("button", { name: "Apply template" }).click();
  const create = page.getByRole("checkbox", { name: "Create vacancy" }).first();
  await expect(create).toBeChecked();
  await create.uncheck();
  await page.getByRole("button", { name: "Add Advanced Rule" }).click();
  await expect(page.getByRole("heading", { name: "Advanced Rule 1" })).toBeVisible();
  await expect(create).not.toBeChecked();
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("update policy failed")).toBeVisible();
  await expect(page.getByText("Please select one customer").first()).toBeVisible();
  await expect(page.getByText("Please select at least one action").first()).toBeVisible();
  await page.getByRole("button", { name: "Remove Advanced Rule 1" }).click();
  await page.getByRole("button", { name: "Update" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^This group has no active members/)).toBeVisible();
  await expect(dialog.getByText(/Archive vacancy/)).toBeVisible();
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("update policy success")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Archive vacancy" })).toBeChecked();
  await expect(create).not.toBeChecked();
  await page.getByRole("link", { name: "Permissions (Talent Hub)" }).click();
  await expect(page.getByRole("checkbox", { name: "Archive vacancy" })).not.toBeChecked();
});

test("GEN-100 PERM-30 choices survive a link to the same page @js", async ({ page, signIn, unique }) => {
  const base = await signIn(people.customerAdmin);
  const name = unique("Kept");
  await createGroup(page, base, name);
  await permissionsOf(page, base, name);
  await page.getByLabel("Role template").first().selectOption("Recruiter");
  const create = page.getByRole("checkbox", { name: "Create vacancy" }).first();
  await expect(create).toBeChecked();
  await page.getByRole("checkbox", { name: "Archive vacancy" }).first().uncheck();
  // A section shows a partial choice, and ticks its actions.
  const section = page.getByRole("checkbox", { name: "Vacancy & Application Management" }).first();
  expect(await section.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  const users = page.getByRole("checkbox", { name: "User Management" }).first();
  await users.check();
  await expect(page.getByRole("checkbox", { name: "View user list" }).first()).toBeChecked();
  await users.uncheck();
  await expectAccessible(page, "permissions");
  const tab = page.getByRole("link", { name: "Permissions (Console)" });
  await tab.click();
  await settled(page);
  await expect(create).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Archive vacancy" }).first()).not.toBeChecked();
  const away = page.getByRole("link", { name: "Overview" });
  await away.click();
  const question = page.getByRole("dialog", { name: "Unsaved changes" });
  await question.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("update policy success")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Archive vacancy" }).first()).not.toBeChecked();
  await away.click();
  await expect(page).not.toHaveURL(/tab=/);
});

test("PERM-84 a change that takes rights away asks first @twice", async ({ page, signIn, unique }) => {
  const base = await signIn(people.customerAdmin);
  const name = unique("Waiting");
  const client = new Client(process.env.API_ADDRESS ?? "");
  const region = "ap-southeast-2";
  await client.call(loginMutation, { email: people.customerAdmin, password: demoPassword }, { region });
  const call = async (operation: string, variables: object) => {
    const { data, error, message } = await client.call(documentOf(operation), { ...variables }, { region });
    expect(error, message).toBeUndefined();
    return data;
  };
  const { id: customerId, organizationId, rootHierarchyId: hierarchyId } = demoCustomers.acmeRetail;
  const id = randomUUID();
  // Uses a separate user: a person who denies themselves a right cannot undo it.
  const email = `${id.slice(0, 8)}@test.example`;
  const groupIds = [demoGroups.retailRecruiters.id];
  const user = { firstName: "Wanda", lastName: "Waiting", email, groupIds };
  await call("ORGCreateEndUser", { user: { ...user, customerId, organizationId, hierarchyId } });
  const actions = ["ti:access"];
  const own = await call("ORGGetGroupPolicy", { filter: { groupId: demoGroups.retailCustomerAdmins.id } });
  const { statements } = own["ORGGetGroupPolicy"] as {
    statements: { actions: string[]; resources: string[] }[];
  };
  const resources = statements.find((one) => one.actions.includes("ti:access"))?.resources ?? [];
  const denying = { effect: "Deny", actions, resources };
  const addPolicyDto = { id, name, statements: [denying] };
  await call("CommonCreatePolicy", { addPolicyDto, customerId });
  const made = await call("ORGCreateGroup", { name, customerId, hierarchyId, organizationId });
  const groupId = (made["ORGCreateGroup"] as { _id: string })._id;
  await call("ORGGroupSetPolicies", { groupId, policyIds: [id], version: 0 });

  const dialog = page.getByRole("dialog");
  const takes = dialog.getByText("1 person loses Access to Talent Insights at Acme Retail.");
  const confirm = async (button: string) => {
    await expect(takes).toBeVisible();
    await dialog.getByRole("button", { name: button, exact: true }).click();
  };
  await page.goto(`${base}/groups/${groupId}/users/add?find=${email}`);
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Add user" }).click();
  await confirm("Add user");
  await expect(page.getByText("User added to group.")).toBeVisible();
  await main(page).getByRole("checkbox").last().check();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await confirm("Add user");
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  await main(page).getByRole("button", { name: "Archive", exact: true }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await confirm("Restore");
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  await call("ORGArchiveGroups", { groupIds: [groupId] });
  await page.goto(`${base}/groups/archive?search=${name}`);
  await main(page).getByRole("checkbox").last().check();
  await main(page).getByRole("button", { name: "Restore" }).click();
  await confirm("Restore");
  await expect(page.getByText("1 group has been restored.")).toBeVisible();
  await call("ORGGroupSetPolicies", { groupId, policyIds: [], version: 1 });
});

test("PERM-26 GRP-36 USER-86 a locked policy is read-only, an unknown group is not found, and groups need the right", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await permissionsOf(page, base, "Platform staff");
  await expect(page.getByText("This policy allows everything.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Update" })).toBeDisabled();
  for (const path of ["", "/edit"]) {
    const answer = await page.goto(`${base}/groups/${"0".repeat(24)}${path}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByText("Sorry, the group you visited does not exist.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Groups" })).toBeVisible();
  }
  await signIn(people.auditor);
  await permissionsOf(page, base, "Recruiters");
  await expect(page.getByRole("button", { name: "Update" })).toBeDisabled();
  await signIn(people.recruiter);
  expect((await page.goto(`${base}/groups`))?.status()).toBe(403);
});

test("GEN-98 PERM-42 buttons and templates of a permission tab keep the focus @js", async ({
  page,
  signIn,
}) => {
  await permissionsOf(page, await signIn(people.staff), "Recruiters");
  const rules = page.getByRole("region", { name: /^Advanced Rule \d/ });
  const add = page.getByRole("button", { name: "Add Advanced Rule" });
  for (const count of [1, 2]) {
    await add.press("Enter");
    await expect(rules).toHaveCount(count);
    await expect(add).toBeFocused();
  }
  const remove = (number: number) =>
    rules
      .nth(number - 1)
      .getByRole("button", { name: "Remove" })
      .first();
  await remove(2).press("Enter");
  await expect(rules).toHaveCount(1);
  await expect(remove(1)).toBeFocused();
  await remove(1).press("Enter");
  await expect(rules).toHaveCount(0);
  await expect(page.locator("form [role=status]:focus")).toHaveCount(1);

  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  const template = page.getByLabel("Role template").first();
  const before = await template.inputValue();
  await template.focus();
  await page.keyboard.press("ArrowDown");
  await expect(template).not.toHaveValue(before);
  await page.waitForTimeout(300);
  expect(posts).toEqual([]);
  const chosen = await template.inputValue();
  await page.getByRole("button", { name: "Apply template" }).first().click();
  await settled(page);
  await expect(template).toHaveValue(chosen);
  await expect.poll(() => posts).toHaveLength(1);
});

test("GRP-43 GRP-44 GRP-47 people are added to a group and removed", async ({ page, signIn, unique }) => {
  const base = await signIn(people.customerAdmin);
  const name = unique("Comers");
  await page.goto(`${base}/groups/create`);
  await page.getByLabel("Group name").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("navigation", { name: "Group details" }).getByRole("link", { name: "Users" }).click();
  await expect(page.getByText("This group has no users yet.")).toBeVisible();
  await page.getByRole("link", { name: "Add user" }).click();
  const dialog = page.getByRole("dialog", { name: "Add user to group" });
  const search = dialog.getByPlaceholder("Search by name or email address");
  const add = dialog.getByRole("button", { name: "Add user" });
  const find = async (text: string) => {
    await search.fill(text);
    await dialog.getByRole("button", { name: "Search" }).click();
  };
  await find("recruiter@acme");
  await dialog.getByRole("checkbox", { name: /Rowan Recruiter/ }).check();
  await find("manager@acme");
  const manager = dialog.getByRole("checkbox", { name: /Maria O'Manager/ });
  await expect(manager).toBeVisible();
  // The earlier selection stays.
  await expect(dialog.getByRole("checkbox", { name: /Rowan Recruiter/ })).toBeChecked();
  await manager.check();
  await expect(dialog.getByRole("checkbox")).toHaveCount(2);
  await expectAccessible(page, "add user");
  await add.click();
  await expect(page.getByText("User added to group.")).toBeVisible();
  const row = (who: string) => page.getByRole("row", { name: new RegExp(who) });
  await expect(row("Rowan Recruiter")).toContainText("recruiter@acme.example");
  await expect(row("Maria O'Manager")).toBeVisible();

  const remove = page.getByRole("button", { name: "Remove" });
  await row("Maria O'Manager").getByRole("checkbox").check();
  await remove.click();
  await expect(page.getByText("User removed from group.")).toBeVisible();
  await expect(row("Maria O'Manager")).toHaveCount(0);
  await page.getByPlaceholder("Search user in this group").fill("nobody is called so");
  await page.getByRole("button", { name: "Search" }).last().click();
  await expect(page.getByText("No results found. Try removing some filters.")).toBeVisible();
  await page.getByRole("link", { name: "Clear all filters" }).click();
  await expect(row("Rowan Recruiter")).toBeVisible();
  await expectAccessible(page, "users of a group");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "users of a group at 360 px");
});

test("GRP-46 people ticked while a search is pending stay selected @js", async ({ page, signIn }) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/groups`);
  await page.getByRole("link", { name: "Auditors", exact: true }).click();
  await page.getByRole("navigation", { name: "Group details" }).getByRole("link", { name: "Users" }).click();
  await page.getByRole("link", { name: "Add user" }).click();
  const dialog = page.getByRole("dialog", { name: "Add user to group" });
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/users\/add\.data\?find=/, (route) => held.then(() => route.continue()), { times: 1 });
  const request = page.waitForRequest(/users\/add\.data\?find=/);
  const search = dialog.getByPlaceholder("Search by name or email address");
  await expect(search).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Add user" })).toBeDisabled();
  await search.fill("recruiter@acme");
  await request;
  const box = dialog.locator('input[name="userIds"]:not(:disabled)').first();
  const id = await box.getAttribute("value");
  await box.check();
  answer();
  await expect(dialog.getByRole("checkbox", { name: /Rowan Recruiter/ })).toBeVisible();
  await expect(dialog.locator("fieldset[aria-busy]")).toHaveCount(0);
  await expect(dialog.locator(`input[value="${id}"]`)).toBeChecked();
  await expect(dialog.getByRole("checkbox")).toHaveCount(2);
});

test("PERM-02 PERM-14..16 PERM-19 PERM-24 rules for other customers are made @twice", async ({
  page,
  signIn,
  unique,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const base = await signIn(people.staff);
  const name = unique("Helpers");
  await createGroup(page, base, name);
  await permissionsOf(page, base, name);
  const basic = page.locator("section", { has: page.getByRole("heading", { name: "Basic" }) });
  // The group's own customer, its root selected and the departments unfolded.
  await expect(basic.locator("output")).toHaveText("Acme Retail");
  const unfold = basic.locator("summary");
  await expect(unfold).toHaveText(/Departments\s*Acme Retail/);
  await unfold.click();
  await expect(basic.getByRole("checkbox", { name: "Bondi" })).toBeChecked();
  const template = basic.getByLabel("Role template");
  await expect(template).toHaveValue("");

  await page.getByRole("button", { name: "Add Advanced Rule" }).click();
  await page.getByRole("button", { name: "Add Advanced Rule" }).click();
  await page.getByRole("button", { name: "Remove Advanced Rule 1" }).click();
  await expect(page.getByRole("heading", { name: /^Advanced Rule/ })).toHaveText(["Advanced Rule 1"]);
  const rule = page
    .locator("section", { has: page.getByRole("heading", { name: "Advanced Rule 1" }) })
    .last();
  const customer = rule.getByLabel("Customer", { exact: true });
  const names = (await customer.first().locator("option").allTextContents()).slice(1);
  expect(names[0]).toBe("Any");
  expect(names).toContain("Initech");
  const choose = async (label: string) => {
    await settled(page);
    await customer.first().selectOption(label);
    if (!hasScripts) await rule.getByRole("button", { name: "Show departments" }).first().click();
  };
  const chooseTemplate = async (label: string) => {
    await settled(page);
    await rule.getByLabel("Role template").selectOption(label);
    if (!hasScripts) await rule.getByRole("button", { name: "Apply template" }).click();
  };

  // Any customer implies any department, and excludes further customers.
  await choose("Any");
  await expect(rule.getByText(/Departments:\s*Any/)).toBeVisible();
  await expect(rule.getByRole("button", { name: "Add customer" })).toBeDisabled();
  await rule.getByRole("button", { name: "Remove customer 1" }).click();
  await expect(page.getByText("You must select at least one department in Advanced Rule 1.")).toBeVisible();

  // A customer in another region with its own departments; the previous customer's are cleared.
  await choose("Initech");
  await expect(rule.locator("summary")).toHaveText(/Departments\s*None chosen/);
  await chooseTemplate("Hiring Manager");
  await expect(rule.getByLabel("Role template")).toHaveValue("ph-role-hiring-manager");
  await expect(rule.getByRole("checkbox", { name: "Access to Talent Insights" })).toBeChecked();

  // Errors show at their field, with a link to the first.
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("update policy failed")).toBeVisible();
  await expect(rule.getByText("Please select at least one department")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to the first error" })).toHaveAttribute(
    "href",
    "#department.1.0.error",
  );
  await rule.getByRole("checkbox", { name: "Engineering" }).check();
  await rule.getByRole("checkbox", { name: "Access to Talent Insights" }).uncheck();
  await page.getByRole("button", { name: "Update" }).click();
  const question = page.getByRole("dialog");
  await expect(question.getByText(/Engineering \(Initech\)/).first()).toBeVisible();
  await question.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("update policy success")).toBeVisible();
  // The child departments were included, so the branch shows as one. No template matches these actions.
  await expect(rule.locator("summary")).toHaveText(/Departments\s*Engineering/);
  await rule.locator("summary").click();
  await expect(rule.getByRole("checkbox", { name: "Platform" })).toBeChecked();
  await expect(rule.getByRole("checkbox", { name: "Sales" })).not.toBeChecked();
  await expect(rule.getByLabel("Role template")).toHaveValue("");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "an advanced rule at 360 px");
});

test("GRP-65 GRP-66 two groups are compared side by side, from the list and from a group", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/groups`);
  const tick = (name: string) => page.getByRole("checkbox", { name, exact: true }).check();
  await tick("Recruiters");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByText("Please select two groups")).toBeVisible();
  await tick("Recruiters");
  await tick("Hiring Managers");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const table = page.getByRole("table", { name: "Permissions of both groups" });
  const line = (name: string) => table.getByRole("row").filter({ hasText: name });
  await expect(line("Create vacancy")).toContainText(
    /Create vacancy\s*(Allowed\s*Not given|Not given\s*Allowed)/,
  );
  await expect(line("View vacancy list")).toHaveCount(0);
  await expect(main(page)).toContainText("None only in Hiring Managers. 7 actions only in Recruiters.");
  await expectAccessible(page, "the comparison");
  await page.getByRole("link", { name: "Everything" }).click();
  await expect(line("View vacancy list")).toContainText("Allowed");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "the comparison at 360 px");

  await page.goto(`${base}/groups`);
  await page.getByRole("link", { name: "Recruiters", exact: true }).click();
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await page.getByLabel("Second group").selectOption({ label: "Recruiters" });
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByText("Please choose two different groups")).toBeVisible();
});
