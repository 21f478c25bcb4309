import type { Page } from "@playwright/test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoId } from "../../regional-api/seed/ids";
import { FaultProxy } from "../support/fault-proxy";
import { startConsole } from "../support/servers";
import { archivedAndRestored } from "./support/archivable";
import { button, columns, hasScripts, main, row } from "./support/kit";
import { basePathOf, expect, expectAccessible, fillSignIn, people, test } from "./support/test";

const storeRoles = demoId("workflow-set:acme-retail:0");
const graduates = demoId("workflow-set:acme-retail:1");
const storeTeam = "Store team – chat, then video";
const graduatesChat = "Graduates – chat only";

const option = (page: Page, number: number) =>
  page.getByRole("group", { name: `Workflow ${number}`, exact: true });
const displayName = (page: Page, number: number) => option(page, number).getByLabel("Display name");
const isDefault = (page: Page, number: number) =>
  option(page, number).locator(".badge").getByText("Default workflow", { exact: true });
/** At most 25 characters, unused by other tests. */
const short = (unique: string) => `Set ${demoId(unique).slice(0, 12)}`;

/** Selects a row's workflow; without scripts a button loads its details. */
async function pick(page: Page, number: number, name: string) {
  await option(page, number).getByRole("combobox", { name: "Workflow" }).selectOption({ label: name });
  const select = option(page, number).getByRole("button", { name: "Select" });
  if (await select.isVisible()) await select.click();
}

/** Creates a set of one workflow and ends on the list. */
async function createSet(page: Page, base: string, name: string) {
  await page.goto(`${base}/workflow-sets/create`);
  await page.getByLabel("Workflow Set Name").fill(name);
  await pick(page, 1, graduatesChat);
  await button(page, "Create").click();
  await expect(page.getByText(`${name} created successfully`)).toBeVisible();
  await expect(page).toHaveURL(`${base}/workflow-sets`);
}

