import type { Page } from "@playwright/test";
import { openWhole } from "./support/kit";
import { expectAccessible, newCustomer } from "./support/settings";
import { expect, expectNoOverflow, openFilter, openMoreFilters, people, test } from "./support/test";

const search = (page: Page) => page.getByRole("button", { name: "Search", exact: true });
const ids = (page: Page) => page.getByRole("rowheader");
const column = (page: Page, index: number) => page.locator(`tbody tr > :nth-child(${index})`);
/** The distinct texts of a column, once they match. */
const distinct = (page: Page, index: number) =>
  expect.poll(async () => [...new Set(await column(page, index).allInnerTexts())]);
const total = async (page: Page) =>
  Number(/of (\d+)/.exec(await page.locator(".table-foot").innerText())?.[1]);

test("ATSR-01 ATSR-02 ATSR-03 ATSR-04 SHELL-12 nothing loads before a search, nor without an ATS name @browser", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(base);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await menu.getByRole("link", { name: "ATS Requests" }).click();
  await expect(page).toHaveURL(`${base}/ats-requests`);
  await expect(page.getByRole("heading", { level: 1, name: "ATS Requests" })).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await openFilter(page, "AtsName");
  await expect(page.getByLabel("AtsName", { exact: true }).getByRole("option")).toHaveText([
    "Please select",
    "People Flow",
    "Talent Bridge",
  ]);
  await openFilter(page, "Request Type");
  await expect(page.getByLabel("Request Type", { exact: true }).getByRole("option")).toHaveCount(21);
  // Dates and times are not truncated.
  await openMoreFilters(page);
  await openFilter(page, "Request Time Range");
  for (const label of ["From", "To"])
    expect((await page.getByLabel(label, { exact: true }).boundingBox())?.width, label).toBeGreaterThan(200);
  await expectAccessible(page, "before a search");
  await search(page).click();
  await expect(page.getByLabel("AtsName", { exact: true })).toHaveAccessibleDescription(
    "Please select an ATS name",
  );
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectAccessible(page, "without an ATS name");
});

