import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { demoVacancyId } from "../../regional-api/seed/ids";
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openColumns,
  openFilter,
  people,
  test,
} from "./support/test";

const linesOf = (file: Buffer): string[][] => parse(file, { bom: true });
const totalOn = async (page: Page) =>
  Number((await page.locator(".page-count").first().innerText()).replace(/\D/g, ""));

/** Presses "Export" and returns the file and its name. */
async function exported(page: Page) {
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export", exact: true }).click();
  const download = await started;
  return { name: download.suggestedFilename(), lines: linesOf(await readFile(await download.path())) };
}

test("GEN-26 GEN-27 GEN-30 a list is exported as displayed: filter, order, columns", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies?sort=title&order=asc&columns=title,created`);
  const total = await totalOn(page);
  expect(total).toBeGreaterThan(30);
  const { name, lines } = await exported(page);
  expect(name).toMatch(/^vacancies-acme-retail-\d{4}-\d\d-\d\d\.csv$/);
  expect(lines[0]).toEqual(["Title", "Created"]);
  expect(lines).toHaveLength(total + 1);
  expect(lines[1]?.[0]).toContain(await page.getByRole("rowheader").first().innerText());
  for (const [title, created] of lines.slice(1)) {
    expect(title).not.toMatch(/^[=+\-@]/);
    expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
  }
  await expectAccessible(page, "a list that can be exported");

  await page.goto(`${base}/vacancies/${demoVacancyId("acmeRetail", 0)}?status=APPS_APPLICATION_HIRED`);
  const applications = await exported(page);
  const [heads = [], ...candidates] = applications.lines;
  const status = heads.indexOf("Status");
  expect(new Set(candidates.map((line) => line[status]))).toEqual(new Set(["Hired"]));
  // The row's identifier, and the candidate's name.
  expect(heads.slice(-2)).toEqual(["Phone number", "Application ID"]);
  for (const line of candidates) {
    expect(line.at(-2)).toMatch(/^('\+\d+)?$/);
    expect(line.at(-1)).toMatch(/^[0-9a-f]{24}$/);
  }
  expect(candidates.some((line) => line.at(-2) !== "")).toBe(true);
});

test("GEN-26 every list can be exported, but only with the right to see it", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  const lists = [
    ...[
      "vacancies",
      "vacancies/archive",
      `vacancies/${demoVacancyId("acmeRetail", 0)}`,
      "users",
      "users/archive",
      "groups",
    ],
    ...["customers", "organisations", "workflow-sets/workflows", "settings/ats-tenants"],
    ...["ats-requests?atsName=PEOPLE_FLOW", "notifications?tab=sms&search=1"],
  ];
  for (const path of lists) {
    const answer = await page.request.get(`${base}/${path}${path.includes("?") ? "&" : "?"}export=csv`);
    expect(answer.headers()["content-type"], path).toBe("text/csv; charset=utf-8");
    const lines = linesOf(await answer.body());
    expect(lines.length, path).toBeGreaterThan(1);
    expect(lines[0]?.join(), path).toMatch(/^[\p{L}\d ,-]+$/u);
  }
  const recruiter = await signIn(people.recruiter);
  for (const path of ["organisations", "ats-requests?atsName=PEOPLE_FLOW", "settings/ats-tenants"]) {
    const answer = await page.request.get(`${recruiter}/${path}${path.includes("?") ? "&" : "?"}export=csv`);
    expect(answer.headers()["content-type"], path).toContain("text/html");
    expect([403, 404], path).toContain(answer.status());
  }
});

test("VAC-68 filters vacancies by department, people, dates and applicants", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies`);
  const total = await totalOn(page);
  await openFilter(page, "Applicants");
  await page.locator(".filter-panel:visible").getByLabel("Applicants").selectOption("With applicants");
  await page.locator(".filter-panel:visible").getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/applicants=with/);
  const inForce = page.locator(".filter-set > summary");
  await expect(inForce).toContainText("With applicants");
  const withSome = await totalOn(page);
  await page.goto(`${base}/vacancies?applicants=without`);
  expect(withSome + (await totalOn(page))).toBe(total);

  await page.goto(`${base}/vacancies`);
  // Vacancies of other journeys have no manager.
  const managers = await page.locator("tbody tr td:nth-of-type(3)").allInnerTexts();
  const manager = managers.find((name) => name !== "-") ?? "";
  await openFilter(page, "Manager or recruiter");
  await page.getByLabel("Manager or recruiter").fill(manager);
  await page.locator(".filter-panel:visible").getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/manager=/);
  await expect(inForce).toContainText(manager);
  expect(await totalOn(page)).toBeGreaterThan(0);
  expect(await totalOn(page)).toBeLessThan(total);
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  // The refreshed list replaces a panel opened before.
  await expect(page).not.toHaveURL(/manager=/);

  await openFilter(page, "Department");
  await page.locator(".filter-panel:visible").getByRole("checkbox").nth(1).check();
  await page.locator(".filter-panel:visible").getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/department=[0-9a-f]{24}/);
  await expect(inForce).toContainText("Department");
  expect(await totalOn(page)).toBeLessThan(total);
  await expectNoOverflow(page, "narrowed vacancies");
});