test("WFS-01 WFS-04 WFS-05 two tabs, the list with rows that unfold, its address", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/groups/create`);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await menu.getByRole("link", { name: "Workflow Sets" }).click();
  await expect(page).toHaveURL(`${base}/workflow-sets`);
  await expect(menu.locator('[aria-current="page"]')).toHaveText("Workflow Sets");
  await expect(columns(page)).toContainText([
    "Workflow Set Name",
    "Workflow Set ID",
    "Workflows included",
    "Created",
    "Actions",
  ]);
  await page.goto(`${base}/workflow-sets?sort=name&order=desc&size=50`);
  await expect(page.getByRole("columnheader", { name: "Workflow Set Name" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  const set = row(page, "Graduates").filter({ hasText: graduates });
  await set.getByText("2 workflows").click();
  // Unfolding a row does not navigate.
  await expect(page).toHaveURL(/sort=name&order=desc&size=50$/);
  const included = set.getByRole("listitem");
  await expect(included.first()).toHaveText(
    `${graduatesChat} (${graduatesChat}) ${demoId("workflow:acme-retail:1")}`,
  );
  // WF-15: an archived workflow is marked.
  await expect(included.nth(1)).toContainText("Phone screen (old)");
  await expect(included.nth(1)).toContainText("Archived");
  await expectAccessible(page, "the list");

  const tabs = page.getByRole("navigation", { name: "Views" });
  await expect(tabs.getByRole("link")).toHaveText(["Workflow Sets", "Workflows"]);
  await tabs.getByRole("link", { name: "Workflows" }).click();
  await expect(page).toHaveURL(`${base}/workflow-sets/workflows`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Workflows");
  await expect(menu.locator('[aria-current="page"]')).toHaveText("Workflows");
  await tabs.getByRole("link", { name: "Workflow Sets" }).click();
  await row(page, "Store roles").getByRole("link", { name: "Store roles", exact: true }).click();
  await expect(page).toHaveURL(`${base}/workflow-sets/${storeRoles}`);
  await page.goto(`${base}/workflow-sets`);
  await row(page, "Store roles").getByRole("link", { name: "Edit Store roles" }).click();
  await expect(page).toHaveURL(`${base}/workflow-sets/${storeRoles}/edit`);
});

archivedAndRestored({
  rows: "WFS-06 WFS-08 WFS-12 WFS-14",
  ...{ person: people.staff, list: "workflow-sets" },
  create: createSet,
  nameOf: short,
  columns: ["Workflow Set Name", "Workflow Set ID", "Workflows included", "Created", "Actions"],
  archiveColumns: ["Workflow Set Name", "Archived"],
  sort: ["name", "Workflow Set Name"],
  ...{ back: "Workflow Sets", view: "View workflow sets" },
  notices: { archived: () => "workflow set(s) archived", restored: () => "workflow set(s) restored" },
});

test("WFS-17 WFS-23 WFS-28 a set is created: rows, selected workflows, the default @twice", async ({
  page,
  signIn,
  unique,
}) => {
  test.slow();
  const base = await signIn(people.staff);
  const name = short(unique("made"));
  await page.goto(`${base}/workflow-sets/create`);
  await expect(page.getByRole("heading", { level: 1, name: "Create a new workflow set" })).toBeVisible();
  if (hasScripts()) await expect(button(page, "Create")).toBeDisabled();
  else {
    await button(page, "Create").click();
    await expect(page.getByText("Please fix error to continue")).toBeVisible();
    await expect(page.getByText("Please select a workflow").first()).toBeVisible();
  }
  await page.getByLabel("Workflow Set Name").fill(name);
  await page.getByLabel("Description").fill("Made by a test.");
  await pick(page, 1, storeTeam);
  await expect(displayName(page, 1)).toHaveValue("English - en-GB");
  await expect(option(page, 1)).toContainText("English - en-GB");
  await expect(option(page, 1).locator("dd").nth(1)).toHaveText("2");
  await expect(isDefault(page, 1)).toBeVisible();

  await button(page, "Add another workflow").click();
  const offered = option(page, 2).getByRole("combobox", { name: "Workflow" }).locator("option");
  await expect(offered.filter({ hasText: graduatesChat })).toHaveCount(1);
  await expect(offered.filter({ hasText: storeTeam })).toHaveCount(0);
  await expect(page.getByLabel("Workflow Set Name")).toHaveValue(name);
  await pick(page, 2, graduatesChat);
  await expect(displayName(page, 2)).toHaveValue("English - en-GB");
  // Both are in English, so one of them gets another name.
  await displayName(page, 2).fill("  Graduates ");
  await displayName(page, 2).blur();
  if (hasScripts()) await expect(displayName(page, 2)).toHaveValue("Graduates");

  await option(page, 2).getByRole("button", { name: "Set as default workflow" }).click();
  await expect(isDefault(page, 2)).toBeVisible();
  await expect(isDefault(page, 1)).toHaveCount(0);
  await expect(page.getByLabel("Workflow Set Name")).toHaveValue(name);
  await expectAccessible(page, "the form");
  await option(page, 2).getByRole("button", { name: "Delete Workflow 2" }).click();
  await expect(option(page, 2)).toHaveCount(0);
  await expect(isDefault(page, 1)).toBeVisible();
  await button(page, "Add another workflow").click();
  await pick(page, 2, graduatesChat);
  await displayName(page, 2).fill("Graduates");
  await option(page, 2).getByRole("button", { name: "Set as default workflow" }).click();
  await expect(isDefault(page, 2)).toBeVisible();
  await button(page, "Create").click();
  await expect(page.getByText(`${name} created successfully`)).toBeVisible();
  await expect(page).toHaveURL(`${base}/workflow-sets`);
  await row(page, name).getByRole("link", { name, exact: true }).click();
  const panels = main(page).locator("details");
  await expect(panels.first().locator("summary")).toHaveText("English - en-GB");
  await expect(panels.nth(1).locator("summary")).toHaveText("GraduatesDefault");
});

test("WFS-19 a taken name is reported a second after typing, and one's own name is not @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/workflow-sets`);
  await row(page, graduates).getByRole("checkbox").check();
  await expect(button(page, "Create Copy")).toBeEnabled();
  await row(page, "Store roles").getByRole("checkbox").check();
  await expect(button(page, "Create Copy")).toBeDisabled();
  await page.goto(`${base}/workflow-sets/${storeRoles}/edit`);
  const name = page.getByLabel("Workflow Set Name");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("name-check")) requests.push(request.url());
  });
  await name.fill("christmas");
  await expect(page.getByText("Workflow set name already in use")).toBeVisible();
  await expect(button(page, "Save")).toBeDisabled();
  expect(requests).toHaveLength(1);
  await name.fill("STORE ROLES");
  await expect(page.getByText("Workflow set name already in use")).toHaveCount(0);
  await page.waitForTimeout(1_300);
  expect(requests).toHaveLength(1);
  await expect(button(page, "Save")).toBeEnabled();
});

