import type { Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { hasScripts, openWhole } from "./support/kit";
import {
  addressOf,
  expect,
  expectAccessible,
  expectNoOverflow,
  openColumns,
  openFilter,
  people,
  test,
} from "./support/test";

const candidatesOf = (base: string) => `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`;

const headings = (page: Page) => page.getByRole("columnheader");

test("APP-18 GEN-90 a filter shows its value and is removed by its cross", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(
    `${candidatesOf(base)}?status=APPS_APPLICATION_NEW&status=APPS_APPLICATION_HIRED&result=YES&page=2&size=50`,
  );
  const buttons = page.locator("details.filter > summary");
  await expect(buttons).toHaveText(["Status: New, Hired", "Result: Yes", "Application date"]);
  await expect(page.locator(".filter-panel:visible")).toHaveCount(0);
  await expectAccessible(page, "filters that are set");
  // Shown once: the button has the value, so there is no chip.
  await expect(page.getByRole("list", { name: "Active filters" })).toBeHidden();
  await page.getByRole("link", { name: "Clear Result" }).click();
  await expect(page).not.toHaveURL(/result=|page=/);
  await expect(page).toHaveURL(/size=50/);
  await expect(buttons).toHaveText(["Status: New, Hired", "Result", "Application date"]);
  // One filter is open at a time.
  await openFilter(page, "Application date");
  await expect(page.getByLabel("From")).toBeVisible();
  await openFilter(page, "Status");
  await expect(page.getByLabel("From")).toBeHidden();
  await page.getByRole("group", { name: "Status" }).getByLabel("New").uncheck();
  await page.locator(".filter-panel:visible").getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/status=APPS_APPLICATION_HIRED/);
  await expect(page).not.toHaveURL(/APPS_APPLICATION_NEW/);
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page).not.toHaveURL(/status=/);
  await expect(page.getByRole("link", { name: /^Clear/ })).toHaveCount(0);
});

test("quality: an empty column gives its space to the name @js @all", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.setViewportSize({ width: 1440, height: 900 });
  const nameWidth = async () => (await page.locator("tbody .col-name").first().boundingBox())?.width ?? 0;
  await page.goto(candidatesOf(base));
  await expect(page.locator("th.col-empty")).toHaveCount(0);
  const before = await nameWidth();
  await page.getByRole("link", { name: "Not started" }).click();
  await expect(page.locator("th.col-empty").first()).toBeVisible();
  await expect(page.locator("th.col-empty")).toContainText(["Result", "Flags", "Insights"]);
  expect(await nameWidth()).toBeGreaterThan(before + 60);
  await expectNoOverflow(page, "empty columns");
});

