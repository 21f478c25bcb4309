import type { Page } from "@playwright/test";
import { expectAccessible, hasScripts, newCustomer, withAnother } from "./support/settings";
import { expect, expectNoOverflow, openFilter, people, test } from "./support/test";

const save = (page: Page) => page.getByRole("main").getByRole("button", { name: "Save" });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const flag = (page: Page) => page.getByRole("radiogroup", { name: "Flag", exact: true });
const byProduct = (page: Page) => page.getByRole("radiogroup", { name: /^Vacancy by product/ });
const pairs = (page: Page) =>
  page.getByRole("group", { name: "Workflows for flagged candidates", exact: true });

/** Selects a system on the create page, by script or with its button. */
async function chooseAts(page: Page, base: string, name: string) {
  await page.goto(`${base}/settings/ats-tenants/create`);
  await field(page, "Select ATS").selectOption({ label: name });
  if (!hasScripts()) await page.getByRole("button", { name: "Continue" }).click();
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

test("TEN-02 TEN-05 TEN-10 TEN-12 TEN-13 TEN-25 TEN-28 TEN-06 set up, list, open again", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("ATS"));
  await page.goto(`${base}/settings/ats-tenants`);
  await expectAccessible(page, "no tenants");
  await page.getByRole("link", { name: "Set up new ATS configuration" }).click();
  // Scripts follow the selection without a button (TEN-12).
  const proceed = page.getByRole("button", { name: "Continue" });
  if (hasScripts()) {
    await expect(proceed).toHaveCount(0);
    await page.goto(`${base}/settings/ats-tenants/create?templateId=`);
  } else await proceed.click();
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
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("TEN-16 TEN-24 secrets are never sent back to the browser, and survive added rows and later saves @browser", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Secrets"));
  const bodies: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/ats-tenants"))
      response.text().then(
        (text) => bodies.push(text),
        () => {},
      );
  });
  await chooseAts(page, base, "Greenfield HR — Größe & Co.");
  await field(page, "Tenant Id").fill("green-1");
  await field(page, "Customer name").fill("Green");
  await field(page, "User name").fill("robot-user");
  await field(page, "Password").fill("hunter2-secret");
  await expect(field(page, "Password")).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Add to Sources" }).click();
  if (hasScripts()) await expect(field(page, "Sources 3")).toBeFocused();
  else await expect(field(page, "Password")).toHaveValue("");
  await field(page, "Sources 3").fill("Fair");
  await save(page).click();
  await expect(page.getByText("ATS configuration has been set up successfully")).toBeVisible();

  await page.getByRole("link", { name: "Greenfield HR" }).click();
  await expect(field(page, "Sources 3")).toHaveValue("Fair");
  await expect(field(page, "Password")).toHaveValue("");
  await expect(field(page, "Password")).toHaveAccessibleDescription(
    "A value is saved. Leave empty to keep it.",
  );
  // Saved with the secret unchanged: it is still stored.
  await save(page).click();
  await expect(page.getByText("ATS configuration has been set up successfully")).toBeVisible();
  await page.getByRole("link", { name: "Greenfield HR" }).click();
  await expect(field(page, "User name")).toHaveAccessibleDescription(
    "A value is saved. Leave empty to keep it.",
  );
  expect(bodies.length).toBeGreaterThan(3);
  expect(bodies.filter((text) => text.includes("hunter2-secret") || text.includes("robot-user"))).toEqual([]);
});