test("GEN-29 VAC-68 preset date ranges are stored as their current dates", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies?size=50`);
  await openFilter(page, "Created");
  await page.getByRole("link", { name: "Last 30 days" }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&tz=/);
  await expect(page).toHaveURL(/size=50/);
  const { searchParams } = new URL(page.url());
  const [from, to] = ["from", "to"].map((name) => Date.parse(searchParams.get(name) ?? ""));
  expect(((to ?? 0) - (from ?? 0)) / 86_400_000).toBe(29);
});

test("GEN-30 a link contains the columns only on request", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies`);
  const chooser = await openColumns(page);
  await chooser.getByRole("checkbox", { name: "Show Hiring manager" }).uncheck();
  await chooser.getByRole("button", { name: "Update columns" }).click();
  await expect(page.getByRole("columnheader", { name: "Hiring manager" })).toHaveCount(0);
  await expect(page).not.toHaveURL(/columns=/);
  await chooser.getByRole("link", { name: "Link with these columns" }).click();
  await expect(page).toHaveURL(/columns=title%2Capplications%2Ccreated%2CexternalId/);
  await page.goto(`${base}/vacancies?columns=title,manager`);
  await expect(page.getByRole("columnheader")).toContainText(["Title", "Hiring manager"]);
  await expect(page.getByRole("columnheader", { name: "Created" })).toHaveCount(0);
});

test("GEN-31 a vacancy and an ATS request know the previous and next one in the list", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies?sort=title&order=asc&applicants=with`);
  const total = await totalOn(page);
  const titles = await page.getByRole("rowheader").allInnerTexts();
  await page.getByRole("rowheader").first().getByRole("link").click();
  const place = page.getByRole("navigation", { name: "Previous and next in the list" });
  await expect(place).toContainText(`1 of ${total}`);
  await expect(place.getByRole("button", { name: "Previous in the list" })).toBeDisabled();
  await place.getByRole("link", { name: "Next in the list" }).click();
  await expect(place).toContainText(`2 of ${total}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(titles[1]?.trim() ?? "-");
  await page.locator(".trail").getByRole("link", { name: "Vacancies" }).click();
  await expect(page).toHaveURL(/\/vacancies\?sort=title&order=asc&applicants=with$/);

  await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW`);
  await page.getByRole("rowheader").nth(29).getByRole("link").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("30 of ");
  await dialog.getByRole("link", { name: "Next in the list" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(dialog).toContainText("31 of ");
  await dialog.getByRole("link", { name: "Previous in the list" }).click();
  await expect(dialog).toContainText("30 of ");
});