test("VAC-67 VAC-21 vacancies are searched by a part of the title", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies?page=2`);
  await page.getByLabel("Search vacancies").fill("christmas CASUALS");
  await page.getByRole("button", { name: "Apply", exact: true }).first().click();
  await expect(page).toHaveURL(/\/vacancies\?q=christmas\+CASUALS(&|$)/);
  await expect(page.getByRole("rowheader").first()).toContainText("Christmas casuals");
  const rows = page.getByRole("rowheader");
  await expect(rows.filter({ hasNotText: /Christmas casuals/i })).toHaveCount(0);
  await expect(page.locator(".page-count")).toHaveText(String(await rows.count()));
  await page.getByLabel("Search vacancies").fill("nothing is called this");
  await page.getByRole("button", { name: "Apply", exact: true }).first().click();
  await expect(page.getByText("No results found. Try removing some filters.")).toBeVisible();
  await expect(page.getByText("Set up")).toHaveCount(0);
  await page.getByRole("link", { name: "Clear all filters" }).click();
  await expect(page).toHaveURL(`${base}/vacancies`);
  const form = page.getByRole("main").locator('form[method="post"]').first();
  expect(await form.getAttribute("action")).not.toContain("index");
});

test("GEN-95 lists are searched by a part of the name", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  const names = page.getByRole("rowheader");
  for (const [address, label] of [
    ["groups", "Search group"],
    ["workflow-sets/workflows", "Search workflows"],
    ["workflow-sets/archive", "Search workflow sets"],
    ["settings/ats-tenants", "Search ATS tenants"],
  ] as const) {
    await page.goto(`${base}/${address}`);
    const name = (await names.first().innerText()).trim();
    await page.getByLabel(label).fill(name.toUpperCase());
    await page.getByRole("button", { name: "Apply", exact: true }).first().click();
    await expect(page).toHaveURL(/[?&]search=/);
    await expect(names.filter({ hasNotText: name })).toHaveCount(0);
    await expect(names.first()).toHaveText(name);
    await page.getByRole("link", { name: "Clear", exact: true }).click();
    await expect(page).toHaveURL(`${base}/${address}`);
  }
});

test("GEN-99 columns and row height are chosen, and kept in a cookie @twice", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies`);
  await expect(headings(page).filter({ hasText: "Hiring manager" })).toHaveCount(1);
  let chooser = await openColumns(page);
  // The column with the row's name cannot be hidden.
  await expect(chooser.getByRole("checkbox", { name: "Show Title" })).toHaveCount(0);
  await chooser.getByRole("checkbox", { name: "Show Hiring manager" }).uncheck();
  await chooser.getByRole("checkbox", { name: "Keep Created in view" }).check();
  await chooser.getByRole("button", { name: "Update columns" }).click();
  await expect(headings(page).filter({ hasText: "Hiring manager" })).toHaveCount(0);
  await expect(headings(page).nth(1)).toContainText("Created");
  expect(new URL(addressOf(page)).pathname).toBe(`${base}/vacancies`);

  // Only one link contains the columns.
  await expect(chooser.getByRole("link", { name: "Link with these columns" })).toHaveAttribute(
    "href",
    /[?&]columns=created%2Ctitle/,
  );

  // It stays open, without scripts too, since another choice may follow.
  await chooser.getByRole("button", { name: "Move External ID up" }).click();
  await expect
    .poll(async () => (await headings(page).allInnerTexts()).map((text) => text.trim()).slice(-2))
    .toEqual(["Applications", "External ID"]);
  await page.getByRole("button", { name: "Compact" }).click();
  await expect(page.getByRole("button", { name: "Compact" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("table")).toHaveClass(/table-compact/);
  await page.reload();
  await expect(page.getByRole("table")).toHaveClass(/table-compact/);
  await expect(headings(page).filter({ hasText: "Hiring manager" })).toHaveCount(0);
  await expectAccessible(page, "chosen columns");

  if (hasScripts()) chooser = await openColumns(page);
  await expectAccessible(page, "column chooser", ".columns[open]");
  await chooser.getByRole("button", { name: "Reset" }).click();
  await expect(headings(page).filter({ hasText: "Hiring manager" })).toHaveCount(1);
  await expect(page.getByRole("table")).not.toHaveClass(/table-compact/);
});

test("paging, sorting and filtering announce the rows shown @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies`);
  const announced = (text: string | RegExp) =>
    expect(page.getByRole("status").filter({ hasText: text })).toHaveCount(1);
  await page.getByRole("link", { name: "Next page" }).click();
  await announced(/^Rows 31–60 of \d+/);
  await page.getByRole("columnheader").getByRole("link", { name: "Title" }).click();
  await announced(/^Rows 1–30 of \d+\. Title, ascending$/);
  await page.getByRole("columnheader").getByRole("link", { name: "Title" }).click();
  await announced(/^Rows 1–30 of \d+\. Title, descending$/);
  await page.goto(`${base}/vacancies?q=manager`);
  await page.getByRole("searchbox", { name: /^Search vacanc/ }).fill("nothing is called so");
  await announced("No rows");
});

test("GEN-104 VAC-06 a click anywhere in a row opens it; middle click and Ctrl+click open a tab @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await openWhole(page, `${base}/vacancies`);
  const row = page.locator("tbody tr").first();
  const href = await row.locator("a.row-link").evaluate((link: HTMLAnchorElement) => link.href);
  const opens = async (press: () => Promise<void>) => {
    const [tab] = await Promise.all([page.context().waitForEvent("page"), press()]);
    await expect(tab).toHaveURL(href);
    await tab.close();
  };
  const cell = row.getByRole("cell").last();
  await opens(() => cell.click({ button: "middle" }));
  await opens(() => cell.click({ modifiers: ["ControlOrMeta"] }));
  await opens(() => row.locator("a.row-link").click({ button: "middle" }));
  await expect(page).toHaveURL(`${base}/vacancies`);
  await cell.click();
  await expect(page).toHaveURL(href);
});

