import type { Page } from "@playwright/test";
import { expectAccessible, hasScripts, newCustomer } from "./support/settings";
import { expect, openFilter, people, test } from "./support/test";

const save = (page: Page) => page.getByRole("main").getByRole("button", { name: "Save" });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Selects a system on the create page, by script or with its button. */
async function chooseAts(page: Page, base: string, name: string) {
  await page.goto(`${base}/settings/ats-tenants/create`);
  await field(page, "Select ATS").selectOption({ label: name });
  // Scripts follow the selection without a button (TEN-12).
  const proceed = page.getByRole("button", { name: "Continue" });
  if (hasScripts()) await expect(proceed).toHaveCount(0);
  else await proceed.click();
  await expect(page).toHaveURL(/templateId=/);
  await expect(save(page)).toBeVisible();
}

async function setUpGreenfield(page: Page, base: string) {
  await chooseAts(page, base, "Greenfield HR — Größe & Co.");
  await field(page, "Tenant Id").fill(" green-1 ");
  await field(page, "Customer name").fill("Green");
  await field(page, "User name").fill("robot");
  await field(page, "Password").fill("first-secret");
  await save(page).click();
  await expect(page.getByText("ATS configuration has been set up successfully")).toBeVisible();
  await expect(page).toHaveURL(`${base}/settings/ats-tenants`);
}

test("TEN-05 TEN-10 TEN-12 TEN-28 TEN-06 an ATS is set up, listed and opened again", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("ATS"));
  await page.goto(`${base}/settings/ats-tenants`);
  await expectAccessible(page, "no tenants");
  await page.getByRole("link", { name: "Set up new ATS configuration" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(field(page, "Select ATS")).toHaveAccessibleDescription("Please select one ats template");
  await expectAccessible(page, "choosing an ATS");
  await setUpGreenfield(page, base);

  await expect(page.getByRole("columnheader")).toContainText([
    "ATS Name",
    "Tenant Id",
    "Customer Name",
    "Created",
    "Updated",
  ]);
  const row = page.getByRole("row").filter({ hasText: "Greenfield HR" });
  await expect(row).toContainText("green-1");
  await expect(row.getByText("Greenfield HR", { exact: true })).toHaveAttribute("title", "GREENFIELD_HR");
  await row.getByRole("link", { name: "Greenfield HR" }).click();
  await expect(page.getByRole("heading", { name: "Edit ATS configuration" })).toBeVisible();
  await expect(field(page, "Select ATS")).toHaveAttribute("readonly", "");
  await expect(field(page, "Tenant Id")).toHaveValue("green-1");
  await expect(field(page, "Interview links expire after")).toHaveValue("14");
  await expectAccessible(page, "edit");

  // Selecting the same system again loads its existing configuration (TEN-25).
  await chooseAts(page, base, "Greenfield HR — Größe & Co.");
  await expect(field(page, "Tenant Id")).toHaveValue("green-1");
  await field(page, "Tenant Id").fill("green-2");
  await save(page).click();
  await expect(page.getByRole("row").filter({ hasText: "green-2" })).toHaveCount(1);
});

test("TEN-14 TEN-18 SHELL-95 the status mapping grows, shrinks and is checked @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Mapping"));
  await chooseAts(page, base, "People Flow");
  const rows = page.getByRole("group", { name: "Application statuses", exact: true });
  const ats = rows.getByLabel("ATS status");
  const product = rows.getByLabel("Status", { exact: true });
  await expect(ats).toHaveCount(3);
  await expect(product.first().getByRole("option")).toHaveCount(9);
  // A read-only item is shown and cannot be changed (TEN-15); numbers have their unit (TEN-17).
  await expect(field(page, "API address")).toHaveAttribute("readonly", "");
  await expect(page.getByText("Days")).toBeVisible();

  await field(page, "Tenant Id").fill("flow-1");
  await field(page, "Customer name").fill("Flow");
  await rows.getByRole("button", { name: "Add status" }).click();
  await expect(ats).toHaveCount(4);
  await expect(field(page, "Tenant Id")).toHaveValue("flow-1");
  await field(page, "Send the link again after").fill("1.5");
  await save(page).click();
  await expect(ats.nth(3)).toHaveAccessibleDescription("You must map each status before continuing");
  await expect(product.nth(3)).toHaveAccessibleDescription("Missing Sapia Status");
  await expect(field(page, "Send the link again after")).toHaveAccessibleDescription(
    /You can only enter whole numbers greater than 0/,
  );
  await expect(page).toHaveTitle(/^Error: /);
  await expectAccessible(page, "with errors");

  await field(page, "Send the link again after").fill("5");
  await ats.nth(3).fill("Signed");
  await product.nth(3).selectOption({ label: "Hired" });
  await rows.getByRole("button", { name: "Remove Application statuses 2" }).click();
  await expect(ats).toHaveCount(3);
  await expect(ats.nth(1)).toHaveValue("Rejected");
  await save(page).click();
  await expect(page.getByText("ATS configuration has been set up successfully")).toBeVisible();
  await page.getByRole("link", { name: "People Flow" }).click();
  await expect(ats).toHaveCount(3);
  await expect(ats.nth(2)).toHaveValue("Signed");
  await expect(product.nth(2)).toHaveValue("APPS_APPLICATION_HIRED");
  await expect(field(page, "Send the link again after")).toHaveValue("5");
  await expect(field(page, "API address")).toHaveValue("https://api.peopleflow.example/v2");
});

test("TEN-07 TEN-08 SHELL-29 archiving asks, and removes the tenant from the list and the ATS filter", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Archive ATS"));
  await setUpGreenfield(page, base);
  const archive = page.getByRole("button", { name: "Archive", exact: true });
  await archive.click();
  await expect(page.getByText("Please select at least one item.")).toBeVisible();
  await page.getByRole("checkbox", { name: "Greenfield HR" }).check();
  await archive.click();
  const dialog = page.getByRole("dialog", { name: "Archive 1 ATS tenant(s)?" });
  await expectAccessible(page, "question");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "Greenfield HR" })).toHaveCount(1);
  await expect(page.getByRole("checkbox", { name: "Greenfield HR" })).toBeChecked();
  await archive.click();
  await dialog.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("ATS tenant(s) archived.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Greenfield HR" })).toHaveCount(0);
  await page.goto(`${base}/ats-requests`);
  await openFilter(page, "AtsName");
  await expect(page.locator("input[name=atsName]")).toHaveCount(0);
});
