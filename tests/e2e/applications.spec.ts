import type { Locator, Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { formWith } from "../support/console-client";
import { withLongVacancy } from "./support/long-lists";
import { row } from "./support/kit";
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openFilter,
  people,
  settled,
  test,
} from "./support/test";
import { hasScripts } from "./support/settings";

const pathOf = (base: string) => `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`;

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "");
/** A last name unused by other tests, to find candidates by. */
const lastNameOf = (unique: string) => slug(unique).slice(0, 40);
const emailOf = (first: string, last: string) => `${slug(first)}.${last.slice(-24)}@mail.example`;

const dialog = (page: Page, name?: string) => page.getByRole("dialog", name ? { name } : undefined).last();
const notice = (page: Page, text: string) => page.getByRole("status").getByText(text);

/** Invites a person to the first stage by posting the form: for tests about something else. */
async function invite(page: Page, path: string, firstName: string, lastName: string, phoneNumber = "") {
  const html = await (await page.request.get(`${path}/invite`)).text();
  const typed = { email: emailOf(firstName, lastName), firstName, lastName, phoneNumber };
  const form = Object.fromEntries(formWith({ html }, "invite", typed));
  const answer = await page.request.post(`${path}/invite`, { form, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

/** A progress filter of the chosen stage, followed by its count. */
const progress = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Progress" })
    .getByRole("link", { name: new RegExp(`^${name}( [\\d,]+)?$`) });

/** The bulk bar below the table. */
const bulkBar = (page: Page) => page.locator(".selection-bar");
const bulkButton = (page: Page, name: string) => bulkBar(page).getByRole("button", { name, exact: true });

/** The application id of the only row shown. */
async function applicationIdOf(page: Page): Promise<string> {
  const value = await page.locator(".row-check").first().inputValue();
  expect(value).toMatch(/^[0-9a-f]{24}$/);
  return value;
}

const find = (page: Page, path: string, text: string, more = "") =>
  page.goto(`${path}?q=${encodeURIComponent(text)}${more}`);

/** Opens the menu of a row; without scripts it is at the top of the candidate's page. */
async function openActions(page: Page, of: string | Locator) {
  const at = typeof of === "string" ? row(page, of) : of;
  const own = page.locator(".candidate-head");
  if (!hasScripts() && (await own.isVisible()))
    await own.getByRole("button", { name: /^Actions for/ }).click();
  else await at.getByRole("link", { name: /^Actions for/ }).click();
}

test("INV-01..04 INV-10 INV-13 INV-14 APP-11 an invited candidate appears at the stage as not started", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const last = lastNameOf(unique("Invited"));
  const email = emailOf("Ngãi 🚀", last);
  await page.goto(`${pathOf(base)}?progressStatus=NOT_STARTED`);
  await page.getByRole("link", { name: "Invite Candidate" }).click();
  const form = dialog(page, "Please input candidate details");
  await expect(form.getByRole("heading", { name: "Invite to stage Chat interview" })).toBeVisible();
  await expect(form.getByLabel("Country code").locator("option:checked")).toHaveText("Australia (+61)");
  await form.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/progressStatus=NOT_STARTED/);

  await page.getByRole("link", { name: "Invite Candidate" }).click();
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("First name").fill("Ngãi 🚀");
  await form.getByLabel("Last name").fill(last);
  await form.getByLabel("Phone number").fill("0412 345 678");
  await form.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(notice(page, "Invite candidate success.")).toBeVisible();
  // Back at the page it came from.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/progressStatus=NOT_STARTED/);

  await find(page, pathOf(base), last.toUpperCase());
  await expect(page.getByRole("row")).toHaveCount(2);
  for (const text of ["Ngãi 🚀", "New", "Not started", email])
    await expect(row(page, last)).toContainText(text);

  const outbox = `${process.env.API_ADDRESS}/outbox?to=${encodeURIComponent(email)}`;
  const sent = await page.request.get(outbox, { headers: { accept: "application/json" } });
  expect(await sent.text()).toContain(email);
});

test("INV-05 INV-06 INV-09 INV-10 INV-13 INV-15 GEN-21 errors show next to their fields and all input stays @both", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const last = lastNameOf(unique("Wrong"));
  await invite(page, pathOf(base), "Robin", last);
  await page.goto(`${pathOf(base)}/invite`);
  const form = dialog(page, "Please input candidate details");
  const submit = form.getByRole("button", { name: "Invite", exact: true });
  await submit.click();
  await expect(form.getByText("Please input candidate email!").first()).toBeVisible();
  await expect(form.getByText("Please input candidate firstname!").first()).toBeVisible();
  await expect(form.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByLabel("First name")).toHaveAttribute("maxlength", "20");
  await expect(form.getByLabel("Last name")).toHaveAttribute("maxlength", "40");

  await form.getByLabel("Email").fill(emailOf("Robin", last).toUpperCase());
  await form.getByLabel("First name").fill("Someone");
  await form.getByLabel("Last name").fill("Else");
  await form.getByLabel("Phone number").fill("12");
  await submit.click();
  await expect(form.getByText("Please enter a valid phone number").first()).toBeVisible();
  await form.getByLabel("Phone number").fill("");
  await submit.click();
  await expect(
    form.getByText("This candidate has already been invited to this vacancy").first(),
  ).toBeVisible();
  await expect(form.getByLabel("First name")).toHaveValue("Someone");
  await expect(form.getByLabel("Last name")).toHaveValue("Else");
});

