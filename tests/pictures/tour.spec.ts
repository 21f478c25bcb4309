import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { root } from "../../scripts/lib/setup.mjs";
import { fixedTime, signIn, test as base } from "./support";

type Tour = {
  /** The console's menu, open to the provider's staff. */
  tour: Page;
  /** Takes a document's picture of the open page, if pictures are being updated. */
  picture: (name: string, height: number) => Promise<void>;
};

/** Follows docs/tour.md, each stop up to its picture, and takes the pictures of README.md. */
const test = base.extend<Tour>({
  // Any browser will do, since nothing is compared.
  tour: async ({ browser, site, baseURL }, use) => {
    const context = await browser.newContext({ baseURL, locale: "en-GB", timezoneId: "Australia/Sydney" });
    const page = await context.newPage();
    await page.clock.setFixedTime(fixedTime);
    await page.route(
      ({ hostname }) => hostname !== "127.0.0.1",
      (route) => route.abort(),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(await signIn(page, site));
    // A page does not use a font that arrives late (font-display: optional); the next page has it from the
    // start.
    await page.evaluate(() => document.fonts.load("16px 'Edge Sans'"));
    await page.reload();
    // Only scripts render the switcher's search, so it shows that they run.
    await expect(page.locator("#customer-switcher input[type=search]")).toHaveCount(1);
    await use(page);
    await context.close();
  },

  picture: async ({ tour: page }, use, { config }) => {
    const isMade = config.updateSnapshots === "all" || config.updateSnapshots === "changed";
    await use(async (name, height) => {
      if (!isMade) return;
      await page.setViewportSize({ width: 1440, height });
      await page.mouse.move(720, 1);
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: join(root, "docs/images", `${name}.png`), animations: "disabled" });
    });
  },
});

const menu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name, exact: true }).click();

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("tour: customers and their settings", async ({ tour: page, picture }) => {
  await menu(page, "Customers");
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  await picture("customers", 480);
  await page.getByRole("row").getByRole("link", { name: "Acme Retail", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Email Domain" })).toBeVisible();
  await picture("tour-settings", 720);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Branding/ })
    .first()
    .click();
  const header = page.getByRole("group", { name: "Header", exact: true });
  await header.getByLabel("Background", { exact: true }).fill("#0b6e4f");
  await header.getByLabel("Background", { exact: true }).blur();
  const preview = page.getByRole("figure", { name: "Preview of the chat interview" });
  await expect(preview.locator('[style*="#0b6e4f"], [style*="11, 110, 79"]').first()).toBeVisible();
  await picture("tour-branding", 900);
  await press(page, "Discard");
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(header.getByLabel("Background", { exact: true })).not.toHaveValue("#0b6e4f");
});

test("tour: what a change of the departments means", async ({ tour: page, picture }) => {
  await menu(page, "Departments");
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await press(page, "Add child to Victoria");
  await page.getByRole("list", { name: "Department tree" }).locator('input[value=""]').fill("Ballarat");
  await press(page, "Move Bondi down");
  await press(page, "Update");
  const question = page.getByRole("dialog");
  await expect(question).toContainText("New: “Ballarat” in “Victoria”");
  await expect(question).toContainText("“Bondi” moves within “Sydney Metro”");
  await picture("tour-departments", 700);
});

test("tour: a file of users with two errors", async ({ tour: page, picture }) => {
  await menu(page, "Users");
  await page.getByRole("link", { name: "Upload", exact: true }).click();
  const rows = [
    "firstName,lastName,email,phoneNumber,groups",
    "Ada,Byron,ada.byron@acme.example,,Recruiters",
    ",Lee,lee@acme.example,,Recruiters",
    "Grace,Hopper,not an address,,Hiring Managers",
  ];
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
  await page.getByLabel("Select file").setInputFiles(file);
  await press(page, "Save");
  await expect(page.getByRole("button", { name: "Create 1 user" })).toBeVisible();
  await expect(page.getByText("2 rows have errors, and no users will be created from them.")).toBeVisible();
  await picture("tour-upload", 780);
});