test("ATSR-05..ATSR-10 ATSR-12 filters are applied, kept in the query string, and reset to page 1", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW&page=3`);
  await expect(page.getByRole("columnheader")).toHaveText([
    "Id",
    "AtsName",
    "Request Type",
    "Status",
    "Master Id",
    "Tenant Id",
    "Request Count",
    "Retryable",
    "Retry Count",
    "Tags",
    "Created",
    "Updated",
  ]);
  const all = await total(page);
  const created = await column(page, 11).allInnerTexts();
  expect(created).toHaveLength(30);
  expect(created).toEqual([...created].sort().reverse());
  expect(created[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

  await openFilter(page, "Request Type");
  await page.getByLabel("Request Type", { exact: true }).selectOption({ label: "order assessment" });
  await openMoreFilters(page);
  await openFilter(page, "Request Status");
  await page.getByLabel("Request Status", { exact: true }).selectOption("ATS_REQUEST_FAILED");
  await search(page).click();
  await expect(page).not.toHaveURL(/page=/);
  await expect(page).toHaveURL(/requestType=ORDER_ASSESSMENT/);
  await expect(page).toHaveURL(/status=ATS_REQUEST_FAILED/);
  await distinct(page, 3).toEqual(["order assessment"]);
  await distinct(page, 4).toEqual(["Failed"]);
  await expect(column(page, 3).first().locator("span")).toHaveAttribute("title", "ORDER_ASSESSMENT");
  await expect(column(page, 4).first().locator("[title]")).toHaveAttribute("title", "ATS_REQUEST_FAILED");
  await expect(column(page, 2).first().locator("span")).toHaveAttribute("title", "PEOPLE_FLOW");
  const some = await total(page);
  expect(some).toBeLessThan(all);
  // The address reproduces the page (ATSR-10).
  const rows = await ids(page).getByRole("link").allInnerTexts();
  await page.goto(page.url());
  expect(await ids(page).getByRole("link").allInnerTexts()).toEqual(rows);
  await expect(page.getByLabel("Request Status", { exact: true })).toHaveValue("ATS_REQUEST_FAILED");

  const masterId = (await column(page, 5).allInnerTexts()).find((text) => text !== "-") ?? "";
  await page.getByLabel("Master Id", { exact: true }).fill(`  ${masterId} `);
  await search(page).click();
  await expect(page).toHaveURL(/masterId=/);
  await distinct(page, 5).toEqual([masterId]);

  await openFilter(page, "Tenant Id");
  await page.getByLabel("Tenant Id", { exact: true }).fill("no-such-tenant");
  await search(page).click();
  await expect(page.getByText("No results found. Try removing some filters.")).toBeVisible();
  await expectAccessible(page, "nothing found");
});

test("ATSR-18 SHELL-21 a time range is interpreted in the link's time zone, and refused if it ends before it starts", async ({
  page,
  signIn,
  context,
  baseURL,
}) => {
  // The cookie by which scripts send the browser's time zone; without it the region's zone would apply.
  await context.addCookies([{ name: "edge-time-zone", value: "Europe%2FLondon", url: baseURL }]);
  const base = await signIn(people.staff);
  await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW&page=2`);
  const [newest = "", oldest = ""] = [
    await column(page, 11).first().innerText(),
    await column(page, 11).last().innerText(),
  ];
  const from = page.getByLabel("From");
  const to = page.getByLabel("To", { exact: true });
  await openMoreFilters(page);
  await openFilter(page, "Request Time Range");
  await from.fill(oldest.replace(" ", "T").slice(0, 16));
  await to.fill(newest.replace(" ", "T").slice(0, 16));
  await search(page).click();
  await expect(page).toHaveURL(/tz=Europe%2FLondon/);
  await expect(page).toHaveURL(/from=/);
  // The first page of the matches, not the second of all.
  await expect(page.getByText(/^1–\d+ of \d+$/)).toBeVisible();
  await expect(page.getByText("Times in the table are in Europe/London.")).toBeVisible();
  const shown = await column(page, 11).allInnerTexts();
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.every((at) => at >= oldest.slice(0, 16) && at <= newest)).toBe(true);
  const found = await total(page);

  // In Sydney's zone the same link means other times, and the page shows that.
  const url = new URL(page.url());
  url.searchParams.set("tz", "Australia/Sydney");
  await page.goto(url.href);
  await openFilter(page, "Request Time Range");
  await expect(page.getByText("Request Time Range (Australia/Sydney)")).toBeVisible();
  await expect(page.getByText("Times in the table are in Europe/London.")).toBeVisible();
  await page.goBack();
  await expect.poll(() => total(page)).toBe(found);

  if (!(await from.isVisible())) await openFilter(page, "Request Time Range");
  await from.fill("2026-02-02T10:00");
  await to.fill("2026-02-01T10:00");
  await search(page).click();
  await expect(from).toHaveAccessibleDescription("Please select a valid time range");
  await expect(page.getByRole("table")).toHaveCount(0);
  await expect(from).toHaveValue("2026-02-02T10:00");
});

test("ATSR-14 ATSR-15 ATSR-17 a row opens its details over the list; Close returns to the same page", async ({
  page,
  signIn,
}) => {
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
  for (const label of [
    "Master Id",
    "Request Type",
    "AtsName",
    "Customer Id",
    "Tenant Id",
    "Request Count",
    "Retryable",
    "Retry Count",
    "Status",
    "Tags",
    "Created",
    "Updated",
  ])
    await expect(dialog.getByText(label, { exact: true })).toBeVisible();
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
});