test("APP-36..45 APP-72 NOTIF-41 status, stage and link of several candidates at once @browser", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const last = lastNameOf(unique("Bulk"));
  await invite(page, pathOf(base), "Ann", last);
  await invite(page, pathOf(base), "Ben", last, "0412 345 678");
  const choose = async () => {
    for (const first of ["Ann", "Ben"]) await row(page, `${first} ${last}`).getByRole("checkbox").check();
  };
  // The window is so low that the list has to be scrolled to; the notice must be visible all the same.
  await page.setViewportSize({ width: 1280, height: 560 });
  await find(page, pathOf(base), last);
  await choose();
  await page.getByLabel("Update status").selectOption("Shortlisted");
  await bulkButton(page, "Apply").click();
  await expect(notice(page, "Application status updated.")).toBeInViewport();
  await expect(row(page, last).filter({ hasText: "Shortlisted" })).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`q=${last}`));
  for (const box of await page.locator(".row-check").all()) await expect(box).not.toBeChecked();

  await choose();
  await page.getByRole("button", { name: "Resend assessment link" }).click();
  await expect(notice(page, "Assessment invite link resent.")).toBeVisible();
  const told = "Invitations are on their way: 2 by email, 1 by SMS.";
  await expect(notice(page, told)).toBeVisible();

  await choose();
  await page.getByLabel("Move to stage").selectOption("Video interview");
  await bulkButton(page, "Move").click();
  await expect(notice(page, "Application stage updated.")).toBeVisible();
  await expect(notice(page, told)).toBeVisible();
  await expect(page.getByText("No results found. Try removing some filters.")).toBeVisible();

  const videoStage = page.getByRole("link", { name: "Video interview" });
  await videoStage.click();
  await expect(videoStage).toHaveAttribute("aria-current", "page");
  await page.getByLabel("Search candidates in this stage").fill(last);
  await page.getByRole("button", { name: "Apply", exact: true }).first().click();
  await expect(row(page, last).filter({ hasText: "manually progressed" })).toHaveCount(2);
  await expect(page.getByRole("columnheader", { name: "Rating" })).toBeVisible();
  // The last stage has no next one (APP-40), with scripts and without (GEN-21).
  await row(page, `Ann ${last}`).getByRole("checkbox").check();
  await expect(page.getByLabel("Move to stage")).toBeDisabled();
  await expect(bulkButton(page, "Move")).toBeDisabled();
});

test("VAC-50 APP-36 APP-46 the bar shows while rows are selected; sorting clears the selection @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(pathOf(base));
  const resend = page.getByRole("button", { name: "Resend assessment link" });
  await expect(resend).toBeHidden();
  await page.locator(".row-check").first().check();
  await expect(resend).toBeVisible();
  await expect(bulkBar(page).getByText("1 selected")).toBeVisible();
  await page.getByRole("link", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(resend).toBeHidden();
});

