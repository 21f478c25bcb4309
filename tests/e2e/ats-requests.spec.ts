import type { Page } from "@playwright/test";
import { openWhole } from "./support/kit";
import { expectAccessible } from "./support/settings";
import { expect, expectNoOverflow, openFilter, openMoreFilters, people, test } from "./support/test";

const search = (page: Page) => page.getByRole("button", { name: "Search", exact: true });
const ids = (page: Page) => page.getByRole("rowheader");
const column = (page: Page, index: number) => page.locator(`tbody tr > :nth-child(${index})`);
/** The distinct texts of a column, once they match. */
const distinct = (page: Page, index: number) =>
  expect.poll(async () => [...new Set(await column(page, index).allInnerTexts())]);
const total = async (page: Page) =>
  Number(/of (\d+)/.exec(await page.locator(".table-foot").innerText())?.[1]);

test("ATSR-02 ATSR-03 nothing loads before a search or without an ATS", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(base);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await menu.getByRole("link", { name: "ATS Requests" }).click();
  await expect(page).toHaveURL(`${base}/ats-requests`);
  await expect(page.getByRole("heading", { level: 1, name: "ATS Requests" })).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await openFilter(page, "AtsName");
  const names = page.getByRole("radiogroup", { name: "AtsName" });
  await expect(names.locator("label")).toHaveText(["People Flow", "Talent Bridge"]);
  await openFilter(page, "Request Type");
  await expect(page.getByRole("radiogroup", { name: "Request Type" }).getByRole("radio")).toHaveCount(21);
  await expectAccessible(page, "before a search");
  await search(page).click();
  await expect(names).toHaveAccessibleDescription("Please select an ATS name");
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectAccessible(page, "without an ATS name");
});

test("ATSR-10 filters are in the query string; errors show at their field", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW&page=3`);
  await expect(page.getByRole("columnheader")).toHaveCount(12);
  const all = await total(page);
  expect(await column(page, 11).allInnerTexts()).toHaveLength(30);
  await openFilter(page, "Request Type");
  await page.getByRole("radio", { name: "order assessment", exact: true }).check();
  await openMoreFilters(page);
  await openFilter(page, "Request Status");
  const failedOnes = page.getByRole("radiogroup", { name: "Request Status" }).getByLabel("Failed");
  await failedOnes.check();
  await search(page).click();
  await expect(page).not.toHaveURL(/page=/);
  await distinct(page, 3).toEqual(["order assessment"]);
  await distinct(page, 4).toEqual(["Failed"]);
  expect(await total(page)).toBeLessThan(all);
  // The address reproduces the page.
  const rows = await ids(page).getByRole("link").allInnerTexts();
  await page.goto(page.url());
  expect(await ids(page).getByRole("link").allInnerTexts()).toEqual(rows);
  await expect(page.locator("input[name=status]:checked")).toHaveValue("ATS_REQUEST_FAILED");

  const [from, to] = [page.getByLabel("From"), page.getByLabel("To", { exact: true })];
  await openFilter(page, "Request Time Range");
  await from.fill("2026-02-02T10:00");
  await to.fill("2026-02-01T10:00");
  await search(page).click();
  await expect(from).toHaveAccessibleDescription("Please select a valid time range");
  await expect(page.getByRole("table")).toHaveCount(0);
  await expect(from).toHaveValue("2026-02-02T10:00");
  await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW&masterId=no-such-request`);
  await expect(page.getByText("No results found. Try removing some filters.")).toBeVisible();
});

