import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { expect, openFilter, people, test } from "./support/test";

const linesOf = (file: Buffer): string[][] => parse(file, { bom: true });
const totalOn = async (page: Page) =>
  Number((await page.locator(".page-count").first().innerText()).replace(/\D/g, ""));

test("GEN-26 GEN-27 each list is exported to those who may see it", async ({ page, signIn }) => {
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
  const hired = `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}?status=APPS_APPLICATION_HIRED`;
  const [heads = [], ...rows] = linesOf(await (await page.request.get(`${hired}&export=csv`)).body());
  await page.goto(hired);
  await expect(page.locator(".table-range")).toContainText(`of ${rows.length}`);
  expect(new Set(rows.map((line) => line[heads.indexOf("Status")]))).toEqual(new Set(["Hired"]));
  const recruiter = await signIn(people.recruiter);
  for (const path of ["organisations", "ats-requests?atsName=PEOPLE_FLOW", "settings/ats-tenants"]) {
    const answer = await page.request.get(`${recruiter}/${path}${path.includes("?") ? "&" : "?"}export=csv`);
    expect(answer.headers()["content-type"], path).toContain("text/html");
    expect([403, 404], path).toContain(answer.status());
  }
});

test("VAC-68 filters vacancies by department, manager and applicants", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies`);
  const total = await totalOn(page);
  // Vacancies of other journeys have no manager.
  const managers = await page.locator("tbody tr td:nth-of-type(3)").allInnerTexts();
  const manager = managers.find((name) => name !== "-") ?? "";
  const panel = page.locator(".filter-panel:visible");
  for (const [filter, choose, inAddress, words] of [
    ["Applicants", () => panel.getByLabel("With applicants").check(), /applicants=with/, "With"],
    ["Manager or recruiter", () => panel.getByRole("textbox").fill(manager), /manager=/, manager],
    ["Department", () => panel.getByRole("checkbox").nth(1).check(), /department=[0-9a-f]{24}/, "Department"],
  ] as const) {
    await page.goto(`${base}/vacancies`);
    await openFilter(page, filter);
    await choose();
    await panel.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(inAddress);
    await expect(page.locator(".filter-set > summary")).toContainText(words);
    expect(await totalOn(page)).toBeLessThan(total);
  }
});
