import type { Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { main, openWhole } from "./support/kit";
import { expect, expectAccessible, expectNoOverflow, people, test } from "./support/test";

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

test("SRCH-01 SRCH-04 SRCH-12 SRCH-14 the field in the top bar leads to results with their state in the address @no-js", async ({
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
  await tab(page, "Vacancies").click();
  await expect(main(page).getByText("No results found")).toBeVisible(); // no vacancy of that name
  await main(page).getByRole("link", { name: "Search vacancies and applications" }).click();
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

test("SRCH-03 SRCH-09 SRCH-10 vacancies link to their page; links load more, and too many matches are reported", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/search?q=a&tab=applications`);
  const rows = main(page).getByRole("rowheader");
  await expect(rows).toHaveCount(10);
  await expectAccessible(page, "the search");
  for (const count of [20, 30, 40, 50]) {
    await main(page).getByRole("link", { name: "Load more" }).click();
    await expect(rows).toHaveCount(count);
  }
  await expect(page).toHaveURL(/more=4/);
  await expect(main(page).getByRole("link", { name: "Load more" })).toHaveCount(0);
  await expect(
    main(page).getByText("Oops, too many results, please refine your search keywords"),
  ).toBeVisible();
  const before = await rows.first().innerText();
  await tab(page, "Vacancies").click();
  await expect(page).not.toHaveURL(/more=/);
  // The address changes a moment before the page.
  await expect(rows.first()).not.toHaveText(before);
  const link = rows.first().getByRole("link");
  const title = await link.innerText();
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
});

test("SRCH-02 a blank text sends no request", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/search?q=%20%20`);
  await expect(main(page).getByRole("row")).toHaveCount(0);
  await expect(main(page).getByText("No results found")).toHaveCount(0);
  await expect(main(page).getByText(/^A vacancy is found by its title or external ID/)).toBeVisible();
});

test("SRCH-16 an id pasted into the field leads straight to its record @no-js", async ({ page, signIn }) => {
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

test("SRCH-01 SRCH-02 SRCH-17 GEN-06 typing finds screens, vacancies and applications in one list; arrows, Enter, Escape @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  const { id, name } = await someCandidate(page, base);
  await openWhole(page, `${base}/vacancies`);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/search\.json\?/.test(request.url())) asked.push(request.url());
  });
  await page.keyboard.press("/");
  await page.keyboard.type(name, { delay: 20 });
  const field = palette(page).getByRole("combobox");
  await expect(field).toHaveValue(name);
  const results = palette(page)
    .getByRole("group", { name: "Vacancies and applications" })
    .getByRole("option");
  await expect(results.first()).toContainText(name);
  expect(asked.length).toBeLessThanOrEqual(2); // not once a letter
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
  await expect(narrowed.first()).toContainText(
    /Created\s\d{4}-\d{2}-\d{2}\s\d{2}:\d{2}:\d{2}.* · Application\sID\s[0-9a-f]{24}/,
  );
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

test("SRCH-07 SRCH-17 a candidate is found by email and opened with only Enter @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(listOf(base));
  const name = (await page.locator(".row-link bdi").first().innerText()).trim();
  const [first = "", ...rest] = name.split(" ");
  await openWhole(page, `${base}/vacancies`);
  await page.keyboard.press("/");
  await page.keyboard.type(`${rest.join(" ")}, ${first}`, { delay: 10 });
  const hit = palette(page).getByRole("option").first();
  await expect(hit).toContainText(name);
  await expect(hit).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/vacancies\/[0-9a-f]{24}\?stageId=[0-9a-f]{24}&applicationId=[0-9a-f]{24}/);
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
  await page.keyboard.press("Control+k");
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

test("APP-55 APP-56 a candidate's page shows the history, keeps the list's filters, and moves to the next and back", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${listOf(base)}?progressStatus=COMPLETED&size=30`);
  const names = await page.locator(".row-link bdi").allInnerTexts();
  const list = page.url();
  await page.getByRole("rowheader").first().getByRole("link").click();
  await expect(page).toHaveURL(/\/applications\/[0-9a-f]{24}\?progressStatus=COMPLETED/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(names[0]?.trim() ?? "");
  const place = main(page).getByRole("navigation", { name: "Previous and next candidate" });
  await expect(place).toContainText(/1 of \d+/);
  await expectAccessible(page, "a candidate's page");
  const thread = main(page).getByRole("region", { name: "What happened" });
  await expect(thread.getByText("Chat interview submitted")).toBeVisible();
  await expect(thread.getByRole("listitem").last()).toContainText("Application created");
  await place.getByRole("link", { name: "Next candidate" }).click();
  await expect(place).toContainText(/2 of \d+/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(names[1]?.trim() ?? "");
  await expect(page).toHaveURL(/progressStatus=COMPLETED/);
  await main(page).locator(".back-link").click();
  await expect(page).toHaveURL(list);
});

test("APP-55 APP-56 APP-36 a status set on the candidate's page is in the thread, with its author", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${listOf(base)}?progressStatus=COMPLETED&page=3`);
  // At the end of the page everything moves up a little after hydration.
  await page.waitForLoadState("networkidle");
  await page.getByRole("rowheader").last().getByRole("link").click();
  await expect(page).toHaveURL(/\/applications\//);
  const thread = main(page).getByRole("region", { name: "What happened" });
  for (const status of ["Longlisted", "Shortlisted"]) {
    await main(page).getByRole("button", { name: status, exact: true }).click();
    await expect(page.getByRole("status").getByText("Application status updated.")).toBeVisible();
    // The decision led on to the next candidate.
    await main(page).getByRole("link", { name: "Previous candidate" }).click();
    await expect(main(page).getByRole("button", { name: status, exact: true })).toBeDisabled();
  }
  await expect(
    thread
      .getByRole("listitem")
      .filter({ hasText: /Status changed from Longlisted to Shortlisted by \S+/ })
      .first(),
  ).toBeVisible();
  await main(page).getByRole("link", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit candidate" });
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(
    /\/applications\/[0-9a-f]{24}\?progressStatus=COMPLETED&decided=[0-9a-f]{24}&page=3$/,
  );
});

test("quality: search and candidate at 360 px", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/search?q=a&tab=applications`);
  await expectNoOverflow(page, "search");
  const { id } = await someCandidate(page, base);
  await page.goto(`${listOf(base)}/applications/${id}`);
  await expect(main(page).getByRole("region", { name: "What happened" })).toBeVisible();
  await expectNoOverflow(page, "candidate");
  await expectAccessible(page, "candidate at 360 px");
});

test("SRCH-19 the search opened from a phone's menu has the focus in its field @browser", async ({
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
