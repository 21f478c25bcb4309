import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, openFilter, people, test } from "./support/test";

const search = (page: Page) => page.getByRole("button", { name: "Search", exact: true });
const column = (page: Page, index: number) => page.locator(`tbody tr > :nth-child(${index})`);
const distinct = (page: Page, index: number) =>
  expect.poll(async () => [...new Set(await column(page, index).allInnerTexts())].sort());
const total = async (page: Page) =>
  Number(/of ([\d,]+)/.exec(await page.locator(".table-foot").innerText())?.[1]?.replaceAll(",", ""));
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

test("LOG-01 LOG-02 LOG-05 SHELL-12 the menu leads to two logs; nothing loads before a search", async ({
  page,
  signIn,
}) => {
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

test("LOG-03 LOG-04 LOG-06 LOG-07 LOG-12 LOG-36 email events by every filter, reproducible from the address", async ({
  page,
  signIn,
}) => {
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
  const all = await total(page);
  // The oldest events are demo data; the newest may all be mails of other tests, which are only sent. The last page may
  // be nearly empty, so the one before is used.
  await page.goto(`${page.url()}&page=${Math.floor(all / 30)}`);
  await expect(column(page, 1).getByText("Delivery").first()).toHaveAttribute("data-accent-color", "green");
  await page.goBack();
  await expect(page).not.toHaveURL(/page=/);

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
  await expect.poll(() => total(page)).toBe(all);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^31–60 of/)).toBeVisible();
  await expectAccessible(page, "page 2");
});

test("LOG-08 LOG-09 LOG-10 LOG-40 LOG-41 invalid dates are reported next to the field, and no input is lost", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/notifications`);
  const [from, to] = [page.getByLabel("From", { exact: true }), page.getByLabel("To", { exact: true })];
  await page.getByLabel("Recipient", { exact: true }).fill("pat");
  const today = await to.inputValue();
  const before = (days: number) =>
    new Date(Date.parse(today) - days * 24 * 3_600_000).toISOString().slice(0, 10);
  for (const [start, end, message] of [
    ["", "", "Please select an event time range"],
    [before(91), before(90), "The time range cannot start earlier than 90 days ago"],
    [before(8), before(1), "The time range cannot be longer than 7 days"],
    [before(1), before(2), "The end must not be before the start"],
  ] as const) {
    // Filters with an error are already open.
    if (!(await from.isVisible())) await openFilter(page, "Event Time Range");
    await from.fill(start);
    await to.fill(end);
    await search(page).click();
    await expect(from).toHaveAccessibleDescription(message);
    await expect(from).toHaveValue(start);
    await expect(to).toHaveValue(end);
    await expect(page.getByLabel("Recipient", { exact: true })).toHaveValue("pat");
    await expect(page.getByRole("table")).toHaveCount(0);
  }
  await expectAccessible(page, "days the wrong way round");
  // The same dates in an opened address: the valid part remains, and the page names the rest.
  await page.goto(`${base}/notifications?from=${before(93)}&to=${before(89)}`);
  await expect(page.getByText(`Events from ${before(93)} to ${before(91)} are no longer kept`)).toBeVisible();
  await page.goto(`${base}/notifications?from=${before(2)}&to=${today}&recipient=nobody-at-all`);
  await expect(page.getByText("No events found")).toBeVisible();
  await expect(page.getByText("enter a shorter part of the recipient")).toBeVisible();
});

test("LOG-14 LOG-15 LOG-37 a bounced email: its history in both time zones, its meaning, and the link to correct the candidate", async ({
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

test("LOG-24 LOG-25 LOG-28 LOG-29 LOG-30 LOG-32 LOG-41 LOG-14 text messages by status, number and order of time", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/notifications?tab=sms`);
  await search(page).click();
  await expect(page).toHaveURL(/tab=sms&search=1&from=\d{4}-\d\d-\d\d&to=/);
  await expect(page.getByRole("columnheader")).toHaveText([
    "Status",
    "Phone Number",
    "Template Type",
    "Template ID",
    /^Time Sent/,
  ]);
  const newest = await column(page, 5).allInnerTexts();
  expect(newest).toEqual([...newest].sort().reverse());
  await page.getByRole("columnheader").getByRole("link", { name: "Time Sent" }).click();
  await expect(page).toHaveURL(/order=asc/);
  await expect
    .poll(async () => (await column(page, 5).first().innerText()) < (newest.at(-1) ?? ""))
    .toBe(true);
  await tick(page, "Status", "Carrier Unreachable");
  await search(page).click();
  await expect(page).toHaveURL(/status=CARRIER_UNREACHABLE/);
  await distinct(page, 1).toEqual(["Carrier Unreachable"]);
  const number = (await column(page, 2).first().innerText()).trim();

  await column(page, 2).first().getByRole("link").click();
  const dialog = page.getByRole("dialog", { name: "Text message" });
  await expect(dialog.getByText("The carrier could not be reached")).toBeVisible();
  await expect(dialog.getByRole("listitem").first()).toContainText("Pending");
  await expectAccessible(page, "detail of a text message");
  await dialog.getByRole("link", { name: "Close" }).click();
  // Elements behind an open dialog accept no input.
  await expect(dialog).toHaveCount(0);

  const phone = page.getByLabel("Phone Number", { exact: true });
  await phone.fill(`${number.slice(1, 6)} ${number.slice(6)}`);
  await search(page).click();
  await distinct(page, 2).toEqual([number]);
  for (const [typed, message] of [
    ["0412 345 678", "Please enter phone number with country code"],
    ["+61 4", "Please enter phone number in a valid format"],
  ] as const) {
    await phone.fill(typed);
    await search(page).click();
    await expect(phone).toHaveAccessibleDescription(message);
    await expect(phone).toHaveValue(typed);
  }
  await page.goto(`${base}/notifications?tab=sms&search=1&phone=%2B61491570156`);
  await expect(page.getByText("No events found")).toBeVisible();
});

test("SHELL-25 the logs fit a phone, as cards", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const tab of ["", "?tab=sms"]) {
    await page.goto(`${base}/notifications${tab}`);
    await expectNoOverflow(page, `filters ${tab}`);
    await search(page).click();
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    await expectNoOverflow(page, `rows ${tab}`);
    await page.getByRole("rowheader").first().getByRole("link").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoOverflow(page, `detail ${tab}`);
  }
  await expectAccessible(page, "detail at 360 px");
});
