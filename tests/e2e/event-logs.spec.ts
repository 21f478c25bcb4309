import type { Page } from "@playwright/test";
import { expect, expectAccessible, openFilter, people, test } from "./support/test";

const search = (page: Page) => page.getByRole("button", { name: "Search", exact: true });
const column = (page: Page, index: number) => page.locator(`tbody tr > :nth-child(${index})`);
/** Ticks values of a filter behind a button. */
async function tick(page: Page, filter: string, ...labels: string[]) {
  await openFilter(page, filter);
  for (const label of labels)
    await page.getByRole("group", { name: filter }).getByLabel(label, { exact: true }).check();
  // Closes it with scripts; without them it stays open.
  if (test.info().project.use.javaScriptEnabled !== false) await page.keyboard.press("Escape");
}
/** The oldest recipient with an address on the page, since other journeys de-identify and delete their own. */
const keptRecipient = async (page: Page) =>
  (await column(page, 2).filter({ hasText: "@" }).last().innerText()).trim();
const texts = (page: Page) => page.locator("tbody").allInnerTexts();

test("LOG-02 the menu leads to two logs; nothing loads before a search", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(base);
  await page
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: "Notifications" })
    .click();
  await expect(page).toHaveURL(`${base}/notifications`);
  const tabs = page.getByRole("navigation", { name: "Logs" });
  await expect(tabs.getByRole("link")).toHaveText(["Email", "SMS"]);
  await expect(tabs.getByRole("link", { name: "Email" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByText("Choose filters and press Search")).toBeVisible();
  await expect(page.getByText("Events are kept for 90 days.")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectAccessible(page, "before a search");
  await tabs.getByRole("link", { name: "SMS" }).click();
  await expect(page).toHaveURL(`${base}/notifications?tab=sms`);
  await expect(page.getByText("Choose filters and press Search")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
});

test("LOG-04 LOG-07 email events are filtered by the address @twice", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/notifications`);
  await search(page).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&tz=/);
  await expect(page).not.toHaveURL(/submit/);
  await expect(page.getByRole("columnheader")).toHaveText([
    "Event Type",
    "Recipient",
    "Subject",
    "Template Type",
    "Template ID",
    "Event Time",
  ]);
  const times = await column(page, 6).allInnerTexts();
  expect(times).toHaveLength(30);
  expect(times).toEqual([...times].sort().reverse());
  const address = await keptRecipient(page);
  await page.getByLabel("Recipient", { exact: true }).fill(` ${address.slice(0, -4).toUpperCase()} `);
  await tick(page, "Template Type", "FI_INVITE", "MI_REPORT", "SI_INVITE");
  await search(page).click();
  await expect(page).toHaveURL(/recipient=/);
  await expect(page).toHaveURL(/templateType=FI_INVITE&templateType=SI_INVITE&templateType=MI_REPORT/);
  await expect.poll(() => page.locator("tbody tr").count()).toBeLessThan(30);
  const rows = await texts(page);
  await page.goto(page.url());
  expect(await texts(page)).toEqual(rows);

  await page.goto(`${base}/notifications`);
  await search(page).click();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^31–60 of/)).toBeVisible();
  await expectAccessible(page, "page 2");
});

test("LOG-40 LOG-41 an invalid range of days is reported and kept", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/notifications`);
  const [from, to] = [page.getByLabel("From", { exact: true }), page.getByLabel("To", { exact: true })];
  await page.getByLabel("Recipient", { exact: true }).fill("pat");
  const today = await to.inputValue();
  const before = (days: number) =>
    new Date(Date.parse(today) - days * 24 * 3_600_000).toISOString().slice(0, 10);
  await openFilter(page, "Event Time Range");
  await from.fill(before(8));
  await to.fill(before(1));
  await search(page).click();
  await expect(from).toHaveAccessibleDescription("The time range cannot be longer than 7 days");
  await expect(from).toHaveValue(before(8));
  await expect(page.getByLabel("Recipient", { exact: true })).toHaveValue("pat");
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectAccessible(page, "an invalid range of days");
  // Opening an address keeps its valid part, and the page names what was ignored.
  await page.goto(`${base}/notifications?from=${before(93)}&to=${before(89)}`);
  await expect(page.getByText(`Events from ${before(93)} to ${before(91)} are no longer kept`)).toBeVisible();
  await page.goto(`${base}/notifications?from=${before(2)}&to=${today}&recipient=nobody-at-all`);
  await expect(page.getByText("No events found")).toBeVisible();
  await expect(page.getByText("enter a shorter part of the recipient")).toBeVisible();
});

test("LOG-15 LOG-37 a bounced email has its history and a link to its candidate", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/notifications`);
  await tick(page, "Template Type", "FI_INVITE");
  await search(page).click();
  await expect(page.getByRole("table")).toBeVisible();
  const bounced = page.getByRole("row").filter({ has: page.getByText("Bounce", { exact: true }) });
  // The week that has one depends on the day the demo data was created.
  const found = new URL(page.url());
  const last = Date.parse(found.searchParams.get("to") ?? "");
  const before = (days: number) => new Date(last - days * 86_400_000).toISOString().slice(0, 10);
  for (let week = 0; week < 12 && (await bounced.count()) === 0; week += 1) {
    const days = { from: before(7 * week + 6), to: before(7 * week), size: "100" };
    for (const [name, value] of Object.entries(days)) found.searchParams.set(name, value);
    for (let next = 1; next <= 5 && (await bounced.count()) === 0; next += 1) {
      found.searchParams.set("page", String(next));
      await page.goto(found.href);
      if ((await page.getByRole("link", { name: "Next" }).count()) === 0) next = 5;
    }
  }
  const recipient = (await bounced.first().getByRole("rowheader").innerText()).trim();
  await bounced.first().getByRole("link").first().click();
  await expect(page).toHaveURL(/messageId=/);
  const dialog = page.getByRole("dialog", { name: "Email" });
  for (const label of ["Event Type", "Message ID", "Subject", "From", "To", "Template Type", "Template ID"])
    await expect(dialog.getByText(label, { exact: true })).toBeVisible();
  await expect(dialog.getByText("Bounced: the address could not be reached")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await expect(dialog.getByRole("listitem").first()).toContainText("Send");
  await expect(dialog.getByRole("listitem").first()).toContainText(/\d\d:\d\d:\d\d UTC$/);
  await expect(dialog.getByRole("listitem").last()).toContainText("Bounce");
  await expectAccessible(page, "detail");
  const shown = page.url();
  await page.goto(shown);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("link", { name: "Close" }).click();
  await expect(page).not.toHaveURL(/messageId/);
  await expect(dialog).toHaveCount(0);
  await page.goto(shown);
  await dialog.getByRole("link", { name: "Correct the candidate's email" }).click();
  await expect(page).toHaveURL(/\/vacancies\/\w+\/applications\/\w+\/edit/);
  await expect(page.getByRole("textbox", { name: "Email", exact: true })).toHaveValue(recipient);
});
