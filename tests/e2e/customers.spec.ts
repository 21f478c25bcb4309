import type { Page } from "@playwright/test";
import { fillCustomer } from "./support/forms";
import { accountNameOf } from "./support/settings";
import { archivedAndRestored, countOf } from "./support/archivable";
import { heading, main, row } from "./support/kit";
import { expect, people, test } from "./support/test";

/** Creates a customer with the form and returns to the list. */
async function createCustomer(page: Page, base: string, name: string) {
  await page.goto(`${base}/customers/create`);
  await fillCustomer(page, { name });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Customer created successfully.")).toBeVisible();
}

/** The list of customers at the address of a listed one. */
const ownList = async (page: Page, name: string) =>
  `/region/ap-southeast-2/customers/${await row(page, name).getByRole("checkbox").inputValue()}/customers`;

test("CUST-01 CUST-06 CUST-08 CUST-36..41 a new customer is first on the list, in the switcher, and can be opened at once", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const name = unique("Journey");
  await createCustomer(page, base, name);

  // The newest is first, and the switcher has it at once (CUST-40).
  await expect(page).toHaveURL(`${base}/customers`);
  await expect(page.getByRole("row").nth(1)).toContainText(name);
  await expect(row(page, name)).toContainText(accountNameOf(name));
  await expect(heading(page, "Customers")).toBeVisible();
  for (const [link, to] of [
    ["Create New", "create"],
    ["View Archive", "archive"],
  ] as const)
    await expect(page.getByRole("link", { name: link })).toHaveAttribute("href", `${base}/customers/${to}`);
  expect((await page.request.get(await ownList(page, name))).status()).toBe(200);
  await page.goto(`${base}/switch-customer?q=${encodeURIComponent(name)}`);
  await expect(main(page).getByRole("link", { name })).toBeVisible();
});

archivedAndRestored({
  rows: "CUST-04 CUST-10 CUST-11 CUST-15..18 SHELL-31 SHELL-41",
  ...{ person: people.staff, list: "customers", withoutPage: true },
  create: createCustomer,
  columns: ["Customer", "Account Name", "Created"],
  archiveColumns: ["Customer", "Account Name", "Created", "Archived"],
  sort: ["displayName", "Customer"],
  ...{ back: "Customers", view: "Customers" },
  told: countOf("customer"),
  meanwhile: async (page, base, name) => {
    await expect(heading(page, "Archive")).toBeVisible();
    await expect(page.getByText("Retention continues for archived customers")).toBeVisible();
    // It has left the switcher as well, and its address explains why it cannot be opened (CUST-10, SHELL-41).
    const found = await page.request.get(`${base}/switch-customer?q=${encodeURIComponent(name)}`);
    expect(await found.text()).toContain("No results found.");
    const own = await ownList(page, name);
    expect((await page.request.get(own)).status()).toBe(403);
    await page.goto(own);
    await expect(page.getByRole("heading", { name: `The customer ${name} is archived` })).toBeVisible();
    await page.getByRole("link", { name: "Open archived customers" }).click();
    await expect(page.getByRole("rowheader")).toContainText([name]);
    await page.goto(`${base}/customers/archive?search=${encodeURIComponent(name)}`);
  },
});

test("SHELL-31 a notice can be closed, with and without scripts", async ({ page, signIn, unique }) => {
  const base = await signIn(people.staff);
  await createCustomer(page, base, unique("Noticed"));
  await page.getByRole("link", { name: "Dismiss" }).click();
  await expect(page.getByText("Customer created successfully.")).toHaveCount(0);
  await expect(page).toHaveURL(`${base}/customers`);
});

test("CUST-22 CUST-26 CUST-27 CUST-29 CUST-32 CUST-36 SHELL-33 an empty form names every field and keeps the page", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers/create`);
  await expect(page.getByRole("heading", { level: 1, name: "Create a new customer" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Customers" })).toHaveAttribute(
    "href",
    `${base}/customers`,
  );
  await page.getByRole("button", { name: "Save" }).click();
  for (const text of [
    "Please make sure the fields pass validations.",
    "Please select an organisation",
    "Please enter a display customer name",
    "Please enter an account name",
    "Please select a region",
  ]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Error: Create a new customer/);
  await expect(page.getByLabel("Organisation")).toHaveAttribute("aria-invalid", "true");
});

test("CUST-28 CUST-31 invalid names are refused next to the field and the input stays", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers/create`);
  await page.getByLabel("Display name").fill("d".repeat(101));
  await page.getByLabel("Account name").fill("1acmé");
  await page.getByRole("button", { name: "Save" }).click();
  for (const message of [
    'Please enter only lowercase letters, numbers and "-"',
    "Please keep the display name within 100 characters",
  ])
    await expect(page.getByText(message).first()).toBeVisible();
  await expect(page.getByLabel("Account name")).toHaveValue("1acmé");
  await expect(page.getByLabel("Display name")).toHaveValue("d".repeat(101));
});

