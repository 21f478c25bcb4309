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

test("APP-18 GEN-05 GEN-06 GEN-90 an active filter shows its value and is removed by its cross", async ({
  page,
  signIn,
}) => {
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
  await openFilter(page, "Status");
  await page.getByRole("group", { name: "Status" }).getByLabel("New").uncheck();
  await page.locator(".filter-panel:visible").getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/status=APPS_APPLICATION_HIRED/);
  await expect(page).not.toHaveURL(/APPS_APPLICATION_NEW/);
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page).not.toHaveURL(/status=/);
  await expect(page.getByRole("link", { name: /^Clear/ })).toHaveCount(0);
});

test("APP-11..APP-19 each filter opens from its button, one at a time, in any browser @browser", async ({
  page,
  signIn,
}) => {
  // Like a browser without popovers.
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, "popover"));
  const base = await signIn(people.recruiter);
  await page.goto(candidatesOf(base));
  const hired = page.getByRole("checkbox", { name: "Hired" });
  await openFilter(page, "Status");
  await expect(hired).toBeVisible();
  await expectAccessible(page, "an open filter", ".filter[open]");
  if (process.env.LOOK) await page.screenshot({ path: ".cache/filter-open.png" });
  await openFilter(page, "Application date");
  await expect(hired).toBeHidden();
  await expect(page.getByLabel("From")).toBeVisible();
  await openFilter(page, "Status");
  await hired.check();
  await page.locator(".filter-panel:visible").getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/status=APPS_APPLICATION_HIRED/);
  await expect(hired).toBeHidden();
  await expect(page.getByText("Status: Hired").first()).toBeVisible();
  if (hasScripts()) {
    await expect(page.locator("details.filter > summary").first()).toBeFocused();
    await openFilter(page, "Status");
    await page.keyboard.press("Escape");
    await expect(hired).toBeHidden();
    await expect(page.locator("details.filter > summary").first()).toBeFocused();
    await openFilter(page, "Status");
    await page.getByRole("heading", { level: 1 }).click();
    await expect(hired).toBeHidden();
  }
  await openFilter(page, "Status");
  await page.getByRole("link", { name: "Clear Status" }).click();
  await expect(page).not.toHaveURL(/status=/);
  await expect(page.locator("details.filter > summary").first()).toHaveText("Status");
});

test("quality: a column without any value on the page gives its space to the name @browser", async ({
  page,
  signIn,
}) => {
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
  const cut = await page
    .locator("th.col-empty")
    .evaluateAll((heads) =>
      heads.flatMap((one) => (one.scrollWidth > one.clientWidth ? one.textContent : [])),
    );
  expect(cut).toEqual([]);
  await expectNoOverflow(page, "empty columns");
  if (process.env.LOOK) await page.screenshot({ path: ".cache/columns-empty.png" });
});

test("GEN-06 with scripts changes apply automatically, and text being typed stays @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(candidatesOf(base));
  const search = page.getByLabel("Search candidates in this stage");
  await search.pressSequentially("an");
  await expect(page).toHaveURL(/q=an/);
  await expect(search).toBeFocused();
  await search.pressSequentially("n");
  await expect(page).toHaveURL(/q=ann/);
  await expect(search).toHaveValue("ann");
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(search).toHaveValue("");
});

test("APP-16 a reversed date range is reported next to the field and kept", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(candidatesOf(base));
  await openFilter(page, "Application date");
  await page.getByLabel("From").fill("2026-03-02");
  await page.getByLabel("To", { exact: true }).fill("2026-03-01");
  await page.getByRole("button", { name: "Apply", exact: true }).first().click();
  await expect(page.getByLabel("From")).toHaveAccessibleDescription(
    "The first day must not be after the last day.",
  );
  await expect(page.getByLabel("From")).toHaveValue("2026-03-02");
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("2026-03-01");
});