test("ATSR-15..17 a row opens its details over the list", async ({ page, signIn, expectedErrors }) => {
  // A page whose main content fails answers 502.
  expectedErrors.push(/status of 502/);
  const base = await signIn(people.staff);
  await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW&status=ATS_REQUEST_FAILED&page=2`);
  const list = new URL(page.url());
  const row = page.getByRole("row").nth(2);
  const id = (await row.getByRole("rowheader").locator("[title]").getAttribute("title")) ?? "";
  expect(id).toMatch(/^[0-9a-f]{24}$/);
  await expect(row.getByRole("rowheader").getByRole("link")).toHaveText(`…${id.slice(-8)}`);
  await expect(row).toHaveClass(/row-failed/);
  await row.getByRole("rowheader").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`requestId=${id}`));
  const dialog = page.getByRole("dialog", { name: "ATS Request Detail" });
  await expect(dialog).toContainText(id);
  await expect(dialog.getByText("Tenant Id", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Extra" })).toContainText('{\n  "correlationId": "');
  await expect(dialog.getByRole("region", { name: "Payload" })).toContainText(
    '\n  "vacancy": {\n    "externalId"',
  );
  await expect(dialog.getByRole("region", { name: "Responses" })).toContainText('"timestamp"');
  await expect(dialog.getByRole("button", { name: /retry/i })).toHaveCount(0);
  await expectAccessible(page, "detail");
  // The link opens the details directly.
  await page.goto(page.url());
  await dialog.getByRole("link", { name: "Close" }).click();
  const same = (one: URL) => [...one.searchParams].sort().join();
  await expect(page).toHaveURL((url) => same(url) === same(list));
  await expect(dialog).toHaveCount(0);
  await page.goto(`${base}/ats-requests?requestId=${"0".repeat(24)}`);
  await expect(dialog).toContainText("Failed to load ATS requests. Please contact support.");
});

test("GEN-103 closing a request twice goes back once, and Back skips it @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/customers`);
  await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW&status=ATS_REQUEST_FAILED`);
  const list = page.url();
  await openWhole(page, list);
  const dialog = page.getByRole("dialog", { name: "ATS Request Detail" });
  let late = 0;
  await page.route("**/*.data*", async (route) => {
    await new Promise((done) => setTimeout(done, late));
    await route.fallback();
  });
  const close = dialog.getByRole("link", { name: "Close" });
  const pressTwice = (pause: number) =>
    close.evaluate(async (link: HTMLElement, ms) => {
      link.click();
      if (ms > 0) await new Promise((done) => setTimeout(done, ms));
      link.click();
    }, pause);
  const escapeTwice = async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  };
  // Keys pressed right after rendering go to the dialog.
  await page.evaluate(() => {
    let seen: Element | null = null;
    new MutationObserver(() => {
      const drawn = document.querySelector("dialog[aria-labelledby]");
      if (drawn && drawn !== seen && !drawn.matches(":modal")) document.body.dataset.notYetModal = "";
      seen = drawn;
    }).observe(document.body, { childList: true, subtree: true });
  });
  // Tries at once, while the list is loading, and when it is loaded but not rendered.
  for (const closeTwice of [() => pressTwice(0), () => pressTwice(150), escapeTwice]) {
    await ids(page).nth(1).getByRole("link").click();
    await expect(dialog).toBeVisible();
    late = closeTwice === escapeTwice ? 0 : 400;
    if (late === 0) {
      const first = page.url();
      await dialog.getByRole("link", { name: "Next in the list" }).click();
      await expect(page).not.toHaveURL(first);
    }
    await closeTwice();
    late = 0;
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(list);
    await expect(ids(page).nth(1)).toBeVisible();
  }
  await expect(page.locator("body")).not.toHaveAttribute("data-not-yet-modal");
  // Back skips the closed requests, and one that was opened by its address.
  const href = await ids(page)
    .first()
    .getByRole("link")
    .evaluate((link: HTMLAnchorElement) => link.href);
  await page.goBack();
  await expect(page).toHaveURL(`${base}/customers`);
  await openWhole(page, href);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(list);
  await page.goBack();
  await expect(page).toHaveURL(`${base}/customers`);
});

test("ATSR-14 id and JSON can be copied, which is announced @js", async ({ page, signIn, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/ats-requests?atsName=PEOPLE_FLOW`);
  const id = (await ids(page).first().locator("[title]").getAttribute("title")) ?? "";
  const copy = ids(page)
    .first()
    .getByRole("button", { name: `Copy ${id}` });
  const announcement = copy.locator("xpath=following-sibling::*[@role='status']");
  await expect(announcement).toHaveText("");
  await copy.click();
  await expect(announcement).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await expect(page).not.toHaveURL(/requestId/);
  // A click anywhere in the row.
  await page.getByRole("row").nth(1).getByRole("cell").nth(1).click();
  const dialog = page.getByRole("dialog", { name: "ATS Request Detail" });
  await dialog.getByRole("button", { name: "Copy", exact: true }).nth(1).click();
  await expect(dialog.getByText("Copied")).toBeAttached();
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toHaveProperty("application.externalId");
});

test("ATSR-11 the wide table scrolls in its own frame @js @all", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW`);
    await expect(page.getByRole("table")).toHaveCSS("min-width", "2800px");
    await expectNoOverflow(page, `requests at ${width} px`);
    await page.getByRole("rowheader").first().getByRole("link").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoOverflow(page, `detail at ${width} px`);
  }
  await expectAccessible(page, "detail at 360 px");
});
