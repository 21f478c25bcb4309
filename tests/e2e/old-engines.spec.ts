import type { Locator, Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { asOldEngine } from "./support/old-engine";
import { hasScripts } from "./support/settings";
import { expect, expectAccessible, expectNoOverflow, fillSignIn, people, test } from "./support/test";

// Features newer than five years have a fallback: here the features are removed.
test.beforeEach(({ page }) => asOldEngine(page));
// Requests still pending when a journey ends do not matter.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

/** The busiest vacancy of Acme Retail's demo data. */
const vacancyId = demoVacancyId("acmeRetail", 0);

/** Expects both on the page, and the panel next to its opener, once the layout is stable. */
async function expectBeside(panel: Locator, opener: Locator) {
  await expect(async () => {
    const [over, by] = [await panel.boundingBox(), await opener.boundingBox()];
    if (!over || !by) throw new Error("not shown");
    expect(Math.abs(over.y - (by.y + by.height))).toBeLessThan(24);
    expect(over.x).toBeGreaterThanOrEqual(0);
    expect(over.x).toBeLessThan(by.x + by.width);
    expect(over.x + over.width).toBeGreaterThan(by.x);
  }).toPass({ timeout: 5_000 });
}

/** Pages stay as the server rendered them, and their actions work. */
async function expectAsSent(page: Page, base: string) {
  for (const path of ["vacancies", "users/create", "di"]) {
    await page.goto(`${base}/${path}`);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/wrong/);
    await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  }
  await page.goto(`${base}/vacancies`);
  await page.getByRole("searchbox").last().fill("Christmas");
  await page.getByRole("searchbox").last().press("Enter");
  await expect(page).toHaveURL(/Christmas/);
  await expect(page.getByRole("link", { name: /^Christmas casuals/ }).first()).toBeVisible();
}

test("SHELL-96 without the features that the scripts need a page stays server-rendered and works @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.addInitScript(() => void Reflect.deleteProperty(Array.prototype, "at"));
  await expectAsSent(page, base);
});

test("SHELL-97 if scripts fail at startup a page stays server-rendered and works @js", async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/at the start/, /Minified React error/);
  const base = await signIn(people.staff);
  await page.addInitScript(() => {
    Array.prototype.at = () => {
      throw new Error("at the start");
    };
  });
  await expectAsSent(page, base);
});

test("quality: in an old browser menus start closed, open by click and key next to their link, and close @js @all", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  for (const [name, panel] of [
    [/^User menu/, "#user-menu"],
    [/^Switch customer/, "#customer-switcher"],
  ] as const) {
    const opener = page.getByRole("link", { name });
    await expect(page.getByRole("button", { name })).toBeHidden();
    await expect(page.locator(panel)).toBeHidden();
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(panel)).toBeVisible();
    await expectBeside(page.locator(panel), opener);
    // The next tab stop is in the panel.
    await page.keyboard.press("Tab");
    await expect(page.locator(`${panel} :focus`)).toBeVisible();
    await page.locator(panel).getByRole("link", { name: "Close" }).click();
    await expect(page.locator(panel)).toBeHidden();
    await opener.click();
    await expect(page.locator(panel)).toBeVisible();
  }
  await expectAccessible(page, "menu open");
  await page.locator("#customer-switcher").getByRole("link", { name: "Acme Logistics" }).first().click();
  await expect(page.getByRole("link", { name: "Switch customer: Acme Logistics" })).toBeVisible();
  await expect(page.locator("#customer-switcher")).toBeHidden();
});

test("quality: in an old browser a row's menu opens at the top of the candidate's page @js @all", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies/${vacancyId}`);
  const row = page.locator("tbody tr").nth(2);
  await row.getByRole("link", { name: /^Actions for/ }).click();
  const head = page.locator(".candidate-head");
  const panel = head.locator(".menu");
  await expect(panel).toBeVisible();
  const opener = head.getByRole("link", { name: /^Actions for/ });
  await expectBeside(panel, opener);
  await expectNoOverflow(page, "row menu open");
  await panel.getByRole("link", { name: "Delete" }).click();
  // The dialog is shown, readable and can be closed.
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Delete" })).toBeVisible();
  // Without scripts axe checks a copy, rendered by a new engine.
  if (hasScripts()) await expectAccessible(page, "dialog");
  await expect(dialog).toBeInViewport({ ratio: 1 });
  if (hasScripts()) {
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
  } else
    await dialog
      .getByRole("link", { name: /Cancel|Close/ })
      .first()
      .click();
  await expect(dialog).toHaveCount(0);
});

test("quality: in an old browser and a narrow window the main menu opens, and lists are sorted by a select @js @all", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies`);
  await expectNoOverflow(page, "vacancies");
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeHidden();
  await page.locator(".sort-menu > summary").click();
  await page.getByRole("link", { name: "Title, descending" }).click();
  await expect(page).toHaveURL(/sort=title/);
  await page.getByRole("link", { name: "Main menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu).toBeInViewport();
  await expectAccessible(page, "main menu");
  await menu.getByRole("link", { name: "Customers" }).click();
  await expect(page).toHaveURL(/\/customers/);
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeHidden();
});

test("quality: in an old browser pages render, forms work and no script throws @js @browser @all", async ({
  page,
  signIn,
  expectedErrors,
}) => {
  test.slow();
  // The logo in the demo data is on another site.
  expectedErrors.push(/net::ERR_/);
  await fillSignIn(page, "nobody@acme.example", "not-the-password");
  await expect(page.getByRole("alert").first()).toBeVisible();
  const base = await signIn(people.staff);
  const vacancy = `${base}/vacancies/${vacancyId}`;
  for (const path of [
    `${base}/customers`,
    vacancy,
    `${vacancy}/edit`,
    `${base}/settings/notification`,
    `${base}/settings/branding`,
    `${base}/ats-requests`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    // The skip link is above the page until it is focused.
    await expect(page.locator(".skip-link"), path).not.toBeInViewport();
    await expectNoOverflow(page, path);
    const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect(heading?.x, path).toBeGreaterThan(200);
    expect(heading?.y, path).toBeLessThan(200);
  }
  await page.goto(`${base}/customers/create`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expectAccessible(page, "errors");
});