test("SHELL-103 CUST-34 leaving the display name fills in the account name, but never over a typed one @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers/create`);
  await page.getByLabel("Display name").fill("  Acme Retail (AU) 2  ");
  await page.getByLabel("Display name").blur();
  await expect(page.getByLabel("Account name")).toHaveValue("acme-retail-au-2");
  await page.getByLabel("Account name").fill("mine");
  await page.getByLabel("Display name").fill("Other");
  await page.getByLabel("Display name").blur();
  await expect(page.getByLabel("Account name")).toHaveValue("mine");
  // By mouse as by Tab, typed text replaces the proposal.
  await page.goto(`${base}/customers/create`);
  await page.getByLabel("Display name").fill("Fresh Co");
  const box = await page.getByLabel("Account name").boundingBox();
  if (!box) throw new Error("not drawn");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.type("fresh-x2");
  await expect(page.getByLabel("Account name")).toHaveValue("fresh-x2");
  // Saving straight from the display name also counts as leaving it, so the account name is not reported missing.
  await page.goto(`${base}/customers/create`);
  await page.getByLabel("Organisation").selectOption({ label: "Acme Group" });
  await page.getByLabel("Region").selectOption({ label: "Asia Pacific (Sydney)" });
  await page.getByLabel("Display name").fill("Über Café & Söhne 24/7 - Pty");
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "You cannot edit this customer once you save" });
  await expect(dialog).toContainText("Account name: uber-cafe-sohne-24-7-pty");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Please make sure the fields pass validations.")).toHaveCount(0);
  // A pasted name may contain blanks and invisible characters.
  await page.getByLabel("Account name").fill(" pasted\u2011customer\u200B ");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Account name: pasted-customer");
});

test("CUST-35 without scripts the server fills in the account name for review @no-js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers/create`);
  await page.getByLabel("Organisation").selectOption({ label: "Acme Group" });
  await page.getByLabel("Display name").fill("Acme Retail (AU) 2");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Account name")).toHaveValue("acme-retail-au-2");
  await expect(page.getByText("We filled in the account name from the display name.")).toBeVisible();
  await expect(page.getByText("Please make sure the fields pass validations.")).toHaveCount(0);
  await expect(page.getByLabel("Display name")).toHaveValue("Acme Retail (AU) 2");
  await expect(page.getByLabel("Organisation").locator("option:checked")).toHaveText("Acme Group");
});

test("CUST-37 CUST-38 CUST-48 saving asks for confirmation; Cancel keeps the input and sends nothing @browser", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const name = unique("Cancelled");
  await page.goto(`${base}/customers/create`);
  await fillCustomer(page, { name });
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "You cannot edit this customer once you save" });
  await expect(dialog).toContainText("Once saved, you cannot change this customer.");
  await expect(dialog).toContainText("Proceed to save?");
  for (const fact of [
    "Organisation: Acme Group",
    `Display name: ${name}`,
    `Account name: ${accountNameOf(name)}`,
    "Region: Asia Pacific (Sydney)",
  ])
    await expect(dialog.getByText(fact, { exact: true })).toBeVisible();
  expect((await dialog.boundingBox())?.width).toBe(552);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Display name")).toHaveValue(name);
  await expect(page.getByLabel("Region").locator("option:checked")).toHaveText("Asia Pacific (Sydney)");
  await page.goto(`${base}/customers`);
  await expect(row(page, name)).toHaveCount(0);
});

test("CUST-42 CUST-43 CUST-45 a taken account name is marked and the form keeps its values", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const name = unique("Taken");
  await createCustomer(page, base, name);
  await page.goto(`${base}/customers/create`);
  await fillCustomer(page, {
    name: "Another name",
    accountName: accountNameOf(name),
    region: "Europe (Ireland)",
  });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Unable to create customer")).toBeVisible();
  await expect(page.getByText("Account Name already exists, please try another one.")).toBeVisible();
  await expect(page.getByText("Please enter a unique account name").first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Display name")).toHaveValue("Another name");
  await expect(page.getByLabel("Account name")).toHaveAttribute("aria-invalid", "true");
});

