import type { Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { main, openWhole } from "./support/kit";
import { expect, expectAccessible, people, test } from "./support/test";

/** A vacancy of Acme Retail's demo data: the first is the busiest, with a chat and a video stage. */
const demoVacancy = demoVacancyId("acmeRetail", 0);
const listOf = (base: string) => `${base}/vacancies/${demoVacancy}`;

const palette = (page: Page) => page.getByRole("dialog", { name: "Search for anything" });
const tab = (page: Page, name: string) =>
  main(page).getByRole("navigation", { name: "Search in" }).getByRole("link", { name });

/** The first candidate of the busiest vacancy: id, name and email as listed. */
async function someCandidate(page: Page, base: string) {
  await page.goto(listOf(base));
  const id = await page.locator(".row-check").first().inputValue();
  const name = (await page.locator(".row-link bdi").first().innerText()).trim();
  return { id, name };
}

test("SRCH-01 SRCH-04 SRCH-12 the field in the top bar leads to results with their state in the address", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  const { id, name } = await someCandidate(page, base);
  const field = page.getByRole("banner").getByRole("searchbox", { name: "Search for anything" });
  await field.fill(name);
  await field.press("Enter");
  await expect(page).toHaveURL(`${base}/search?q=${new URLSearchParams({ q: name }).toString().slice(2)}`);
  // Vacancies and applications are one list; a tab filters it by kind.
  await expect(main(page).getByRole("row").filter({ hasText: id })).toContainText("Application");
  await expectAccessible(page, "the search");
  await tab(page, "Vacancies").click();
  await expect(main(page).getByText("No results found")).toBeVisible(); // no vacancy of that name
  await main(page).getByRole("link", { name: "Search everything" }).click();
  await expect(page).not.toHaveURL(/tab=/);
  await tab(page, "Applications").click();
  await expect(page).toHaveURL(/tab=applications/);
  const row = main(page).getByRole("row").filter({ hasText: id });
  await expect(row).toContainText(name);
  await row.getByRole("link").click();
  // The vacancy, filtered to that application.
  await expect(page).toHaveURL(new RegExp(`${listOf(base)}\\?stageId=[0-9a-f]{24}&applicationId=${id}`));
  await expect(main(page).getByRole("rowheader")).toHaveCount(1);
});

test("SRCH-16 an id pasted into the field leads straight to its record", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  const { id, name } = await someCandidate(page, base);
  const paste = async (text: string) => {
    const field = page.getByRole("banner").getByRole("searchbox");
    await field.fill(text);
    await field.press("Enter");
  };
  await paste(id);
  await expect(page).toHaveURL(`${listOf(base)}/applications/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await paste(demoVacancy);
  await expect(page).toHaveURL(listOf(base));
});

test("SRCH-01 SRCH-02 SRCH-17 typing finds screens, vacancies and applications in one list; arrows, Enter, Escape @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  const { id, name } = await someCandidate(page, base);
  await openWhole(page, `${base}/vacancies`);
  const requests: string[] = [];
  page.on("request", (request) => {
    if (/\/search\.json\?/.test(request.url())) requests.push(request.url());
  });
  await page.keyboard.press("/");
  await page.keyboard.type(name, { delay: 20 });
  const field = palette(page).getByRole("combobox");
  await expect(field).toHaveValue(name);
  const results = palette(page).getByRole("group", { name: "Results" }).getByRole("option");
  await expect(results.first()).toContainText(name);
  expect(requests.length).toBeLessThanOrEqual(2); // not once a letter
  // A tab filters by kind; the arrows continue from the field.
  const narrowed = palette(page)
    .getByRole("group", { name: "Applications", exact: true })
    .getByRole("option");
  await palette(page).getByRole("button", { name: "Applications" }).press("Enter");
  await expect(field).toBeFocused();
  await expect(narrowed.first()).toHaveAttribute("aria-selected", "true");
  await palette(page).getByRole("link", { name: "Show as a page" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(field).toBeFocused();
  await expect(narrowed.first()).toContainText(/Application · ./);
  await expect(palette(page).getByRole("status")).toHaveText(/^\d+ results?$/);
  await expectAccessible(page, "the search in the palette");
  const asPage = palette(page).getByRole("link", { name: "Show as a page" });
  const query = new URLSearchParams({ q: name, tab: "applications" });
  await expect(asPage).toHaveAttribute("href", `${base}/search?${query}`);
  await field.fill(id);
  const record = palette(page).getByRole("group", { name: "Found by ID" }).getByRole("option");
  await expect(record).toContainText(name);
  await expect(record).toHaveAttribute("aria-selected", "true");
  await field.press("Enter");
  await expect(page).toHaveURL(`${listOf(base)}/applications/${id}`);
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
});

test("SRCH-09 SRCH-10 more results are added below the existing ones, and the keyboard focus stays @js", async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  const base = await signIn(people.recruiter);
  let release = () => {};
  let answer: Promise<unknown> = Promise.resolve();
  let isAway = false;
  await page.route(/\/search\.json\?.*more=/, async (route) => {
    await answer;
    return isAway ? route.fulfill({ status: 503, body: "" }) : route.continue();
  });
  const hold = () => (answer = new Promise<void>((resolve) => (release = resolve)));
  await openWhole(page, `${base}/vacancies`);
  await page.route("**/go.json", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByText("Failed to load screens and customers")).toBeVisible();
  const field = palette(page).getByRole("combobox");
  await field.fill("a");
  await palette(page).getByRole("button", { name: "Applications" }).click();
  const results = palette(page).getByRole("group", { name: "Applications", exact: true }).getByRole("option");
  const more = palette(page).getByRole("button", { name: "Load more" });
  await expect(results).toHaveCount(10);
  void hold();
  await more.press("Enter");
  await expect(more).toHaveAttribute("aria-disabled", "true");
  await expect(more).toBeFocused();
  await expect(results).toHaveCount(10);
  isAway = true;
  release();
  await expect(palette(page).getByText("Failed to load applications")).toBeVisible();
  await expect(results).toHaveCount(10);
  isAway = false;
  for (const count of [20, 30, 40]) {
    await more.press("Enter");
    await expect(results).toHaveCount(count);
    await expect(more).toBeFocused();
    await expect(more).not.toHaveAttribute("aria-disabled");
  }
  await more.press("Enter");
  await expect(results).toHaveCount(50);
  await expect(more).toHaveCount(0);
  await expect(field).toBeFocused();
});

test("SRCH-19 the search opened from a phone's menu has the focus in its field @js @all", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const base = await signIn(people.recruiter);
  const way = page.getByRole("banner").getByRole("link", { name: "Search for anything" });
  const field = main(page).getByRole("searchbox", { name: "Search for anything" });
  for (const open of [() => way.click(), () => way.press("Enter")]) {
    await page.goto(`${base}/vacancies`);
    await open();
    await expect(field).toBeFocused();
  }
  await page.keyboard.type("zzzz");
  await page.keyboard.press("Enter");
  await expect(main(page).getByText("No results found")).toBeVisible();
  // Results are meant for reading, and a phone's keyboard would cover them.
  await expect(field).not.toBeFocused();
  await page.goto(`${base}/go`);
  await expect(main(page).getByRole("searchbox")).toBeFocused();
});
