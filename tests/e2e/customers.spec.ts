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

test("CUST-01 CUST-40 a new customer is first, and can be opened @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const name = unique("Journey");
  await createCustomer(page, base, name);

  await page.getByRole("link", { name: "Dismiss" }).click();
  await expect(page.getByText("Customer created successfully.")).toHaveCount(0);
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
  notices: countOf("customer"),
  checkWhileArchived: async (page, base, name) => {
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

test("CUST-22 CUST-27 CUST-32 an invalid form names every field", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers/create`);
  await expect(page.getByRole("heading", { level: 1, name: "Create a new customer" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Customers" })).toHaveAttribute(
    "href",
    `${base}/customers`,
  );
  await page.getByLabel("Account name").fill("1acmé");
  await page.getByRole("button", { name: "Save" }).click();
  for (const text of [
    "Please make sure the fields pass validations.",
    "Please select an organisation",
    "Please enter a display customer name",
    'Please enter only lowercase letters, numbers and "-"',
    "Please select a region",
  ]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Error: Create a new customer/);
  await expect(page.getByLabel("Organisation")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Account name")).toHaveValue("1acmé");
});

test("CUST-34 the display name fills in the account name, but once only @js", async ({ page, signIn }) => {
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
});

test("CUST-35 CUST-38 CUST-48 the account name is filled in; Cancel sends nothing", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers/create`);
  await page.getByLabel("Organisation").selectOption({ label: "Acme Group" });
  await page.getByLabel("Region").selectOption({ label: "Asia Pacific (Sydney)" });
  const name = unique("Proposed (AU)");
  await page.getByLabel("Display name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Account name")).toHaveValue(accountNameOf(name));
  await expect(page.getByText("We filled in the account name from the display name.")).toBeVisible();
  await expect(page.getByText("Please make sure the fields pass validations.")).toHaveCount(0);
  await expect(page.getByLabel("Organisation").locator("option:checked")).toHaveText("Acme Group");
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "You cannot edit this customer once you save" });
  await expect(dialog).toContainText("Once saved, you cannot change this customer.");
  for (const fact of [
    "Organisation: Acme Group",
    `Display name: ${name}`,
    `Account name: ${accountNameOf(name)}`,
    "Region: Asia Pacific (Sydney)",
  ])
    await expect(dialog.getByText(fact, { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Display name")).toHaveValue(name);
  await page.goto(`${base}/customers`);
  await expect(row(page, name)).toHaveCount(0);
});

test("CUST-42 CUST-43 CUST-45 a taken account name keeps the form", async ({ page, signIn, unique }) => {
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

test("CUST-07 CUST-12 CUST-46 a name opens the customer's settings", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers?size=100&sort=displayName`);
  // The open customer cannot be selected.
  await expect(row(page, "Acme Retail").first().getByRole("checkbox")).toBeDisabled();
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

test.describe("a browser in another language", () => {
  test.use({ locale: "fr-FR" });
  test("SHELL-18..20 us-east-1 has American wording and dates @twice", async ({ page, signIn }) => {
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
});
