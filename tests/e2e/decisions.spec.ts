import type { Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { expect, expectAccessible, expectNoOverflow, people, test } from "./support/test";

const totalOn = async (page: Page) =>
  Number((await page.locator(".page-count").first().innerText()).replace(/\D/g, ""));
const rows = (page: Page) => page.locator("tbody tr");

test("DEC-01 DEC-02 DEC-08 the register lists what waits first", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(base);
  await page
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: "Decisions by rules" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Decisions by rules" })).toBeVisible();
  await expect(rows(page).first()).toContainText("Waits for a person");
  await expectAccessible(page, "the register of decisions");
  const all = await totalOn(page);
  await page.goto(`${base}/decisions?result=MOVED&review=unreviewed`);
  const moved = await totalOn(page);
  expect(moved).toBeGreaterThan(0);
  expect(moved).toBeLessThan(all);
  await expect(rows(page).first()).toContainText("Moved on to Video interview");
  await expect(rows(page).first()).toContainText("If recommendation score is at least 70");
  await page.goto(`${base}/decisions?contested=open`);
  await expect(rows(page).nth(1)).toBeVisible();
  // Another journey may have one of the longlisted contested for a moment.
  await page.goto(`${base}/decisions?contested=open&result=MOVED`);
  await rows(page).first().getByRole("rowheader").getByRole("link").click();
  await expect(page.getByText("The candidate is to be answered by")).toBeVisible();
  await expect(page.getByText("Rule written by")).toBeVisible();
  await expectAccessible(page, "a decision");
  await expectNoOverflow(page, "a decision");
  await page.goto(`${base}/decisions/${"0".repeat(24)}`);
  await expect(page.getByText("Sorry, we couldn't find this page.")).toBeVisible();
});

test("DEC-03 DEC-04 a decline is changed; a contested decision is noted @twice", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  const waiting = `${base}/decisions?review=waiting&result=APPS_APPLICATION_DECLINED`;
  await page.goto(waiting);
  const before = await totalOn(page);
  await rows(page).first().getByRole("rowheader").getByRole("link").click();
  await expect(page.getByText("This waits for a person")).toBeVisible();
  const form = page.locator("form#review");
  await form.getByLabel("Decision").selectOption({ label: "Change: Longlisted" });
  await form.getByRole("button", { name: "Save review" }).click();
  await expect(page.getByText("Please enter a reason").first()).toBeVisible();
  await form.getByLabel("Reason").fill("The answers say more than the recommendation.");
  await form.getByRole("button", { name: "Save review" }).click();
  await expect(page.getByText("Review saved")).toBeVisible();
  await expect(page.getByText(/^Changed to Longlisted by /)).toBeVisible();
  await expect(page.getByText("This waits for a person")).toHaveCount(0);
  await page.goto(waiting);
  expect(await totalOn(page)).toBe(before - 1);

  // A contested decision: recorded with the date of the answer, and withdrawn.
  await page.goto(`${base}/decisions?review=unreviewed&result=APPS_APPLICATION_LONGLISTED&order=asc`);
  await rows(page).last().getByRole("rowheader").getByRole("link").click();
  await page.getByRole("button", { name: "Contested by the candidate" }).click();
  await expect(page.getByText("Noted that the candidate contests it")).toBeVisible();
  await expect(page.getByText(/The candidate is to be answered by \d\d \w{3} \d{4}/)).toBeVisible();
  await page.getByRole("button", { name: "Not contested after all" }).click();
  await expect(page.getByText("The note was withdrawn")).toBeVisible();
});

test("DEC-05 a sample is drawn", async ({ page, signIn }) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/decisions`);
  await page.getByRole("link", { name: "Samples of decisions" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Samples of decisions" })).toBeVisible();
  await expectAccessible(page, "samples of decisions");
  await page.getByRole("link", { name: "Draw a sample" }).first().click();
  await page.getByLabel("How many").fill("201");
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await expect(page.getByText("Please enter a whole number from 1 to 200").first()).toBeVisible();
  await page.getByLabel("How many").fill("5");
  await page.getByLabel("Seed").fill("autumn");
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await expect(page.getByText("Sample drawn")).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await expectAccessible(page, "a sample of decisions");
  await expectNoOverflow(page, "a sample of decisions");
});

test("PIPE-12 each number of the funnel links to its rows", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`);
  await page.getByRole("main").getByRole("link", { name: "Funnel", exact: true }).click();
  const table = page.locator("table.funnel");
  await expect(table.getByRole("row")).toHaveCount(3);
  await expectAccessible(page, "a funnel");
  const completed = table.getByRole("link", { name: /Completed Chat interview/ });
  const number = (await completed.innerText()).trim();
  await completed.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Completed Chat interview");
  await expect(page.locator(".page-count").first()).toHaveText(number);
  await expectAccessible(page, "the candidates of a funnel");
  await page.goto(`${base}/vacancies/${demoVacancyId("acmeRetail", 0)}/funnel?stageId=none`);
  await expect(table).toBeVisible();
  await page.goto(
    `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}?funnel=1&funnelFrom=2026-09-02&funnelTo=2026-09-01`,
  );
  await expect(page.getByText("The period ends before it begins")).toBeVisible();
});

test("PIPE-13 PIPE-14 a score in its context, and the vacancy's report", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  const vacancy = `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`;
  await page.goto(`${base}/decisions?result=MOVED&vacancy=${demoVacancyId("acmeRetail", 0)}`);
  await rows(page).first().getByRole("rowheader").getByRole("link").click();
  await page.locator(".data-list a").first().click();
  const context = page.getByRole("region", { name: "Score in context" });
  await expect(context).toContainText("candidates have a score");
  await expect(context).toContainText("A rule in force asks for 70");
  await expect(context).toContainText("Decided by a rule, as it read then");
  await expectAccessible(page, "a score in its context");
  await page.goto(`${vacancy}/report`);
  await expect(page.getByRole("heading", { name: "Ten best scores" })).toBeVisible();
  await expect(page.locator("table.funnel-best tbody tr")).toHaveCount(10);
  await expect(page.getByRole("main")).not.toContainText("@");
  await expectAccessible(page, "the report of a vacancy");
});