test("customers are searched by name and account name; the count is next to the title", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  await expect(page.locator(".page-count")).toHaveText(/^[\d,]+$/);
  await expect(
    page.getByText("Only customers of Acme Group in Asia Pacific (Sydney) are shown."),
  ).toBeVisible();
  const before = Number(await page.locator(".page-count").innerText());
  await page.getByLabel("Search customers").fill("ACME-LOGI");
  await page.getByRole("button", { name: "Apply", exact: true }).first().click();
  await expect(page).toHaveURL(/search=ACME-LOGI/);
  await expect(page.getByRole("rowheader")).toHaveText(["Acme Logistics"]);
  expect(Number(await page.locator(".page-count").innerText())).toBeLessThan(before);
  await page.getByLabel("Search customers").fill("nobody is called this");
  await page.getByRole("button", { name: "Apply", exact: true }).first().click();
  await expect(page.getByText("No results found. Try removing some filters.")).toBeVisible();
  await page.getByRole("link", { name: "Clear all filters" }).click();
  await expect(page).not.toHaveURL(/search=/);
});

test("VAC-67 GEN-05 vacancies are searched by title and external ID, and the count is updated", async ({
  page,
  signIn,
}) => {
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
});

for (const [what, address, label] of [
  ["groups", "groups", "Search group"],
  ["workflows", "workflow-sets/workflows", "Search workflows"],
  ["workflow sets", "workflow-sets", "Search workflow sets"],
  ["ATS tenants", "settings/ats-tenants", "Search ATS tenants"],
] as const) {
  test(`GEN-95 ${what} are searched by a part of the name, and so are their archives`, async ({
    page,
    signIn,
  }) => {
    const base = await signIn(people.staff);
    const apply = () => page.getByRole("button", { name: "Apply", exact: true }).first().click();
    const names = page.getByRole("rowheader");
    await page.goto(`${base}/${address}`);
    const name = (await names.first().innerText()).trim();
    await page.getByLabel(label).fill(name.toUpperCase());
    await apply();
    await expect(page).toHaveURL(/[?&]search=/);
    await expect(names.filter({ hasNotText: name })).toHaveCount(0);
    await expect(names.first()).toHaveText(name);
    await page.getByLabel(label).fill("nothing is called this");
    await apply();
    await expect(page.getByText("No results found. Try removing some filters.")).toBeVisible();
    await page.getByRole("link", { name: "Clear all filters" }).click();
    await expect(page).toHaveURL(`${base}/${address}`);
    if (what === "ATS tenants") return;
    await page.goto(`${base}/${address}/archive`);
    await page.getByLabel(label).fill("nothing is called this");
    await apply();
    await expect(page.getByText("No results found. Try removing some filters.")).toBeVisible();
  });
}

test("GEN-99 columns are hidden, moved and pinned, and the row height chosen; stored in a cookie, not in links", async ({
  page,
  signIn,
}) => {
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

test("SHELL-25 GEN-03 a list of several pages has a pager and a page size, a single page has neither", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies?page=2`);
  await expect(page.locator(".table-range")).toContainText("31–60 of");
  await expect(page.getByLabel("Rows per page")).toHaveValue("30");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.locator(".table-range")).toContainText("61–90 of");
  await page.goto(`${base}/customers?search=acme-logistics`);
  await expect(page.locator(".table-range")).toHaveText("1–1 of 1");
  await expect(page.getByLabel("Rows per page")).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
});

test("paging, sorting and filtering announce the rows shown @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies`);
  const said = (text: string | RegExp) =>
    expect(page.getByRole("status").filter({ hasText: text })).toHaveCount(1);
  await page.getByRole("link", { name: "Next page" }).click();
  await said(/^Rows 31–60 of \d+/);
  await page.getByRole("columnheader").getByRole("link", { name: "Title" }).click();
  await said(/^Rows 1–30 of \d+\. Title, ascending$/);
  await page.getByRole("columnheader").getByRole("link", { name: "Title" }).click();
  await said(/^Rows 1–30 of \d+\. Title, descending$/);
  await page.goto(`${base}/vacancies?q=manager`);
  await page.getByRole("searchbox", { name: /^Search vacanc/ }).fill("nothing is called so");
  await said("No rows");
});