test("TEN-14 TEN-18 TEN-19 TEN-20 TEN-24 SHELL-95 the status mapping grows, shrinks and is checked", async ({
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
  await expect(product.first().getByRole("option")).toHaveText([
    "Please select",
    "New",
    "Longlisted",
    "Shortlisted",
    "Interview",
    "Declined",
    "Offered",
    "Hired",
    "Withdrawn",
  ]);
  // A read-only item is shown and cannot be changed (TEN-15); numbers have their unit (TEN-17).
  await expect(field(page, "API address")).toHaveAttribute("readonly", "");
  await expect(page.getByText("Days")).toBeVisible();

  await field(page, "Tenant Id").fill("flow-1");
  await field(page, "Customer name").fill("Flow");
  await rows.getByRole("button", { name: "Add to Application statuses" }).click();
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
  await ats.nth(3).fill("__proto__");
  await save(page).click();
  await expect(ats.nth(3)).toHaveAccessibleDescription("This name cannot be used for an ATS status");
  await ats.nth(3).fill(" Applied ");
  await product.nth(3).selectOption({ label: "Hired" });
  await save(page).click();
  await expect(ats.nth(3)).toHaveAccessibleDescription("Each ATS status can be mapped only once");

  await rows.getByRole("button", { name: "Remove Application statuses 2" }).click();
  await expect(ats).toHaveCount(3);
  await expect(ats.nth(1)).toHaveValue("Rejected");
  await ats.nth(2).fill("Signed");
  await save(page).click();
  await expect(page.getByText("ATS configuration has been set up successfully")).toBeVisible();
  await page.getByRole("link", { name: "People Flow" }).click();
  await expect(ats).toHaveCount(3);
  await expect(ats.nth(2)).toHaveValue("Signed");
  await expect(product.nth(2)).toHaveValue("APPS_APPLICATION_HIRED");
  await expect(field(page, "Send the link again after")).toHaveValue("5");
  await expect(field(page, "API address")).toHaveValue("https://api.peopleflow.example/v2");
});

test("TEN-21 TEN-22 TEN-27 flags need vacancy by product and valid workflows, and are cleared when off", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Flags"));
  await chooseAts(page, base, "Talent Bridge");
  await field(page, "Tenant Id").fill("bridge");
  await field(page, "Customer name").fill("Bridge");
  await flag(page).getByLabel("Yes").check();
  await byProduct(page).getByLabel("No").check();
  await pairs(page).getByRole("button", { name: /^Add/ }).click();
  await pairs(page).getByLabel("Normal workflow ID").fill("short");
  await save(page).click();
  const oops = "Oops! The vacancy by product must be enabled when the flag is enabled";
  await expect(page.getByRole("link", { name: oops })).toBeVisible();
  await expect(pairs(page).getByLabel("Normal workflow ID")).toHaveAccessibleDescription(
    "Please enter a valid workflow ID",
  );
  await expect(pairs(page).getByLabel("Indigenous workflow")).toHaveAccessibleDescription(
    "Please select a workflow",
  );

  // Ids are hex in either case; the lists of a disabled switch are hidden, not removed.
  if (hasScripts()) {
    await flag(page).getByLabel("No").check();
    await expect(pairs(page)).toBeHidden();
    await expect(page.getByText("Used only while Flag is Yes.").first()).toBeVisible();
    await flag(page).getByLabel("Yes").check();
    await expect(pairs(page).getByLabel("Normal workflow ID")).toHaveValue("short");
  }
  await expect(page.getByText(/Used only while Flag is Yes/).first()).toBeAttached();
  await flag(page).getByLabel("No").check();
  await save(page).click();
  await expect(page.getByText("ATS configuration has been set up successfully")).toBeVisible();
  await page.getByRole("link", { name: "Talent Bridge" }).click();
  await expect(pairs(page).getByLabel("Normal workflow ID")).toHaveCount(0);
  await expect(field(page, "Postfix of video vacancies")).toHaveValue("");
  await expect(field(page, "Flags 1")).toHaveCount(0);

  await byProduct(page).getByLabel("Yes").check();
  await field(page, "Postfix of video vacancies").fill(" [video] ");
  await save(page).click();
  await page.getByRole("link", { name: "Talent Bridge" }).click();
  await expect(field(page, "Postfix of video vacancies")).toHaveValue("[video]");
});