test("GEN-103 Back skips a request that was closed, even if it was closed after moving to its neighbour @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/customers`);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await menu.getByRole("link", { name: "ATS Requests" }).click();
  await expect(page).toHaveURL(`${base}/ats-requests`);
  await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW&status=ATS_REQUEST_FAILED`);
  const list = page.url();
  const dialog = page.getByRole("dialog", { name: "ATS Request Detail" });
  for (const ways of [[], ["Next in the list"]]) {
    await openWhole(page, list);
    await ids(page).nth(1).getByRole("link").click();
    await expect(dialog).toBeVisible();
    const first = page.url();
    for (const name of ways) await dialog.getByRole("link", { name }).click();
    if (ways.length > 0) await expect(page).not.toHaveURL(first);
    await dialog.getByRole("link", { name: "Close" }).click();
    await expect(page).toHaveURL(list);
    await expect(dialog).toHaveCount(0);
    await expect(ids(page).nth(1)).toBeVisible();
  }
  await page.goBack();
  await expect(page).toHaveURL(`${base}/ats-requests`);

  // Closing a request opened by its address replaces it with the list in the history.
  await page.goto(list);
  const href = await ids(page)
    .first()
    .getByRole("link")
    .evaluate((link: HTMLAnchorElement) => link.href);
  await openWhole(page, `${base}/customers`);
  await openWhole(page, href);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(list);
  await page.goBack();
  await expect(page).toHaveURL(`${base}/customers`);
});

test("GEN-103 closing a request twice goes back once @js", async ({ page, signIn }) => {
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
  // At once, while the list is loading, and when it is loaded but not rendered.
  for (const closeTwice of [() => pressTwice(0), () => pressTwice(150), escapeTwice]) {
    await ids(page).nth(1).getByRole("link").click();
    await expect(dialog).toBeVisible();
    late = closeTwice === escapeTwice ? 0 : 400;
    await closeTwice();
    late = 0;
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(list);
    await expect(ids(page).nth(1)).toBeVisible();
  }
  await expect(page.locator("body")).not.toHaveAttribute("data-not-yet-modal");
});

test("ATSR-14 the JSON can be copied @js", async ({ page, signIn, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const base = await signIn(people.staff);
  await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW`);
  const id = (await ids(page).first().locator("[title]").getAttribute("title")) ?? "";
  await ids(page)
    .first()
    .getByRole("button", { name: `Copy ${id}` })
    .click();
  await expect(page.getByText("Copied")).toBeAttached();
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

test("ATSR-16 GEN-16 an unknown request and one of another customer show the same error", async ({
  page,
  signIn,
  expectedErrors,
}) => {
  // A page whose main content fails answers 502.
  expectedErrors.push(/status of 502/);
  const base = await signIn(people.staff);
  await page.goto(`${base}/switch-customer?q=Acme%20Logistics`);
  await page.getByRole("main").getByRole("link", { name: "Acme Logistics" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith(base));
  const other = /^.*?\/customers\/[^/]+/.exec(page.url())?.[0] ?? "";
  await page.goto(`${other}/ats-requests?atsName=PEOPLE_FLOW`);
  const foreign = (await ids(page).first().locator("[title]").getAttribute("title")) ?? "";
  expect(foreign).toMatch(/^[0-9a-f]{24}$/);
  for (const id of [foreign, "0".repeat(24), "nonsense"]) {
    await page.goto(`${base}/ats-requests?requestId=${id}`);
    const dialog = page.getByRole("dialog", { name: "ATS Request Detail" });
    await expect(dialog).toContainText("Unexpected error");
    await expect(dialog).toContainText("Failed to load ATS requests. Please contact support.");
  }
});

test("ATSR-11 the wide table scrolls in its own frame, on phones too @browser", async ({ page, signIn }) => {
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

test("ATSR-03 a customer without tenants has no ATS to choose", async ({ page, signIn, unique }) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("No ATS"));
  await page.goto(`${base}/ats-requests`);
  await openFilter(page, "AtsName");
  await expect(page.getByLabel("AtsName", { exact: true }).getByRole("option")).toHaveText(["Please select"]);
});