test("GEN-104 middle click and Ctrl+click open a tab anywhere in a row, as on its link @js", async ({
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

test("SHELL-29 the bar counts the selection, with Shift for ranges, and clears it @js", async ({
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
  await bar.getByRole("button", { name: "Clear" }).click();
  await expect(archive).toBeDisabled();
  await expect(page.locator(".row-check:checked")).toHaveCount(0);
  await expect(page.locator("tr[data-selected]")).toHaveCount(0);
});

test("GEN-102 BULK-01 selecting all matches survives another row height, and ticked rows survive other columns @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies?select=all`);
  const chosen = page.getByText(/^All [\d,]+ that match are selected$/);
  await expect(chosen).toBeVisible();
  await page.getByRole("button", { name: "Compact", exact: true }).click();
  await expect(page.getByRole("button", { name: "Compact", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page).toHaveURL(/select=all/);
  await expect(chosen).toBeVisible();
  await page.getByRole("button", { name: "Comfortable", exact: true }).click();
  // A link's columns are another address of the same rows.
  await page.goto(`${base}/vacancies?columns=title,createdAt`);
  const boxes = page.locator(".row-check");
  await boxes.nth(1).check();
  await page.getByRole("button", { name: "Compact", exact: true }).click();
  await expect(page).not.toHaveURL(/columns=/);
  await expect(boxes.nth(1)).toBeChecked();
  await expect(page.locator(".list-bar").getByText("1 selected")).toBeVisible();
  await page.getByRole("button", { name: "Comfortable", exact: true }).click();
});

test("the focus moves to the notice after Archive and Restore, and is never lost @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies?size=100`);
  const name = await page.getByRole("rowheader").last().innerText();
  await page.locator(".row-check").last().check();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("Vacancy(s) archived")).toBeVisible();
  await expect(page.locator(".notices > :focus")).toHaveCount(1);
  await page.goto(`${base}/vacancies/archive?size=100`);
  await page.getByRole("row").filter({ hasText: name }).getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Vacancy(s) restored")).toBeVisible();
  await expect(page.locator(".notices > :focus")).toHaveCount(1);
});

test("quality: rows are cards on a phone, with their roles, a sort menu, and nothing truncated @browser", async ({
  page,
  signIn,
}) => {
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
    if (process.env.LOOK) await page.screenshot({ path: `.cache/cards-${path.split("/").at(-1)}.png` });
  }
  await page.goto(`${base}/vacancies`);
  await page.locator("summary", { hasText: "Sort by: Created, descending" }).click();
  await page.getByRole("link", { name: "Title, ascending" }).click();
  await expect(page).toHaveURL(/sort=title/);
  await expect(page.locator("summary", { hasText: "Sort by: Title, ascending" })).toBeVisible();

  await page.goto(candidatesOf(base));
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Unviewed only").check();
  await page.getByRole("button", { name: "Apply", exact: true }).first().click();
  await expect(page).toHaveURL(/unviewed=1/);
  await expect(page.getByText("Filters (1)")).toBeVisible();
  // Each filter unfolds in place.
  await page.goto(candidatesOf(base));
  await page.getByText("Filters", { exact: true }).click();
  await openFilter(page, "Application date");
  await page.getByLabel("From").fill("2026-03-01");
  await expectNoOverflow(page, "a filter on a phone");
  await expectAccessible(page, "a filter on a phone");
  if (process.env.LOOK) await page.screenshot({ path: ".cache/filter-phone.png" });
});

test("quality: candidates fit a laptop without horizontal scrolling @js", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(candidatesOf(base));
    await expectNoOverflow(page, `${width}`);
    const [table, frame] = await Promise.all([
      page.getByRole("table").boundingBox(),
      page.locator(".list-card").boundingBox(),
    ]);
    expect(table?.width ?? 9999).toBeLessThanOrEqual(frame?.width ?? 0);
    const name = await page.locator("tbody .col-name").first().boundingBox();
    expect(name?.width ?? 0).toBeGreaterThanOrEqual(180);
    if (process.env.LOOK) await page.screenshot({ path: `.cache/candidates-${width}.png` });
  }
});

test("APP-53 a candidate's name opens the result of every stage, and closes to the same list", async ({
  page,
  signIn,
}) => {
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
  await expectAccessible(page, "a candidate");
  if (process.env.LOOK) await page.screenshot({ path: ".cache/candidate.png" });
  await page.locator("main .back-link").click();
  await expect(page).toHaveURL(list);
  await page.goto(`${candidatesOf(base)}/applications/${"0".repeat(24)}`);
  await expect(page).toHaveURL(candidatesOf(base));
});