test("WFS-19 GEN-22 a set whose save lost its answer can be saved again, although its own name is now taken @js", async ({
  page,
  unique,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  const folder = mkdtempSync(join(tmpdir(), "edge-console-set-"));
  const region = await FaultProxy.start(String(process.env.API_ADDRESS));
  const web = await startConsole(folder, { REGIONAL_API_URL: region.origin });
  try {
    await fillSignIn(page, people.staff, undefined, `${web.origin}/login`);
    await page.waitForURL(/\/region\//);
    const name = short(unique("lost answer"));
    await page.goto(`${web.origin}${basePathOf(page)}/workflow-sets/create`);
    await pick(page, 1, graduatesChat);
    await page.getByLabel("Workflow Set Name").fill(name);
    region.fail({ kind: "swallow" }, { operation: "AppsCreateWorkflowSet" });
    await button(page, "Create").click();
    await expect(page.getByText("We could not confirm the outcome")).toBeVisible();
    await region.heal();
    await page.waitForTimeout(1_300);
    await expect(page.getByText("Workflow set name already in use")).toHaveCount(0);
    await button(page, "Create").click();
    await expect(page.getByText(`${name} created successfully`)).toBeVisible();
    await expect(row(page, name)).toHaveCount(1);
  } finally {
    await page.close();
    await web.end("SIGTERM");
    await region.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("WFS-37 WFS-41 WFS-42 WFS-43 WFS-44 WFS-51 a set is copied, read and changed", async ({
  page,
  signIn,
  unique,
}) => {
  test.slow();
  const base = await signIn(people.staff);
  const list = `${base}/workflow-sets`;
  const name = short(unique("copied"));
  await page.goto(list);
  await row(page, graduates).getByRole("checkbox").check();
  await button(page, "Create Copy").click();
  await expect(page).toHaveURL(`${list}/create?copyWorkflowSetId=${graduates}`);
  // Not the cell with the same name in the list that is being left.
  await expect(page.getByLabel("Workflow Set Name", { exact: true })).toHaveValue("");
  // The second workflow of that set is archived.
  await expect(option(page, 2)).toHaveCount(0);
  await expect(displayName(page, 1)).toHaveValue(graduatesChat);
  await page.getByLabel("Workflow Set Name").fill(name);
  await button(page, "Create").click();
  await expect(page.getByText(`${name} created successfully`)).toBeVisible();

  await row(page, name).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Workflow set details" })).toBeVisible();
  const detail = page.url();
  const facts = main(page).locator("dl").first();
  for (const text of ["Acme Retail", "Number of workflows1", "Description-"])
    await expect(facts).toContainText(text);
  const panel = main(page).locator("details");
  await expect(panel.locator("summary")).toHaveText(`${graduatesChat}Default`);
  await panel.locator("summary").click();
  for (const text of ["Customer", "Acme Retail", "Stages1", "Created", "Archived-", "Description-"])
    await expect(panel).toContainText(text);
  await expectAccessible(page, "the detail");

  await page.getByRole("link", { name: "Duplicate" }).click();
  await expect(page).toHaveURL(/create\?copyWorkflowSetId=[0-9a-f]{24}$/);
  await page.goto(detail);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit workflow set" })).toBeVisible();
  await page.getByLabel("Description").fill("Changed.");
  const cancel = main(page).getByRole("link", { name: "Cancel" });
  await expect(cancel).toHaveAttribute("href", new URL(detail).pathname);
  await button(page, "Save").click();
  await expect(page.getByText(`${name} updated successfully`)).toBeVisible();
  await expect(page).toHaveURL(detail);
  await expect(facts).toContainText("Changed.");
});
