import type { Locator, Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { formWith } from "../support/console-client";
import { row } from "./support/kit";
import { expect, openColumns, people, settled, test } from "./support/test";
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

test("INV-01..03 INV-29 an invited candidate has not started; errors keep input; several in a row @twice", async ({
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
  const submit = form.getByRole("button", { name: "Invite", exact: true });
  await submit.click();
  await expect(form.getByText("Please input candidate email!").first()).toBeVisible();
  await expect(form.getByText("Please input candidate firstname!").first()).toBeVisible();
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("First name").fill("Ngãi 🚀");
  await form.getByLabel("Last name").fill(last);
  await form.getByLabel("Phone number").fill("0412 345 678");
  await submit.click();
  await expect(notice(page, "Invite candidate success.")).toBeVisible();
  // Back at the page it came from.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/progressStatus=NOT_STARTED/);

  await find(page, pathOf(base), last.toUpperCase());
  await expect(page.getByRole("row")).toHaveCount(2);
  for (const text of ["Ngãi 🚀", "New", "Not started", email])
    await expect(row(page, last)).toContainText(text);

  await page.goto(`${pathOf(base)}/invite`);
  await form.getByLabel("Email").fill(email.toUpperCase());
  await form.getByLabel("First name").fill("Someone");
  await form.getByLabel("Last name").fill("Else");
  await submit.click();
  await expect(
    form.getByText("This candidate has already been invited to this vacancy").first(),
  ).toBeVisible();
  await expect(form.getByLabel("First name")).toHaveValue("Someone");

  await form.getByLabel("Email").fill(emailOf("Someone", last));
  await form.getByRole("button", { name: "Invite and add another" }).click();
  await expect(form.getByText("Invite candidate success.")).toBeVisible();
  for (const label of ["Email", "First name", "Last name"])
    await expect(form.getByLabel(label)).toHaveValue("");
  if (hasScripts()) await expect(form.getByLabel("Email")).toBeFocused();
  await form.getByLabel("Email").fill(emailOf("Next", last));
  await form.getByLabel("First name").fill("Next");
  await submit.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(notice(page, "Invite candidate success.")).toBeVisible();

  const outbox = `${process.env.API_ADDRESS}/outbox?to=${encodeURIComponent(email)}`;
  const sent = await page.request.get(outbox, { headers: { accept: "application/json" } });
  expect(await sent.text()).toContain(email);
});

test("APP-45 status, stage and link of several candidates @js @all", async ({ page, signIn, unique }) => {
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
  const text = "Invitations are on their way: 2 by email, 1 by SMS.";
  await expect(notice(page, text)).toBeVisible();

  await choose();
  await page.getByLabel("Move to stage").selectOption("Video interview");
  await bulkButton(page, "Move").click();
  await expect(notice(page, "Application stage updated.")).toBeVisible();
  await expect(notice(page, text)).toBeVisible();
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

test("GEN-102 VAC-50 APP-46 ticks and choices survive everything except a new sort order @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${pathOf(base)}?progressStatus=COMPLETED`);
  const boxes = page.locator(".row-check");
  const status = page.getByLabel("Update status");
  await expect(bulkBar(page)).toBeHidden();
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
  await page.getByRole("button", { name: /^User menu/ }).click();
  await choose("Dark");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await choose("UTC");
  await expect(page.getByRole("button", { name: "UTC", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("Escape");
  await expectAll();
  await openColumns(page);
  await choose("Compact");
  await expect(page.getByRole("table")).toHaveClass(/table-compact/);
  await expectAll();
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await page.goBack();
  await expect(page).not.toHaveURL(/#/);
  await expectAll();

  // A dialog, and a change of another row from its menu.
  await openActions(page, page.getByRole("row").nth(1));
  await page.getByRole("link", { name: "Edit candidate" }).click();
  await dialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(page).not.toHaveURL(/edit/);
  await openActions(page, page.getByRole("row").nth(1));
  await page.getByRole("button", { name: "Resend My Insights" }).click();
  await expect(notice(page, "Resend My Insights successful")).toBeVisible();
  await expectAll();

  // After a refusal the same rows are ticked, and can be changed again.
  await status.selectOption("");
  await bulkButton(page, "Apply").click();
  await expect(page.getByText("Please select a status")).toBeVisible();
  await status.selectOption("Shortlisted");
  await boxes.nth(0).uncheck();
  await boxes.nth(0).check();
  await openColumns(page);
  await choose("Comfortable");
  await expect(page.getByRole("table")).not.toHaveClass(/table-compact/);
  await expectAll();

  // Another set of rows starts without a selection.
  await page.getByRole("link", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.locator(".row-check:checked")).toHaveCount(0);
  await expect(bulkBar(page)).toBeHidden();
});

test("APP-37 APP-92 missing rows, a missing status and a missing stage are reported, and the only later stage is preselected", async ({
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
  const stage = page.getByLabel("Move to stage");
  await expect(stage.locator("option:checked")).toHaveText("Video interview");
  await stage.selectOption("");
  await bulkButton(page, "Move").click();
  await expect(page.getByText("Please select a stage")).toBeVisible();
});

test("a bulk action reports which rows it changed and left out", async ({ page, signIn, unique }) => {
  const base = await signIn(people.staff);
  const last = lastNameOf(unique("Race"));
  for (const first of ["Kay", "Moe", "Sue"]) await invite(page, pathOf(base), first, last);
  await find(page, pathOf(base), last);
  await expect(page.getByRole("row")).toHaveCount(4);

  // Another recruiter moves one on and gives one a status.
  const other = await page.context().newPage();
  for (const [first, field, value, button] of [
    ["Moe", "Move to stage", "Video interview", "Move"],
    ["Sue", "Update status", "Hired", "Apply"],
  ] as const) {
    await find(other, pathOf(base), `${first} ${last}`);
    await other.locator(".row-check").first().check();
    await other.getByLabel(field).selectOption(value);
    await bulkButton(other, button).click();
    await expect(other.getByRole("status").getByText(/^Application st(age|atus) updated\.$/)).toBeVisible();
  }
  await other.close();

  for (const box of await page.locator(".row-check").all()) await box.check();
  await page.getByLabel("Update status").selectOption("Declined");
  await bulkButton(page, "Apply").click();
  const report = page.getByRole("alert");
  await expect(report).toContainText("Done for 1 of 3. Nothing was changed for the others:");
  await expect(report).toContainText(
    `Moe ${last} was changed in the meantime and is now New, at stage Video interview.`,
  );
  await expect(report).toContainText(`Sue ${last} was changed in the meantime and is now Hired`);
  await expect(row(page, `Kay ${last}`)).toContainText("Declined");
  // The rows left out are still ticked; now that their changes were shown, they can be updated.
  await expect(row(page, `Sue ${last}`).getByRole("checkbox")).toBeChecked();
  await page.getByLabel("Update status").selectOption("Declined");
  await bulkButton(page, "Apply").click();
  await expect(row(page, `Sue ${last}`)).toContainText("Declined");
});

test("APP-01 APP-03 APP-08 APP-09 each tab starts its list without other filters", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${pathOf(base)}?q=a&result=YES&unviewed=1&page=2&size=50`);
  await expect(page.getByLabel("Unviewed only")).toBeChecked();
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
  await expect(page.getByLabel("From")).toBeDisabled();

  await page.getByRole("link", { name: "Video interview" }).click();
  await expect(page).toHaveURL(/stageId=/);
  await expect(page).not.toHaveURL(/progressStatus/);
  await expect(progress(page, "All")).toHaveAttribute("aria-current", "page");
  // Another vacancy starts without filters.
  await page.goto(`${pathOf(base)}?unviewed=1`);
  await page.getByRole("main").getByRole("link", { name: "Vacancies" }).click();
  await expect(page.getByRole("heading", { name: /^Vacancies/, level: 1 })).toBeVisible();
  await page.getByRole("rowheader").nth(1).getByRole("link").click();
  await expect(page).toHaveURL(/\/vacancies\/[0-9a-f]{24}\?list=all$/);
  await expect(page.getByLabel("Unviewed only")).not.toBeChecked();
  await page.goto(`${pathOf(base)}?stageId=unknown&progressStatus=nonsense&sort=__proto__&size=7`);
  await expect(page.getByRole("link", { name: "Chat interview" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("rowheader").first()).toBeVisible();
});

test("VAC-46 APP-10 a link to an application opens its stage", async ({ page, signIn, unique }) => {
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
  await page.goto(`${pathOf(base)}?applicationId=${"0".repeat(24)}`);
  await expect(page.getByText("This application is no longer here.")).toBeVisible();
  await page.getByRole("link", { name: "Show all candidates in this stage" }).click();
  await expect(page.getByRole("rowheader").first()).toBeVisible();
});

test("CAND-01 CAND-08 a candidate is corrected, with errors next to fields", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const last = lastNameOf(unique("Edit"));
  await invite(page, pathOf(base), "Eddy", last);
  await find(page, pathOf(base), last);
  await openActions(page, `Eddy ${last}`);
  await page.getByRole("link", { name: "Edit candidate" }).click();
  const form = dialog(page, "Edit candidate");
  await expect(form.getByLabel("First name")).toHaveValue("Eddy");
  const update = form.getByRole("button", { name: "Update", exact: true });
  await form.getByLabel("First name").fill("");
  await form.getByLabel("Email").fill("not an email");
  await form.getByLabel("Phone number").fill("+61 1");
  await update.click();
  await expect(form.getByText("Please enter the first name").first()).toBeVisible();
  await expect(form.getByText("Please enter a valid email").first()).toBeVisible();
  await expect(form.getByLabel("Phone number")).toHaveValue("+61 1");

  await form.getByLabel("First name").fill("Eduard");
  await form.getByLabel("Email").fill(`Eduard.${last.slice(-20)}@Mail.Example`);
  // In the customer's country unless another is selected, as with invites.
  await form.getByLabel("Phone number").fill("0412 345 678");
  // A single match is used.
  await form.getByLabel("Location").fill("hobart");
  await update.click();
  await expect(notice(page, "Candidate's information has been updated.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${last}`));
  // Opened from the candidate's page, the form leads back there.
  await find(page, pathOf(base), last);
  await expect(row(page, last)).toContainText("Eduard");
  await expect(row(page, last)).toContainText(`eduard.${last.slice(-20)}@mail.example`);
  await openActions(page, `Eduard ${last}`);
  await page.getByRole("link", { name: "Edit candidate" }).click();
  // The country code is in the field next to it.
  await expect(dialog(page).getByLabel("Phone number")).toHaveValue("412345678");
  await expect(dialog(page).getByLabel("Location")).toHaveValue("Hobart, Tasmania, Australia");
});

test("CAND-20 one of several matching places is chosen", async ({ page, signIn, unique }) => {
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
});

test("CAND-10 a change in several vacancies asks first", async ({ page, signIn, unique }) => {
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

test("CAND-21..23 CAND-31 de-identifying and deleting require typing a word @js @browser @all", async ({
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

test("GEN-103 Back leads to the list and skips a deleted candidate @js", async ({ page, signIn, unique }) => {
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

test("APP-51 My Insights are sent again; a dialog shows the mail's state", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  const list = `${pathOf(base)}?progressStatus=COMPLETED&unviewed=1&sort=name&order=desc`;
  await page.goto(list);
  const id = await page.locator(".row-check").first().inputValue();
  // A GET leads to the insights and changes nothing (APP-34).
  const answer = await page.request.get(`${pathOf(base)}/applications/${id}/insights`);
  expect(await answer.text()).toContain("https://insights.edge.example/");
  await page.goto(list);
  await expect(page.locator(`.row-check[value="${id}"]`)).toHaveCount(1);
  await openActions(page, page.getByRole("row").nth(1));
  await page.getByRole("button", { name: "Resend My Insights" }).first().click();
  await expect(notice(page, "Resend My Insights successful")).toBeVisible();
  await expect(notice(page, "The report is on its way by email")).toBeVisible();
  await openActions(page, page.getByRole("row").nth(1));
  await page.getByRole("link", { name: "Report email state" }).first().click();
  await expect(dialog(page)).toContainText("Sent");
  await expect(dialog(page).locator("time")).toHaveText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  await dialog(page).getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