test("TEN-21 TEN-23 flagged candidates' workflows are chosen from the customer's, and are kept by a save", async ({
  page,
  signIn,
}) => {
  // Uses a customer with workflows and a tenant that uses them; saved unchanged, so as not to affect other tests.
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings/ats-tenants`);
  const open = () => page.getByRole("link", { name: "Talent Bridge" }).click();
  await open();
  const normal = pairs(page).getByLabel("Normal workflow ID");
  const indigenous = pairs(page).getByLabel("Indigenous workflow");
  await expect(normal).toHaveValue(/^[0-9a-f]{24}$/);
  await normal.fill((await normal.inputValue()).toUpperCase());
  const [before, chosen] = [(await normal.inputValue()).toLowerCase(), await indigenous.inputValue()];
  expect(chosen).toMatch(/^[0-9a-f]{24}$/);
  const options = await indigenous.getByRole("option").allInnerTexts();
  expect(options.length).toBeGreaterThan(2);
  expect(options.join()).not.toContain("not in the list");
  await expect(field(page, "Flags 1")).toHaveValue("Indigenous");
  await save(page).click();
  await expect(page.getByText("ATS configuration has been set up successfully")).toBeVisible();
  await open();
  await expect(normal).toHaveValue(before);
  await expect(indigenous).toHaveValue(chosen);
});

test("TEN-45 SHELL-33 missing values are reported at their field, and the input stays", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Incomplete"));
  await chooseAts(page, base, "Greenfield HR — Größe & Co.");
  await field(page, "Webhook address").fill("https://hook.example");
  await save(page).click();
  await expect(field(page, "Tenant Id")).toHaveAccessibleDescription(/Please enter the Tenant Id/);
  await expect(field(page, "Webhook address")).toHaveValue("https://hook.example");
});

test("TEN-07 TEN-08 SHELL-29 archiving asks, and removes the tenant from the list and the ATS filter", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Archive ATS"));
  await setUpGreenfield(page, base);
  const archive = page.getByRole("button", { name: "Archive", exact: true });
  if (hasScripts()) {
    await expect(archive).toBeDisabled();
  } else {
    await archive.click();
    await expect(page.getByText("Please select at least one item.")).toBeVisible();
  }
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
  await expect(page.getByLabel("AtsName").getByRole("option")).toHaveText(["Please select"]);
});

test("TEN-08 GEN-25 saving a tenant that has since been archived shows an error and keeps the input", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Archived meanwhile"));
  await setUpGreenfield(page, base);
  await page.getByRole("link", { name: "Greenfield HR" }).click();
  await field(page, "Tenant Id").fill("green-2");
  await withAnother(page, async (other) => {
    await other.goto(`${base}/settings/ats-tenants`);
    await other.getByRole("checkbox", { name: "Greenfield HR" }).check();
    await other.getByRole("button", { name: "Archive", exact: true }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await expect(other.getByText("ATS tenant(s) archived.")).toBeVisible();
  });
  await save(page).click();
  await expect(page.getByText("This ATS configuration was archived and cannot be edited.")).toBeVisible();
  await expect(field(page, "Tenant Id")).toHaveValue("green-2");
  // Sending it again gives the same error.
  await save(page).click();
  await expect(page.getByText("This ATS configuration was archived and cannot be edited.")).toHaveCount(1);
  await expect(field(page, "Tenant Id")).toHaveValue("green-2");
});

test("TEN-11 TEN-32 an unknown tenant is not found, an unknown template is reported", async ({
  page,
  signIn,
  expectedErrors,
}) => {
  // The id in the address does not exist.
  expectedErrors.push(/status of 404/);
  const base = await signIn(people.staff);
  const answer = await page.goto(`${base}/settings/ats-tenants/${"0".repeat(24)}`);
  expect(answer?.status()).toBe(404);
  const unknown = await page.goto(`${base}/settings/ats-tenants/create?templateId=nonsense`);
  expect(unknown?.status()).toBe(404);
  await expect(page.getByText("Failed to load template. Please contact support.")).toBeVisible();
  await expect(save(page)).toHaveCount(0);
});

test("TEN-11 SSO-36 staying with unsaved input resets the select to the form's system @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Stay"));
  await chooseAts(page, base, "People Flow");
  const select = field(page, "Select ATS");
  const chosen = await select.inputValue();
  await field(page, "Tenant Id").fill("typed");
  await select.selectOption({ label: "Talent Bridge" });
  await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
  await expect(select).toHaveValue(chosen);
  await expect(field(page, "Tenant Id")).toHaveValue("typed");
  await select.selectOption({ label: "Talent Bridge" });
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await expect(flag(page)).toBeVisible();
  await expect(select).not.toHaveValue(chosen);
});

test("TEN-25 TEN-26 GEN-22 two people set up one system: the second sees the first one's change and chooses", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Two"));
  const panel = page.getByRole("alert").filter({ hasText: "You changed this in another tab" });
  // Both start with a system that is not set up yet.
  await chooseAts(page, base, "Greenfield HR — Größe & Co.");
  await withAnother(page, (other) => setUpGreenfield(other, base));
  await field(page, "Tenant Id").fill("mine");
  await field(page, "Customer name").fill("Mine");
  await field(page, "Password").fill("typed-secret");
  await save(page).click();
  await expect(panel.getByRole("row", { name: /Tenant Id/ })).toContainText("green-1");
  await expect(panel).not.toContainText("typed-secret");
  await expect(field(page, "Tenant Id")).toHaveValue("mine");
  await panel.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByText("ATS configuration has been set up successfully")).toBeVisible();
});

test("the tenant form fits a phone", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${base}/settings/ats-tenants`);
  await expectNoOverflow(page, "tenants at 360 px");
  await page.getByRole("link", { name: "Talent Bridge" }).click();
  await expect(save(page)).toBeVisible();
  await expectNoOverflow(page, "tenant form at 360 px");
  await expectAccessible(page, "tenant form at 360 px");
});
