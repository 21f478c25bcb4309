import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, people, settled, test } from "./support/test";

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
  if (!scripts) await card.getByRole("button", { name: "Apply template" }).click();
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

test("POL-08 POL-10 POL-15 POL-24 a policy is created, with errors next to the fields", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/policies`);
  for (const name of ["Role name", "Description", "Statements", "Groups", "Editable", "Updated"])
    await expect(page.getByRole("columnheader", { name })).toBeVisible();
  await expectAccessible(page, "access policies");
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
  await expect(page.getByRole("link", { name: "Go to the first error" })).toBeVisible();

  const name = unique("Seasonal recruiter");
  await page.getByLabel("Role name").fill(`  ${name}  `);
  await page.getByLabel("Description").fill("For the season");
  await chooseCustomer(page, 1, "Acme Retail", false);
  await useTemplate(page, 1, "Recruiter", false);
  await expect(statement(page, 1).getByRole("checkbox", { name: "Create vacancy" })).toBeChecked();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Please select at least one department").first()).toBeVisible();
  await tick(page, 1, "Acme Retail");
  await page.getByRole("button", { name: "Add statement" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("For the season");
  await expect(departments(page, 1)).toContainText("Acme Retail");
  await statement(page, 2).getByLabel("Effect").selectOption({ label: "Deny" });
  await chooseCustomer(page, 2, "Any", false);
  await tick(page, 2, "Archive vacancy");
  await statement(page, 2).getByRole("button", { name: "Show departments" }).click();
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
  await chooseCustomer(page, 2, "Acme Retail", false);
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

test("POL-21 POL-22 POL-23 a policy is edited, attached and detached, each after showing its effect @twice", async ({
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

test("POL-21 POL-25 a policy that cannot be edited is shown as stored", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
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