test("tour: a vacancy and one of its candidates", async ({ tour: page, picture }) => {
  await menu(page, "Vacancies");
  const main = page.getByRole("main");
  await main.getByRole("searchbox").fill("christmas");
  await press(page, "Apply");
  await main.getByRole("link", { name: "Christmas casuals – all stores" }).click();
  await page
    .getByRole("navigation", { name: "Progress" })
    .getByRole("link", { name: /^Completed/ })
    .click();
  await expect(page).toHaveURL(/progressStatus=COMPLETED/);
  // Sorted by name, so that names in scripts that this machine may have no font for come last.
  await main.getByRole("link", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(main.locator(".row-check").first()).toBeVisible();
  await picture("vacancy", 800);
  // The newest ones, whose messages are still in the logs.
  await main.getByRole("link", { name: "Submitted", exact: true }).click();
  await expect(page).not.toHaveURL(/sort=name/);
  await main
    .locator("tbody a.row-link")
    .filter({ hasText: /^[A-Z a-z]+$/ })
    .first()
    .click();
  await expect(page.getByText("Email: Your interview for Christmas casuals").first()).toBeVisible();
  await picture("tour-candidate", 800);
});

test("tour: what retention will remove, and what holds keep", async ({ tour: page, picture }) => {
  await menu(page, "Customers");
  await page.getByRole("row").getByRole("link", { name: "Acme Retail", exact: true }).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Compliance/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Holds", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("1 hold on this page is past its review date");
  await expect(page.getByRole("link", { name: "Place a hold", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Plan", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Retention plan" })).toBeVisible();
  await picture("tour-retention", 900);
});

test("tour: rules are tried before they are saved", async ({ tour: page, picture }) => {
  await menu(page, "Workflows");
  await page.getByRole("link", { name: "Store team – chat, then video", exact: true }).click();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("group", { name: "Rule 1", exact: true }).getByLabel("Score at least").fill("50");
  await press(page, "Try the rules");
  const figures = page.getByRole("region", { name: "What these rules would have done" });
  await expect(figures).toContainText("The last 500 completed chat interviews");
  await figures.scrollIntoViewIfNeeded();
  await picture("tour-rehearsal", 900);
});

test("tour: a workflow set and what it holds", async ({ tour: page, picture }) => {
  await menu(page, "Workflow Sets");
  const set = page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: "Graduates", exact: true }) });
  await set.getByText("2 workflows").click();
  await expect(set.getByText("Graduates – chat only (Graduates – chat only)")).toBeVisible();
  await picture("tour-sets", 480);
});

test("tour: the history of one email", async ({ tour: page, picture }) => {
  await menu(page, "Notifications");
  await page.getByLabel("Recipient", { exact: true }).fill("zhiming");
  await press(page, "Search");
  await page.locator("main tbody a.row-link").first().click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Event history" })).toBeVisible();
  await picture("tour-log", 720);
});

test("tour: the palette", async ({ tour: page, picture }) => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type("compl");
  await expect(page.getByRole("option", { name: "Customer Settings: Compliance" })).toBeVisible();
  await expect(page.getByRole("dialog")).toContainText("1 result");
  await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("compl");
  await picture("tour-palette", 480);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/compliance$/);
});

test("tour: Discover Insights", async ({ tour: page, picture }) => {
  await menu(page, "Discover Insights");
  await expect(page.getByRole("heading", { level: 1, name: "Discover Insights" })).toBeVisible();
  // The charts are drawn as they come into sight.
  await expect(page.locator("main svg.recharts-surface").first()).toBeVisible();
  await picture("tour-insights", 900);
});

test("tour: the record of changes", async ({ tour: page, picture }) => {
  await menu(page, "Record of changes");
  await expect(page.getByRole("heading", { level: 1, name: /^Record of changes/ })).toBeVisible();
  await picture("tour-record", 640);
});