test("SHELL-29 ORG-04 ORG-39 the bar counts the selection, keeps it, and its buttons need one @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies`);
  const bar = page.locator(".list-bar");
  const archive = bar.getByRole("button", { name: "Archive", exact: true });
  await expect(archive).toBeDisabled();
  const height = (await bar.boundingBox())?.height;
  const boxes = page.locator(".row-check");
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await expect(bar.getByText("4 selected")).toBeVisible();
  await expect(archive).toBeEnabled();
  expect((await bar.boundingBox())?.height).toBe(height);
  await expect(page.locator("tr[data-selected]")).toHaveCount(4);
  await page.locator(".all-check").check();
  const chosen = await page.locator(".row-check:checked").count();
  expect(chosen).toBeGreaterThan(4);
  await expect(bar.getByText(new RegExp(`^${chosen} .*selected`))).toBeVisible();
  await bar.getByRole("button", { name: "Clear" }).click();
  await expect(archive).toBeDisabled();
  await expect(page.locator(".row-check:checked")).toHaveCount(0);
  await expect(page.locator("tr[data-selected]")).toHaveCount(0);
  await page.goto(`${base}/vacancies/archive`);
  await expect(page.getByRole("button", { name: "Restore", exact: true })).toBeDisabled();

  // Selecting all matches survives another row height, and ticked rows survive other columns.
  await page.goto(`${base}/vacancies?select=all`);
  const all = page.getByText(/^All [\d,]+ that match are selected$/);
  await expect(all).toBeVisible();
  await openColumns(page);
  await page.getByRole("button", { name: "Compact", exact: true }).click();
  await expect(page.getByRole("table")).toHaveClass(/table-compact/);
  await expect(all).toBeVisible();
  await page.goto(`${base}/vacancies?columns=title,createdAt`);
  await boxes.nth(1).check();
  await openColumns(page);
  await page.getByRole("button", { name: "Comfortable", exact: true }).click();
  await expect(page).not.toHaveURL(/columns=/);
  await expect(boxes.nth(1)).toBeChecked();
});

test("quality: on a phone rows are cards with nothing truncated @browser @all", async ({ page, signIn }) => {
  test.slow();
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [`${base}/vacancies`, `${base}/customers`, candidatesOf(base)]) {
    await page.goto(path);
    await expect(page.getByRole("table")).toBeVisible();
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    const { width } = (await page.getByRole("row").nth(1).boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThan(280);
    expect(width).toBeLessThanOrEqual(360);
    await expectNoOverflow(page, path);
    await expectAccessible(page, path);
  }
  await page.goto(`${base}/vacancies`);
  await page.locator("summary", { hasText: "Sort by: Created, descending" }).click();
  await page.getByRole("link", { name: "Title, ascending" }).click();
  await expect(page).toHaveURL(/sort=title/);
  await expect(page.locator("summary", { hasText: "Sort by: Title, ascending" })).toBeVisible();

  // Each filter unfolds in place.
  await page.goto(candidatesOf(base));
  await page.getByText("Filters", { exact: true }).click();
  await openFilter(page, "Application date");
  await page.getByLabel("From").fill("2026-03-01");
  await expectNoOverflow(page, "a filter on a phone");
  await expectAccessible(page, "a filter on a phone");
});

test("APP-53 APP-80 a name opens the result of every stage", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(candidatesOf(base));
  await page.getByRole("link", { name: "Video interview" }).click();
  await expect(page).toHaveURL(/stageId=/);
  const earlier = page.getByText(/^Chat interview \d+, (Yes|Maybe|No)$/);
  await expect(earlier.first()).toBeVisible();
  const words = await earlier.first().innerText();
  const row = page.getByRole("row").filter({ hasText: words }).first();
  const name = (await row.locator(".row-link bdi").innerText()).trim();
  const list = page.url();
  await row.getByRole("rowheader").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  const chat = page.getByRole("region", { name: "Chat interview" });
  await expect(page.getByRole("region", { name: "Video interview" })).toBeVisible();
  for (const part of words.replace("Chat interview ", "").split(", "))
    await expect(chat.getByText(part, { exact: true }).first()).toBeVisible();
  // The result is first.
  await expect(page.locator(".candidate-answers").first()).toContainText("Score");
  const text = await page.getByRole("main").innerText();
  expect(text.indexOf("Score")).toBeLessThan(text.indexOf("Submitted"));
  await expectAccessible(page, "a candidate");
  await page.locator("main .back-link").click();
  await expect(page).toHaveURL(list);
  await page.goto(`${candidatesOf(base)}/applications/${"0".repeat(24)}`);
  await expect(page).toHaveURL(candidatesOf(base));
});
