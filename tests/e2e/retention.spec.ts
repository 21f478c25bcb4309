import { readFileSync } from "node:fs";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { formWith } from "../support/console-client";
import { newCustomer, withAnother } from "./support/settings";
import { expect, expectAccessible, expectNoOverflow, people, test } from "./support/test";
import type { Page } from "@playwright/test";

const candidates = (page: Page) => page.getByLabel("Candidate personal data retention (months)");

/** Saves another number of months for candidates, and confirms. */
async function saveMonths(page: Page, months: string): Promise<void> {
  await candidates(page).fill(months);
  await page.getByRole("main").getByRole("button", { name: "Update" }).click();
  const dialog = page.getByRole("dialog", { name: "Update retention" });
  await dialog.getByLabel('Type "UPDATE RETENTION" to confirm').fill("UPDATE RETENTION");
  await dialog.getByRole("button", { name: "Update" }).click();
}

test("RET-01 RET-03 RET-04 a shorter retention shows its numbers, waits, is announced on the tab and the overview, and is cancelled @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Shorter"));
  await page.goto(`${base}/settings/compliance`);
  await expect(
    page.getByText("A candidate's retention period starts with their last activity"),
  ).toContainText("A video's starts when its interview is submitted.");
  await candidates(page).fill("24");
  await page.getByRole("main").getByRole("button", { name: "Update" }).click();
  const dialog = page.getByRole("dialog", { name: "Update retention" });
  await expect(dialog).toContainText(/0 candidates and 0 videos will be removed from \d{2} \w{3} \d{4}\./);
  await dialog.getByLabel('Type "UPDATE RETENTION" to confirm').fill("UPDATE RETENTION");
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Customer compliance setting created")).toBeVisible();
  const notice = page.getByText(/^A shorter retention takes effect on \d{2} \w{3} \d{4}$/);
  await expect(notice).toBeVisible();
  await expect(page.getByText("Candidates will be kept for 24 months.")).toBeVisible();
  await expect(page.getByText("Avery Admin saved it on")).toBeVisible();
  await expect(candidates(page)).toHaveValue("24");
  await expectAccessible(page, "a shorter retention that waits");

  await page.goto(`${base}/settings/overview`);
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Cancel this change" }).click();
  await expect(page.getByText("The change was cancelled")).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.goto(`${base}/settings/compliance`);
  await expect(notice).toHaveCount(0);
  await expect(candidates(page)).toHaveValue("1200");

  await saveMonths(page, "1300");
  await expect(page.getByText("Customer compliance setting updated")).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(candidates(page)).toHaveValue("1300");
});