test("GEN-102 ticked rows and choices in the bar survive a change of appearance, zone and row height, a link within the page, and a dialog @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(pathOf(base));
  const boxes = page.locator(".row-check");
  const status = page.getByLabel("Update status");
  for (const at of [0, 2]) await boxes.nth(at).check();
  await status.selectOption("Shortlisted");
  const expectAll = async () => {
    await settled(page);
    await expect(bulkBar(page).getByText("2 selected")).toBeVisible();
    for (const at of [0, 2]) await expect(boxes.nth(at)).toBeChecked();
    await expect(page.locator("tr[data-selected]")).toHaveCount(2);
    await expect(page.locator(".row-check:checked")).toHaveCount(2);
    await expect(status).toHaveValue("APPS_APPLICATION_SHORTLISTED");
  };
  const choose = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const openMenu = () => page.getByRole("button", { name: /^User menu/ }).click();
  await openMenu();
  await choose("Dark");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expectAll();
  await choose("UTC");
  await expect(page.getByRole("button", { name: "UTC", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("Escape");
  await expectAll();
  for (const name of ["Compact", "Comfortable"]) {
    await choose(name);
    await expect(page.getByRole("button", { name, exact: true })).toHaveAttribute("aria-pressed", "true");
    await expectAll();
  }
  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#main$/);
  await expectAll();
  await page.goBack();
  await expect(page).not.toHaveURL(/#/);
  await expectAll();

  await page
    .getByRole("link", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Edit candidate" }).click();
  await dialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(page).not.toHaveURL(/edit/);
  await expectAll();

  // After a refusal the same rows are ticked, and can be changed again.
  await status.selectOption("");
  await bulkButton(page, "Apply").click();
  await expect(page.getByText("Please select a status")).toBeVisible();
  await status.selectOption("Shortlisted");
  await boxes.nth(0).uncheck();
  await boxes.nth(4).check();
  await boxes.nth(0).check();
  await boxes.nth(4).uncheck();
  await openMenu();
  await choose("Light");
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await page.keyboard.press("Escape");
  await expectAll();

  // Another set of rows starts without a selection.
  await page.getByRole("link", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.locator(".row-check:checked")).toHaveCount(0);
  await expect(bulkBar(page)).toBeHidden();
});

test("GEN-102 APP-47 ticked rows stay ticked when another row is changed from its menu @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${pathOf(base)}?progressStatus=COMPLETED`);
  const boxes = page.locator(".row-check");
  for (const at of [0, 2]) await boxes.nth(at).check();
  await page.getByLabel("Update status").selectOption("Shortlisted");
  await openActions(page, page.getByRole("row").nth(1));
  await page.getByRole("button", { name: "Resend My Insights" }).click();
  await expect(notice(page, "Resend My Insights successful")).toBeVisible();
  await settled(page);
  await expect(bulkBar(page).getByText("2 selected")).toBeVisible();
  for (const at of [0, 2]) await expect(boxes.nth(at)).toBeChecked();
  await expect(page.getByLabel("Update status")).toHaveValue("APPS_APPLICATION_SHORTLISTED");
});

test("APP-37 an empty selection, a missing status and a missing stage are reported @no-js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${pathOf(base)}?result=YES`);
  for (const button of ["Apply", "Move", "Resend assessment link"]) {
    await bulkButton(page, button).click();
    await expect(page.getByText("Please select at least one application")).toBeVisible();
    await expect(page).toHaveURL(/result=YES/);
  }
  await page.locator(".row-check").first().check();
  await bulkButton(page, "Apply").click();
  await expect(page.getByText("Please select a status")).toBeVisible();
  await page.locator(".row-check").first().check();
  await bulkButton(page, "Move").click();
  await expect(page.getByText("Please select a stage")).toBeVisible();
});

test("two recruiters at once: a bulk action reports the rows that it changed and those that it left out", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const last = lastNameOf(unique("Race"));
  for (const first of ["Kay", "Moe", "Sue", "Del"]) await invite(page, pathOf(base), first, last);
  await find(page, pathOf(base), last);
  await expect(page.getByRole("row")).toHaveCount(5);
  const idOf = (first: string) => row(page, `${first} ${last}`).locator(".row-check").inputValue();
  const deleted = await idOf("Del");

  // Another recruiter moves one on, gives one a status, and deletes one.
  const other = await page.context().newPage();
  await find(other, pathOf(base), `Moe ${last}`);
  await other.locator(".row-check").first().check();
  await other.getByLabel("Move to stage").selectOption("Video interview");
  await bulkButton(other, "Move").click();
  await expect(notice(other, "Application stage updated.")).toBeVisible();
  await find(other, pathOf(base), `Sue ${last}`);
  await other.locator(".row-check").first().check();
  await other.getByLabel("Update status").selectOption("Hired");
  await bulkButton(other, "Apply").click();
  await expect(notice(other, "Application status updated.")).toBeVisible();
  await other.goto(`${pathOf(base)}/applications/${deleted}/delete`);
  await other.getByLabel('Type "DELETE" to confirm').fill("DELETE");
  await other.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(notice(other, "Candidate deleted successfully")).toBeVisible();
  await other.close();

  for (const box of await page.locator(".row-check").all()) await box.check();
  await page.getByLabel("Update status").selectOption("Declined");
  await bulkButton(page, "Apply").click();
  const report = page.getByRole("alert");
  await expect(report).toContainText("Application status updated.");
  await expect(report).toContainText("Done for 1 of 4. Nothing was changed for the others:");
  await expect(report).toContainText(
    `Moe ${last} was changed in the meantime and is now New, at stage Video interview.`,
  );
  await expect(report).toContainText(`Sue ${last} was changed in the meantime and is now Hired`);
  await expect(report).toContainText("1 candidate is no longer here.");
  await expect(row(page, `Kay ${last}`)).toContainText("Declined");
  await expect(row(page, `Sue ${last}`)).toContainText("Hired");
  // The rows left out are still ticked; now that their changes were shown, they can be updated.
  await expect(row(page, `Sue ${last}`).getByRole("checkbox")).toBeChecked();
  await page.getByLabel("Update status").selectOption("Declined");
  await bulkButton(page, "Apply").click();
  await expect(notice(page, "Application status updated.")).toBeVisible();
  await expect(row(page, `Sue ${last}`)).toContainText("Declined");
});

test("APP-08 APP-12 APP-14 APP-17..21 GEN-04 filters are in the query string; Clear removes them @both", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${pathOf(base)}?page=2`);
  await openFilter(page, "Status");
  const shortlisted = page.getByText(/^Shortlisted\s*\d+$/);
  await expect(shortlisted).toBeVisible();
  await openFilter(page, "Result");
  await expect(shortlisted).toBeHidden();
  await page.getByRole("checkbox", { name: "Maybe" }).check();
  // A click next to the open filter would only close it (GEN-39).
  if (hasScripts()) await page.keyboard.press("Escape");
  await page.getByLabel("Unviewed only").check();
  await page.getByRole("button", { name: "Apply", exact: true }).first().click();
  await expect(page).toHaveURL(/result=MAYBE/);
  await expect(page).toHaveURL(/unviewed=1/);
  expect(new URL(page.url()).searchParams.get("page")).toBeNull();
  const results = page.locator("tbody td.col-result > div:first-child");
  await expect(results.first()).toHaveText("Maybe");
  await expect(results.filter({ hasNotText: "Maybe" })).toHaveCount(0);

  // The link shows the same rows to anyone.
  const names = await page.getByRole("rowheader").allInnerTexts();
  const other = await page.context().newPage();
  await other.goto(page.url());
  expect(await other.getByRole("rowheader").allInnerTexts()).toEqual(names);
  await expect(other.getByLabel("Unviewed only")).toBeChecked();
  await other.close();

  // Another vacancy is listed without these filters.
  await page.getByRole("main").getByRole("link", { name: "Vacancies" }).click();
  await expect(page).toHaveURL(/\/vacancies$/);
  await page.getByRole("rowheader").nth(1).getByRole("link").click();
  await expect(page).toHaveURL(/\/vacancies\/[0-9a-f]{24}\?list=all$/);
  await expect(page.getByLabel("Unviewed only")).not.toBeChecked();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/unviewed=1/);
  await expect(page.getByLabel("Unviewed only")).toBeChecked();

  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page).toHaveURL(pathOf(base));
  await expect(page.getByLabel("Unviewed only")).not.toBeChecked();

  await find(page, pathOf(base), "nobody is called this");
  await expect(page.getByText("No results found. Try removing some filters.")).toBeVisible();
  await page.getByRole("link", { name: "Clear all filters" }).click();
  await expect(page.getByRole("rowheader").first()).toBeVisible();
});

test("APP-57 GEN-38 BULK-01 GEN-31 more than 10,000 matches are shown as 10,000+, and every page is reachable @all", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await withLongVacancy(page, 10_040, async (path) => {
    const range = page.locator(".table-range");
    const pages = page.getByRole("navigation", { name: "Pages" });

    await find(page, path, "many.example", "&sort=createdAt");
    await expect(range).toHaveText("1–30 of 10,000+");
    await expect(pages.getByRole("link", { name: "334" })).toHaveCount(0);
    await expectAccessible(page, "more than were counted");
    await page.goto(`${page.url()}&select=all`);
    await expect(bulkBar(page).getByText("All 10,000+ that match are selected")).toBeVisible();
    await bulkBar(page).getByRole("link", { name: "Clear", exact: true }).click();

    await pages.getByRole("link", { name: "Next page" }).click();
    await expect(range).toHaveText("31–60 of 10,000+");
    await page.locator("tbody a.row-link").last().click();
    await expect(page.getByText("60 of 10,000+", { exact: true })).toBeVisible();
    await page.goBack();

    // Pages beyond the counted rows.
    await find(page, path, "many.example", "&page=334");
    await expect(range).toHaveText("9,991–10,020 of 10,020+");
    await pages.getByRole("link", { name: "Next page" }).click();
    await expect(range).toHaveText("10,021–10,040 of 10,040");
    await expect(pages.getByRole("link", { name: "Next page" })).toHaveCount(0);
    // A page beyond the end shows the last one.
    await find(page, path, "many.example", "&page=9999");
    await expect(range).toHaveText("10,021–10,040 of 10,040");
    // Few matches are counted exactly.
    await find(page, path, "Person 1003");
    await expect(range).toHaveText("1–11 of 11");
  });
});

test("APP-15 APP-16 SHELL-21 date filters carry their time zone, and apply only where there are submissions", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(pathOf(base));
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await openFilter(page, "Application date");
  await page.getByLabel("From").fill(day(40));
  await page.getByLabel("To", { exact: true }).fill(day(10));
  await page.getByRole("button", { name: "Apply", exact: true }).first().click();
  await expect(page).toHaveURL(/tz=/);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get("from")).toBe(day(40));
  const submitted = page.locator("tbody td.col-times > .under > time");
  await expect(submitted.first()).toHaveText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  const isWithin = (text: string) => text.slice(0, 10) >= day(40) && text.slice(0, 10) <= day(10);
  await expect.poll(async () => (await submitted.allInnerTexts()).every(isWithin)).toBe(true);
  await page.getByRole("link", { name: "In progress" }).click();
  await expect(page).not.toHaveURL(/from=/);
  await expect(page.getByLabel("From")).toBeDisabled();
  // A forged date filter is ignored here (APP-19).
  const all = await page.getByRole("rowheader").allInnerTexts();
  await page.goto(`${pathOf(base)}?progressStatus=in_progress&from=2001-01-01&to=2001-01-02`);
  expect(await page.getByRole("rowheader").allInnerTexts()).toEqual(all);
});

test("VAC-46 APP-01..07 APP-09 APP-26 APP-27 tabs are links; each starts its list without the other's filters", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${pathOf(base)}?q=a&result=YES&page=2&size=50`);
  await progress(page, "Completed").click();
  await expect(page).toHaveURL(/progressStatus=COMPLETED/);
  expect([...new URL(page.url()).searchParams.keys()].sort()).toEqual(["progressStatus", "size"]);
  await expect(page.getByLabel("Search candidates in this stage")).toHaveValue("");
  await expect(page.getByRole("columnheader", { name: "Submitted" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );

  await page.getByRole("link", { name: "Not started" }).click();
  await expect(page).toHaveURL(/progressStatus=NOT_STARTED/);
  await expect(page.getByRole("columnheader", { name: "Created" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(page.getByRole("link", { name: "Submitted" })).toHaveCount(0);

  await page.getByRole("link", { name: "Video interview" }).click();
  await expect(page).toHaveURL(/stageId=/);
  await expect(page).not.toHaveURL(/progressStatus/);
  await expect(progress(page, "All")).toHaveAttribute("aria-current", "page");
  await page.goto(`${pathOf(base)}?stageId=unknown&progressStatus=nonsense&sort=__proto__&size=7`);
  await expect(page.getByRole("link", { name: "Chat interview" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("rowheader").first()).toBeVisible();
});

test("VAC-46 APP-10 a link to one application opens its current stage and highlights it", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const last = lastNameOf(unique("Single"));
  await invite(page, pathOf(base), "Uno", last);
  await find(page, pathOf(base), last);
  const id = await applicationIdOf(page);
  await page.goto(`${pathOf(base)}?applicationId=${id}`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(row(page, last)).toHaveAttribute("aria-current", "true");
  await page.locator(".row-check").check();
  await page.getByLabel("Move to stage").selectOption("Video interview");
  await bulkButton(page, "Move").click();
  await expect(notice(page, "Application stage updated.")).toBeVisible();
  await expect(row(page, last)).toBeVisible();
  await expect(page.getByRole("link", { name: "Video interview" })).toHaveAttribute("aria-current", "page");
  // A wrong stage in the link is corrected to the application's own.
  await page.goto(`${pathOf(base)}?applicationId=${id}&stageId=unknown`);
  await page.getByRole("link", { name: "Show all candidates in this stage" }).click();
  await expect(page.getByRole("link", { name: "Video interview" })).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveURL((url) => /^\?stageId=[0-9a-f]{24}$/.test(url.search));

  await page.goto(`${pathOf(base)}?applicationId=${"0".repeat(24)}`);
  await expect(page.getByText("This application is no longer here.")).toBeVisible();
  await page.getByRole("link", { name: "Show all candidates in this stage" }).click();
  await expect(page.getByRole("rowheader").first()).toBeVisible();
});

test("CAND-01..08 CAND-13 CAND-19 correcting a candidate: errors next to fields, a selected place, success", async ({
  page,
  signIn,
  unique,
}, info) => {
  const base = await signIn(people.recruiter);
  const last = lastNameOf(unique("Edit"));
  await invite(page, pathOf(base), "Eddy", last);
  await find(page, pathOf(base), last);
  await openActions(page, `Eddy ${last}`);
  await page.getByRole("link", { name: "Edit candidate" }).click();
  const form = dialog(page, "Edit candidate");
  const update = form.getByRole("button", { name: "Update", exact: true });
  await expect(form.getByLabel("First name")).toHaveValue("Eddy");
  await form.getByLabel("First name").fill("");
  await form.getByLabel("Email").fill("not an email");
  await form.getByLabel("Phone number").fill("+61 1");
  if (info.project.name === "js") {
    // Errors show when fields are left, and disable the button.
    await form.getByLabel("Last name").focus();
    await expect(update).toBeDisabled();
    await form.getByLabel("First name").fill("E");
    await form.getByLabel("Email").fill(emailOf("Eddy", last));
    await expect(update).toBeEnabled();
    await update.click();
    await expect(form.getByText("Please enter a valid phone number").first()).toBeVisible();
    await expect(update).toBeDisabled();
    await form.getByLabel("First name").fill("");
    await form.getByLabel("Email").fill("not an email");
    await form.getByLabel("Last name").focus();
  } else await update.click();
  await expect(form.getByText("Please enter the first name").first()).toBeVisible();
  await expect(form.getByText("Please enter a valid email").first()).toBeVisible();
  await expect(form.getByLabel("Phone number")).toHaveValue("+61 1");

  await form.getByLabel("First name").fill("Eduard");
  await form.getByLabel("Email").fill(`Eduard.${last.slice(-20)}@Mail.Example`);
  // In the customer's country unless another is selected, as with invites.
  await form.getByLabel("Phone number").fill("0412 345 678");
  const location = form.getByLabel("Location");
  await location.fill("hobart");
  // With scripts the place is picked from the list; without, a single match is used.
  if (info.project.name === "js") await form.getByRole("option", { name: /^Hobart/ }).click();
  await update.click();
  await expect(notice(page, "Candidate's information has been updated.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${last}`));
  // Opened from the candidate's page, the form leads back there.
  if (!hasScripts()) await find(page, pathOf(base), last);
  await expect(row(page, last)).toContainText("Eduard");
  await expect(row(page, last)).toContainText(`eduard.${last.slice(-20)}@mail.example`);
  await openActions(page, `Eduard ${last}`);
  await page.getByRole("link", { name: "Edit candidate" }).click();
  // The country code is in the field next to it.
  await expect(dialog(page).getByLabel("Phone number")).toHaveValue("412345678");
  await expect(dialog(page).getByLabel("Location")).toHaveValue("Hobart, Tasmania, Australia");
});

test("CAND-19 a location not picked from the list is refused @js", async ({ page, signIn, unique }) => {
  const base = await signIn(people.recruiter);
  const last = lastNameOf(unique("Place"));
  await invite(page, pathOf(base), "Pat", last);
  await find(page, pathOf(base), last);
  await page.goto(`${pathOf(base)}/applications/${await applicationIdOf(page)}/edit`);
  const form = dialog(page, "Edit candidate");
  // Waits for the combobox: text typed before scripts run is sent as a no-JS form, with another message.
  await form.getByRole("combobox", { name: "Location" }).fill("Somewhere I made up");
  await form.getByLabel("First name").focus();
  await form.getByRole("button", { name: "Update", exact: true }).click();
  await expect(form.getByText("Please select a location from the list").first()).toBeVisible();
  await expect(form.getByLabel("Location")).toHaveValue("Somewhere I made up");
});

test("CAND-20 several matching places are offered as choices, no match is reported, an empty field clears it @no-js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const last = lastNameOf(unique("Place"));
  await invite(page, pathOf(base), "Pat", last);
  await find(page, pathOf(base), last);
  const edit = `${pathOf(base)}/applications/${await applicationIdOf(page)}/edit`;
  const update = page.getByRole("button", { name: "Update", exact: true });
  await page.goto(edit);
  await page.getByLabel("Location").fill("Atlantis-under-sea");
  await update.click();
  await expect(page.getByText("No matching location").first()).toBeVisible();
  await page.getByLabel("Location").fill("Austr");
  await update.click();
  await expect(page.getByText("Please select a location from the list").first()).toBeVisible();
  await page.getByRole("radio", { name: /^Melbourne, / }).check();
  await update.click();
  await expect(notice(page, "Candidate's information has been updated.")).toBeVisible();
  await page.goto(edit);
  await expect(page.getByLabel("Location")).toHaveValue(/^Melbourne, /);
  await page.getByLabel("Location").fill("");
  await update.click();
  await expect(notice(page, "Candidate's information has been updated.")).toBeVisible();
  await page.goto(edit);
  await expect(page.getByLabel("Location")).toHaveValue("");
});

test("CAND-09..12 editing a candidate of several vacancies asks first, and changes all of them", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const last = lastNameOf(unique("Twice"));
  const second = `${base}/vacancies/${demoVacancyId("acmeRetail", 1)}`;
  await invite(page, pathOf(base), "Tia", last);
  await invite(page, second, "Tia", last);
  await find(page, pathOf(base), last);
  await page.goto(`${pathOf(base)}/applications/${await applicationIdOf(page)}/edit`);
  await dialog(page).getByLabel("First name").fill("Tiana");
  await dialog(page).getByRole("button", { name: "Update", exact: true }).click();
  const question = dialog(page, "Update candidate");
  await expect(question).toContainText("This candidate has applied for Christmas casuals – all stores, ");
  await expect(question).toContainText(
    "Updating candidate details here will also update the candidate in the above vacancies.",
  );
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Tiana");
  await dialog(page).getByRole("button", { name: "Update", exact: true }).click();
  await dialog(page, "Update candidate").getByRole("button", { name: "Update" }).click();
  await expect(notice(page, "Candidate's information has been updated.")).toBeVisible();
  await find(page, second, last);
  await expect(row(page, last)).toContainText("Tiana");
});

test("CAND-21..31 de-identify, then delete: each requires its confirmation word @browser", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const last = lastNameOf(unique("Forget"));
  await invite(page, pathOf(base), "Gone", last);
  await find(page, pathOf(base), last);
  const id = await applicationIdOf(page);
  await openActions(page, `Gone ${last}`);
  await page.getByRole("link", { name: "De-identify candidate" }).click();
  const form = dialog(page, "De-identify candidate");
  const confirm = form.getByRole("button", { name: "De-identify" });
  await form.getByLabel('Type "DEIDENTIFY" to confirm').fill("deidentify");
  if (await confirm.isEnabled()) {
    await confirm.click();
    await expect(form.getByText("Please type DEIDENTIFY to confirm")).toBeVisible();
  }
  await form.getByLabel('Type "DEIDENTIFY" to confirm').fill("DEIDENTIFY");
  await confirm.click();
  await expect(notice(page, "Candidate purged successfully")).toBeVisible();
  await expect(row(page, last)).toHaveCount(0);

  // Found only by the application's id; actions that are no longer possible are not offered (SRCH-13, CAND-29).
  await find(page, pathOf(base), id);
  // No report existed that could have been deleted.
  await expect(row(page, "Deleted Candidate")).not.toContainText("report was deleted");
  await openActions(page, "Deleted Candidate");
  await expect(page.getByRole("link", { name: "Edit candidate" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit candidate" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "De-identify candidate" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.goto(`${pathOf(base)}/applications/${id}/edit`);
  await expect(page.getByText("This candidate was de-identified and cannot be edited.")).toBeVisible();

  await page.goto(`${pathOf(base)}/applications/${id}/delete?q=${id}`);
  await page.getByLabel('Type "DELETE" to confirm').fill("DELETE");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(notice(page, "Candidate deleted successfully")).toBeVisible();
  await expect(page.getByText("No results found. Try removing some filters.")).toBeVisible();
  await page.goto(`${pathOf(base)}/applications/${id}/delete`);
  await expect(page.getByText("This candidate is no longer here.")).toBeVisible();
});

test("GEN-103 Back leads to the list, however often the form was sent, and skips a deleted candidate @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const last = lastNameOf(unique("Back"));
  await invite(page, pathOf(base), "Bea", last);
  await page.goto(`${base}/vacancies`);
  await find(page, pathOf(base), last);
  const list = page.url();
  await row(page, last).locator("a.row-link").click();
  await expect(page.getByRole("heading", { level: 1, name: last })).toBeVisible();
  const head = page.locator(".candidate-head");
  for (const status of ["Offered", "Hired"]) {
    await page.getByRole("button", { name: status, exact: true }).click();
    await expect(head.getByText(status, { exact: true })).toBeVisible();
  }
  await page.goBack();
  await expect(page).toHaveURL(list);

  await page.goForward();
  await head.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("link", { name: "Delete candidate" }).click();
  await dialog(page).getByLabel('Type "DELETE" to confirm').fill("DELETE");
  await dialog(page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(notice(page, "Candidate deleted successfully")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("This candidate is no longer here.")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("This candidate is no longer here.")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(`${base}/vacancies`);
});

test("SHELL-37 SHELL-56 without the rights the page does not exist", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(pathOf(base));
  const id = await applicationIdOf(page);
  await openActions(page, page.getByRole("row").nth(1));
  await expect(page.getByRole("link", { name: "Edit candidate" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Delete candidate" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "De-identify candidate" })).toHaveCount(0);
  for (const what of ["delete", "de-identify"]) {
    const response = await page.goto(`${pathOf(base)}/applications/${id}/${what}`);
    expect(response?.status()).toBe(403);
    await expect(page.getByText("Nothing to see here")).toBeVisible();
  }
});

test("APP-34 opening insights in a new tab marks them viewed; opening the page does not @browser", async ({
  page,
  signIn,
}, info) => {
  await page
    .context()
    .route("https://insights.edge.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Insights</title>The insights" }),
    );
  const base = await signIn(people.recruiter);
  // Uses a vacancy that no other test filters, and candidates that no other run uses: runs with and without scripts
  // start from opposite ends.
  const path = `${base}/vacancies/${demoVacancyId("acmeRetail", 10)}`;
  const order = info.project.name === "js" ? "asc" : "desc";
  const unviewed = `${path}?progressStatus=COMPLETED&unviewed=1&sort=createdAt&order=${order}`;
  await page.goto(unviewed);
  const id = await page.locator(".row-check").nth(info.parallelIndex).inputValue();
  const insights = `${path}/applications/${id}/insights`;
  // A GET redirects there and changes nothing.
  await page.goto(insights);
  await expect(page).toHaveURL(/^https:\/\/insights\.edge\.example\//);
  await page.goto(unviewed);
  await expect(page.locator(`.row-check[value="${id}"]`)).toHaveCount(1);

  const opened = page.context().waitForEvent("page");
  await page
    .getByRole("row")
    .filter({ has: page.locator(`.row-check[value="${id}"]`) })
    .getByRole("button", { name: /^Open insights of/ })
    .click();
  const tab = await opened;
  await expect(tab).toHaveURL(/^https:\/\/insights\.edge\.example\//);
  await expect(tab.getByText("The insights")).toBeVisible();
  await tab.close();
  await page.goto(unviewed);
  await expect(page.locator(`.row-check[value="${id}"]`)).toHaveCount(0);
});

test("APP-47..51 Resend My Insights after the chat is completed, and the state of the mail", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const last = lastNameOf(unique("Report"));
  await invite(page, pathOf(base), "Ray", last);
  await find(page, pathOf(base), last);
  await openActions(page, `Ray ${last}`);
  const resend = page.getByRole("button", { name: "Resend My Insights" });
  if (await resend.isEnabled()) {
    await resend.click();
    await expect(notice(page, "Available once the chat interview is completed")).toBeVisible();
    await openActions(page, `Ray ${last}`);
  }
  await page.getByRole("link", { name: "Report email state" }).click();
  await expect(dialog(page)).toContainText("No email sent yet");
  await dialog(page).getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goto(`${pathOf(base)}?progressStatus=COMPLETED&sort=name&order=desc`);
  await openActions(page, page.getByRole("row").nth(1));
  await page.getByRole("button", { name: "Resend My Insights" }).first().click();
  await expect(notice(page, "Resend My Insights successful")).toBeVisible();
  await expect(notice(page, "The report is on its way by email")).toBeVisible();
  await openActions(page, page.getByRole("row").nth(1));
  await page.getByRole("link", { name: "Report email state" }).first().click();
  await expect(dialog(page)).toContainText("Sent");
  await expect(dialog(page).locator("time")).toHaveText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
});

test("names of any script and length break neither the table nor the page", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const last = slug(unique("w")).padStart(40, "w");
  await invite(page, pathOf(base), "=SUM(A1) <b> فاطمة", last);
  await page.setViewportSize({ width: 360, height: 740 });
  await find(page, pathOf(base), "=sum(a1) <B>");
  await expect(row(page, last)).toContainText("=SUM(A1) <b> فاطمة");
  await expectNoOverflow(page, "at 360 px");
  await find(page, pathOf(base), "فاطم", "&sort=name");
  await expect(row(page, last)).toBeVisible();
});

test("accessible and without sideways scrolling: list, chosen rows, dialogs, empty @js @all", async ({
  page,
  signIn,
}) => {
  test.slow();
  const base = await signIn(people.staff);
  // A few rows suffice, since all are alike.
  await find(page, pathOf(base), "mia", "&progressStatus=COMPLETED");
  const id = await applicationIdOf(page);
  await page.locator(".row-check").first().check();
  await expectAccessible(page, "list with a choice");
  const one = `?applicationId=${id}`;
  for (const path of [
    "?q=nobody-at-all",
    `/invite${one}`,
    ...["edit", "delete", "email-state"].map((what) => `/applications/${id}/${what}${one}`),
  ]) {
    await page.goto(pathOf(base) + path);
    await expectAccessible(page, path);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["?progressStatus=COMPLETED", "/invite", `/applications/${id}/edit`]) {
    await page.goto(pathOf(base) + path);
    await expectNoOverflow(page, path);
  }
});

test("the first candidate is high up on the page, on a laptop and on a phone @browser", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  // Without scripts the bulk actions are always in the bar, which may take a second line (GEN-91).
  const more = hasScripts() ? 0 : 40;
  for (const [width, height, most] of [
    [1440, 900, 380],
    [360, 740, 520],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(pathOf(base));
    const box = await page.locator("tbody tr").first().boundingBox();
    expect(box?.y).toBeLessThan(most + more);
  }
});