test("CUST-39 a customer is created in the selected region, not in the current one", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const name = unique("Irish");
  await page.goto(`${base}/customers/create`);
  await fillCustomer(page, { name, region: "Europe (Ireland)" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Customer created successfully.")).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
  await page.goto(`${base}/switch-customer?q=${encodeURIComponent(name)}`);
  const link = page.getByRole("main").getByRole("link", { name });
  await expect(link).toHaveAttribute("href", /^\/region\/eu-west-1\/customers\/[0-9a-f]{24}$/);
});

test("SHELL-28 the selection does not survive a change of the page", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  const chosen = page.locator('input[name="ids"]:checked');
  await page.locator('input[name="ids"]:enabled').first().check();
  await expect(chosen).toHaveCount(1);
  await page.getByRole("link", { name: "Customer", exact: true }).click();
  await expect(page).toHaveURL(/sort=displayName/);
  await expect(chosen).toHaveCount(0);
});

test("CUST-07 CUST-46 a name opens the customer's settings, where the customer itself cannot be edited", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers?size=100&sort=displayName`);
  await page.getByRole("rowheader").getByRole("link", { name: "Acme Logistics", exact: true }).click();
  await expect(page).toHaveURL(
    /\/region\/ap-southeast-2\/customers\/[0-9a-f]{24}\/settings\/overview\?list=/,
  );
  expect(new URL(page.url()).pathname).not.toContain(`${base}/`);
  const main = page.getByRole("main");
  await expect(main).toContainText("Acme Logistics");
  await expect(main).toContainText("acme-logistics");
  await expect(main.locator("form, input, select, textarea")).toHaveCount(0);
  await expect(main.getByRole("button", { disabled: false })).toHaveCount(0);
});

test("CUST-12 the open customer cannot be selected", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers?size=100&sort=displayName`);
  await expect(row(page, "Acme Retail").first().getByRole("checkbox")).toBeDisabled();
});

test("GEN-04 GEN-05 CUST-04 the sort is in the query string, invalid values fall back to the defaults", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  await page.getByRole("link", { name: "Customer", exact: true }).click();
  await expect(page).toHaveURL(/sort=displayName/);
  await expect(page.getByRole("columnheader", { name: "Customer" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  const names = await page.getByRole("rowheader").allInnerTexts();
  // Ignores accents and case, and compares digit by digit.
  const keyOf = (name: string) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  expect(names.map(keyOf)).toEqual(names.map(keyOf).sort());
  const response = await page.goto(`${base}/customers?page=abc&size=7&sort=__proto__&order=up&x=%00`);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("columnheader", { name: "Created" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await page.goto(`${base}/customers?page=99999`);
  await expect(page.getByRole("rowheader").first()).toBeVisible();
});

test.describe("a browser in another language", () => {
  test.use({ locale: "fr-FR" });
  test("SHELL-18 SHELL-19 SHELL-20 American wording and dates in us-east-1", async ({ page, signIn }) => {
    const base = await signIn(people.american);
    expect(base).toContain("/region/us-east-1/");
    await page.goto(`${base}/customers`);
    await expect(page.locator("time").first()).toHaveText(/^[A-Z][a-z]{2} \d{2}, \d{4}$/);
    await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await expect(menu.getByRole("link", { name: "Jobs" })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Vacancies" })).toHaveCount(0);
    await page.goto(`${base}/vacancies`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");
    await page.goto(`${base}/switch-customer`);
    await expect(page.getByRole("columnheader", { name: "Organization" })).toBeVisible();
  });

  test("SHELL-18 SHELL-19 SHELL-20 British wording and dates in ap-southeast-2", async ({ page, signIn }) => {
    const base = await signIn(people.staff);
    await page.goto(`${base}/customers`);
    await expect(page.locator("time").first()).toHaveText(/^\d{2} [A-Z][a-z]{2} \d{4}$/);
    await expect(page.locator("html")).toHaveAttribute("lang", "en-GB");
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await expect(menu.getByRole("link", { name: "Vacancies" })).toBeVisible();
    await page.goto(`${base}/customers/create`);
    await expect(page.getByLabel("Organisation")).toBeVisible();
  });
});