test("RET-02 RET-05 the plan by month and by vacancy, and the runs @js @all", async ({ page, signIn }) => {
  const base = await signIn(people.auditor);
  await page.goto(`${base}/settings/compliance`);
  await page.getByRole("link", { name: "Plan", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Retention plan" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: /^\w{3} \d{4}/ })).toHaveCount(12);
  await expect(page.getByText("Next run")).toBeVisible();
  await expectAccessible(page, "retention plan");
  // Without the right to see vacancies there is no link to one, nor to the record on hold.
  const vacancies = page.getByRole("table").last();
  await expect(vacancies.getByRole("rowheader").first()).toBeVisible();
  await expect(vacancies.getByRole("link")).toHaveCount(0);
  await expectNoOverflow(page, "retention plan");
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await expect(page.getByRole("row")).not.toHaveCount(1);
  await expectAccessible(page, "runs of retention");
  await expectNoOverflow(page, "runs of retention");
  await page.getByRole("link", { name: "Holds", exact: true }).click();
  await page.getByRole("link", { name: /^Candidate: / }).click();
  await expect(page.getByRole("link", { name: "History", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open what is held" })).toHaveCount(0);
});

test("RET-09 RET-10 RET-11 a hold on a vacancy is placed, keeps its candidates from being deleted, and is released with a reason", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const reason = unique("Asked by the auditors");
  // Of the demo's holds, the one on a candidate leads to them, and so to a vacancy that is also on hold.
  await page.goto(`${base}/settings/compliance/holds`);
  await expect(page.getByText("1 hold on this page is past its review date")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("Past its review date");
  await expectAccessible(page, "holds");
  await page.getByRole("link", { name: /^Candidate: / }).click();
  // Neighbours would be customers, since the page is nested under a customer of their list.
  await expect(page.getByRole("link", { name: "Open what is held" })).toBeVisible();
  await expect(page.getByRole("link", { name: /in the list$/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Open what is held" }).click();
  await expect(page.getByText(/^Kept by a hold since /)).toBeVisible();
  const candidate = new URL(page.url()).pathname;
  const vacancy = candidate.replace(/\/applications\/.*/, "");

  await page.goto(vacancy);
  await page.getByRole("link", { name: "Place a hold" }).click();
  await page.getByLabel("Reason").fill(reason);
  await page.getByLabel("Review date").fill("2020-01-31");
  await page.getByRole("button", { name: "Place a hold" }).click();
  await expect(page.getByText("The review date must be after today").first()).toBeVisible();
  const soon = new Date(Date.now() + 90 * 24 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel("Review date").fill(soon);
  await page.getByRole("button", { name: "Place a hold" }).click();
  await expect(page.getByText("The hold was placed")).toBeVisible();
  await expect(page.getByText(`Reason: ${reason}`)).toBeVisible();

  await page.goto(`${candidate}/candidate/delete`);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^Kept by a hold since /)).toBeVisible();
  await dialog.getByRole("textbox").fill("DELETE");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByText(/^Failed to /)).toBeVisible();
  await expect(dialog.getByText("A hold covers this candidate.")).toBeVisible();
  await expect(dialog.getByText(`Reason: ${reason}`)).toBeVisible();

  await page.goto(vacancy);
  await page
    .getByText(`Reason: ${reason}`)
    .locator("..")
    .getByRole("link", { name: "Open the hold" })
    .click();
  const release = async (one: Page, why: string) => {
    await one.getByLabel("Reason for the release").fill(why);
    await one.getByRole("button", { name: "Release" }).click();
  };
  await withAnother(page, async (other) => {
    await other.goto(page.url());
    await release(other, "They have their answer");
    await expect(other.getByText("The hold was released")).toBeVisible();
  });
  // The second of two is informed, and sees the first one's release.
  await release(page, "Nobody asks any more");
  await expect(page.getByText("The hold was already released").first()).toBeVisible();
  await expect(page.getByText("They have their answer")).toBeVisible();
  await expect(page.getByRole("button", { name: "Release" })).toHaveCount(0);
  await page.goto(`${base}/settings/compliance/holds?state=released`);
  await expect(page.getByRole("row").filter({ hasText: reason })).toHaveCount(1);
});

test("RET-12 an access pack is requested on the candidate's page, created, and downloaded @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings/compliance/holds`);
  await page.getByRole("link", { name: /^Candidate: / }).click();
  await page.getByRole("link", { name: "Open what is held" }).click();
  await page.getByRole("link", { name: "Make access pack" }).click();
  await page.getByRole("button", { name: "Make access pack" }).click();
  await expect(page.getByText("The access pack is being made")).toBeVisible();
  const fetch = page.getByRole("button", { name: "Download" }).first();
  await expect(fetch).toBeVisible();
  await expectAccessible(page, "access packs");
  await expectNoOverflow(page, "access packs");
  const [download] = await Promise.all([page.waitForEvent("download"), fetch.click()]);
  expect(download.suggestedFilename()).toMatch(/^access-pack-[0-9a-f]{24}\.zip$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});

test("RET-12 a de-identified candidate has no access pack and cannot be held, as the pages say", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const vacancy = `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`;
  const last = unique("Packed")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");
  const post = async (path: string, intent: string, typed: Record<string, string> = {}) => {
    const html = await (await page.request.get(path)).text();
    const form = Object.fromEntries(formWith({ html }, intent, typed));
    return page.request.post(path, { form, maxRedirects: 0 });
  };
  const email = `${last.slice(-30)}@mail.example`;
  const invited = await post(`${vacancy}/invite`, "invite", { email, firstName: "Petra", lastName: last });
  expect(invited.status()).toBe(303);
  await page.goto(`${vacancy}?q=${last}`);
  const candidate = `${vacancy}/applications/${await page.locator(".row-check").first().inputValue()}`;

  expect((await post(`${candidate}/pack`, "make")).status()).toBe(303);
  await expect(async () => {
    await page.goto(`${candidate}/pack`);
    await expect(page.getByRole("button", { name: "Download" })).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 20_000 });
  const html = await page.content();
  const file = /action="([^"]+\/pack\/[0-9a-f]+)"/.exec(html)?.[1] ?? "";
  const form = Object.fromEntries(formWith({ html }, "fetch"));
  const gone = await post(`${candidate}/candidate/de-identify`, "confirm", { confirmation: "DEIDENTIFY" });
  expect(gone.status()).toBe(303);
  const answer = await page.request.post(file, { form, maxRedirects: 0 });
  expect([answer.status(), answer.headers()["location"]]).toEqual([303, `${candidate}/pack`]);
  await page.goto(`${candidate}/pack`);
  await expect(page.getByText("This access pack no longer exists.")).toBeVisible();
  const id = candidate.replace(/.*\//, "");
  await page.goto(`${base}/settings/compliance/holds/create?application=${id}`);
  await expect(page.getByText("there is nothing left to hold")).toBeVisible();
});
