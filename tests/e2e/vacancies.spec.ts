import type { Locator, Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { fillVacancy } from "./support/forms";
import { expectContrast } from "./support/settings";
import { row } from "./support/kit";
import { expect, expectAccessible, expectNoOverflow, people, test } from "./support/test";

const hiringManager = "manager@acme.example";

/** The button of the details; its text is also the heading of the panel it opens. */
const details = (page: Page) => page.locator("summary").filter({ hasText: "Vacancy details" });
const save = (within: Page | Locator) => within.getByRole("button", { name: "Save" }).first().click();

async function fillForm(page: Page, title: string) {
  await fillVacancy(page, title, "First line\nSecond line");
  await page.getByLabel("Location").fill("Level 2, 1 Any Street");
}

async function fillPerson(page: Page, row: string, [first, last, email]: [string, string, string]) {
  const group = page.getByRole("group", { name: row, exact: true });
  await group.getByLabel("First name").fill(first);
  await group.getByLabel("Last name").fill(last);
  await group.getByLabel("Email").fill(email);
}

const confirmation = (page: Page) =>
  page.getByRole("dialog", { name: "You cannot edit this vacancy's workflow once you save" });

/** Creates a vacancy and ends on the list. */
async function createVacancy(page: Page, base: string, title: string) {
  await page.goto(`${base}/vacancies/create`);
  await fillForm(page, title);
  await save(page);
  await save(confirmation(page));
  await expect(page.getByText("Vacancy created.")).toBeVisible();
}

test("VAC-17 VAC-19 VAC-20 VAC-24 VAC-38 GEN-25 VAC-40 VAC-42 VAC-44 VAC-47 VAC-48 VAC-57 VAC-61 create, look, change, archive, restore", async ({
  page,
  signIn,
  unique,
}, info) => {
  const base = await signIn(people.recruiter);
  const title = unique("Barista");
  await page.goto(`${base}/vacancies`);
  await page.getByRole("link", { name: "Create New" }).click();
  await fillForm(page, title);
  await fillPerson(page, "Hiring manager 1", ["Ada", "Byron", "ada@test.example"]);
  await fillPerson(page, "Recruiter 1", ["No", "Email", ""]);
  await save(page);

  // Cancel returns to the form with all input.
  await expect(confirmation(page)).toContainText(
    "Once saved, you cannot change which workflow is assigned to this vacancy. Proceed to save?",
  );
  await confirmation(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(title);
  await expect(page.getByLabel("Department").locator("option:checked")).toHaveText(/Bondi$/);
  await expect(page.getByRole("group", { name: "Hiring manager 1" }).getByLabel("Email")).toHaveValue(
    "ada@test.example",
  );
  await save(page);
  await save(confirmation(page));
  await expect(page).toHaveURL(`${base}/vacancies`);
  await expect(page.getByText("Vacancy created.")).toBeVisible();
  await expect(page.getByText("Not added, because they have no email: No Email")).toBeVisible();
  await expect(row(page, title)).toContainText("Ada Byron");
  await expect(row(page, title)).toContainText(/VAC-[0-9A-Z]{8}/);

  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await details(page).click();
  const panel = page.locator("details").filter({ hasText: "Vacancy details" });
  await expect(panel).toContainText("Second line");
  await expect(panel).toContainText("Hospitality");
  await expect(panel).toContainText("Level 2, 1 Any Street");
  await expect(panel).toContainText("Hiring Manager");
  await expect(panel).toContainText("Ada Byron");
  // VAC-37: without an email no one was notified.
  await expect(panel).not.toContainText("No Email");
  await expect(panel.getByRole("textbox", { name: "Chat interview: Retail team member" })).toHaveValue(
    /^https:\/\/interview\.edge\.example\/au\/fi\//,
  );
  await expect(
    panel.getByRole("textbox", { name: "Video interview: Video interview, 3 questions" }),
  ).toHaveValue(/\/si\//);
  await expect(panel.getByRole("button", { name: "Copy" })).toHaveCount(info.project.name === "js" ? 2 : 0);
  // The sheet covers the page's buttons until it is closed.
  await details(page).click();

  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit vacancy" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Vacancy Detail" })).toBeVisible();
  await expect(page.getByLabel("Workflow")).toHaveCount(0);
  await expect(page.getByText("Store team – chat, then video")).toBeVisible();
  await expect(page.getByText("Bondi", { exact: true })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill(`${title} 2`);
  await page.getByLabel("Location").fill("");
  await page.getByRole("button", { name: "Add recruiter" }).click();
  await fillPerson(page, "Recruiter 1", ["Bob", "Cobb", "bob@test.example"]);
  await save(page);
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: `${title} 2` })).toBeVisible();
  await details(page).click();
  await expect(panel).toContainText("Bob Cobb");
  await expect(panel).not.toContainText("Any Street");

  await page.goto(`${base}/vacancies?size=50`);
  await row(page, title).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("Vacancy(s) archived")).toBeVisible();
  await expect(page).toHaveURL(/\/vacancies\?size=50$/);
  await expect(row(page, title)).toHaveCount(0);
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await page.getByRole("status").getByRole("link", { name: "View Archive" }).click();
  await expect(page.getByRole("columnheader", { name: "Archived" })).toBeVisible();

  // VAC-56
  await page.getByRole("link", { name: title }).click();
  await expect(
    page.getByRole("banner").or(page.getByRole("main")).getByText("Archived").first(),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  const [detail = ""] = page.url().split("?");
  await page.goto(`${detail}/edit`);
  await expect(page).toHaveURL(detail);
  await expect(
    page.getByText("This vacancy is archived and cannot be edited. Restore it first."),
  ).toBeVisible();

  await page.goto(`${base}/vacancies/archive`);
  await row(page, title).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Vacancy(s) restored")).toBeVisible();
  await expect(row(page, title)).toHaveCount(0);
  await page.getByRole("status").getByRole("link", { name: "View Vacancies" }).click();
  await expect(row(page, title)).toBeVisible();
});

test("VAC-25 VAC-27 VAC-28 VAC-31 an empty form names the missing fields without asking", async ({
  page,
  signIn,
}, info) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies/create`);
  await save(page);
  for (const text of [
    "Please enter vacancy name",
    "Please create a job family",
    "Please select department",
    "Please select a workflow",
  ])
    await expect(page.locator(".field-error").getByText(text)).toBeVisible();
  await expect(page.getByText("Please enter your first name")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Error: Create a new vacancy/);
  // axe needs scripts.
  if (info.project.name === "js") await expectAccessible(page, "failed form");
});

test("VAC-32 VAC-33 VAC-35 VAC-36 VAC-41 rows of people are added and removed and keep their input", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies/create`);
  const managers = page.getByRole("group", { name: /^Hiring manager \d+$/ });
  await expect(managers).toHaveCount(1);
  await page.getByLabel("Name", { exact: true }).fill("Keep me");
  await fillPerson(page, "Hiring manager 1", ["Ada", "Byron", "ada@test.example"]);
  await page.getByRole("button", { name: "Add hiring manager" }).click();
  await expect(managers).toHaveCount(2);
  await fillPerson(page, "Hiring manager 2", ["", "Cobb", "not an email"]);
  await page.getByRole("button", { name: "Add hiring manager" }).click();
  await expect(managers).toHaveCount(3);
  await fillPerson(page, "Recruiter 1", ["Ada", "Byron", "ADA@test.example"]);
  // No errors before the form is sent.
  await expect(page.getByText("Please enter vacancy name")).toHaveCount(0);

  await save(page);
  const second = page.getByRole("group", { name: "Hiring manager 2" });
  await expect(second.getByText("Please enter your first name")).toBeVisible();
  await expect(second.getByText("Please enter a valid email")).toBeVisible();
  await expect(
    page
      .getByRole("group", { name: "Recruiter 1" })
      .getByText("User already exist, please enter another email"),
  ).toBeVisible();

  await page.getByRole("button", { name: "Remove Hiring manager 2" }).click();
  await expect(managers).toHaveCount(2);
  await expect(page.getByRole("group", { name: "Hiring manager 1" }).getByLabel("Email")).toHaveValue(
    "ada@test.example",
  );
  await expect(page.getByText("Please enter a valid email")).toHaveCount(0);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Keep me");
});

test("Enter in a field saves instead of pressing a row's button", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies/create`);
  await page.getByLabel("Name", { exact: true }).fill("By keyboard");
  await page.getByLabel("Name", { exact: true }).press("Enter");
  await expect(page.locator(".field-error").getByText("Please select department")).toBeVisible();
  await expect(page.getByRole("group", { name: /^Hiring manager \d+$/ })).toHaveCount(1);
});

test("VAC-04 VAC-11 GEN-04 GEN-05 sort, page and size are in the query string; invalid values fall back to the defaults", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies`);
  const titleHeader = page.getByRole("columnheader", { name: "Title" });
  await expect(page.getByRole("columnheader", { name: "Created" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(page.getByRole("rowheader")).toHaveCount(30);
  await page.getByRole("link", { name: "Title" }).click();
  await expect(page).toHaveURL(/\?sort=title&order=asc$/);
  await expect(titleHeader).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "2", exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  // Parallel tests create vacancies too, so this retries until none came in between.
  await expect(async () => {
    const secondPage = await page.getByRole("rowheader").allInnerTexts();
    await page.reload();
    expect(await page.getByRole("rowheader").allInnerTexts()).toEqual(secondPage);
  }).toPass({ timeout: 20_000 });
  for (const sort of ["Applications", "Hiring manager"])
    await expect(page.getByRole("columnheader", { name: sort }).getByRole("link")).toHaveCount(0);

  const response = await page.goto(`${base}/vacancies?page=x&size=7&sort=managers&order=up&extra=%00`);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("rowheader")).toHaveCount(30);
  await page.goto(`${base}/vacancies?size=100&page=9999`);
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  await expect(page.getByText(/^\d+–\d+ of \d+$/)).toBeVisible();
});

test("VAC-22 VAC-23 archives what it can and reports the rest @js", async ({ page, signIn, unique }) => {
  const base = await signIn(people.recruiter);
  const title = unique("Partly");
  await createVacancy(page, base, title);
  await row(page, title).getByRole("checkbox").check();
  // Also selects a vacancy without external id.
  await page
    .locator("form:has(.row-check)")
    .evaluate((form) =>
      form.insertAdjacentHTML(
        "beforeend",
        '<input type="hidden" name="ids" value="000000000000000000000000 ">',
      ),
    );
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("Something went wrong")).toBeVisible();
  await expect(page.getByText("We couldn't archive some of the vacancy(s). Please try again.")).toBeVisible();
  await expect(row(page, title)).toHaveCount(0);
  await page.goto(`${base}/vacancies/archive`);
  await expect(row(page, title)).toBeVisible();
});

test("VAC-06 a click anywhere in a row opens it @js", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies`);
  await page.getByRole("row").nth(1).getByRole("cell").nth(3).click();
  await expect(page).toHaveURL(/\/vacancies\/[0-9a-f]{24}(\?list=\S*)?$/);
});

test("VAC-49 five names of a group are shown, the rest on request", async ({ page, signIn }, info) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`);
  await details(page).click();
  const group = page.locator(".people").first();
  await expect(group.getByRole("heading", { name: "Hiring Manager" })).toBeVisible();
  await expect(group.getByRole("listitem").filter({ visible: true })).toHaveCount(5);
  const others = group.getByText(/^\+ \d+ others?$/);
  const count = Number(/\d+/.exec(await others.innerText())?.[0]);
  await others.click();
  if (info.project.name === "js") {
    const dialog = page.getByRole("dialog", { name: "Hiring Manager" });
    await expect(dialog.getByRole("listitem")).toHaveCount(5 + count);
    await expectAccessible(page, "people dialog");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  } else {
    await expect(group.getByRole("listitem").filter({ visible: true })).toHaveCount(5 + count);
  }
});

test("VAC-54 VAC-60 an unknown id shows the not-found page with a back link", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  for (const path of ["vacancies/000000000000000000000000", "vacancies/nonsense/edit"]) {
    const response = await page.goto(`${base}/${path}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByText("Sorry, we couldn't find this page.")).toBeVisible();
    await expect(
      page.getByText("If you entered the vacancy ID manually, please double-check it."),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", /support/);
    await expect(page.getByRole("main").getByRole("link", { name: "Vacancies" })).toHaveAttribute(
      "href",
      `${base}/vacancies`,
    );
  }
});

test("RULE-30 a vacancy shows the rules that act on it to people who may see workflows", async ({
  page,
  signIn,
}) => {
  const path = `/vacancies/${demoVacancyId("acmeRetail", 0)}`;
  const panel = page.locator("details").filter({ hasText: "Vacancy details" });
  await page.goto((await signIn(people.recruiter)) + path);
  await details(page).click();
  await expect(panel.locator("dl div, dl").filter({ hasText: "Rules" }).first()).toContainText(
    /If .*, (move to the next stage|set the status to \w+)/,
  );
  await page.goto((await signIn(hiringManager)) + path);
  await details(page).click();
  await expect(panel.getByText("Workflow", { exact: true })).toBeVisible();
  await expect(panel.getByText("Rules", { exact: true })).toHaveCount(0);
  // The page does not contain them in hidden form either.
  expect(await page.content()).not.toContain("move to the next stage");
});

test("VAC-59 a query suffix in the id is stripped, and the form is saved", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  const edit = (suffix: string) => `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}${suffix}/edit`;
  const response = await page.goto(edit("%3Fx=1"));
  expect(response?.status()).toBe(200);
  await expect(page).toHaveURL(edit(""));
  await expect(page.getByLabel("Name", { exact: true })).not.toHaveValue("");
  await page.getByLabel("Location").fill("Suffix Street");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
});

test("VAC-01 VAC-03 VAC-08 VAC-10 VAC-51 SHELL-56 without the rights there is no create page, no archiving and no editing", async ({
  page,
  signIn,
}) => {
  const base = await signIn(hiringManager);
  await page.goto(`${base}/vacancies`);
  await expect(
    page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Vacancies" }),
  ).toBeVisible();
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Create New" })).toHaveCount(0);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  for (const path of ["create", `${demoVacancyId("acmeRetail", 0)}/edit`]) {
    const response = await page.goto(`${base}/vacancies/${path}`);
    expect(response?.status()).toBe(403);
    await expect(page.getByText("Nothing to see here")).toBeVisible();
    await expect(page.getByText("double-check")).toHaveCount(0);
  }
  await page.goto(`${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`);
  await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
});

test.describe("in American English", () => {
  test.use({ locale: "en-US" });

  test("VAC-02 American wording says jobs everywhere", async ({ page, signIn }) => {
    const base = await signIn(people.american);
    await page.goto(`${base}/vacancies`);
    await expect(page).toHaveTitle(/^Jobs/);
    await expect(page.getByRole("heading", { level: 1, name: "Jobs" })).toBeVisible();
    await expect(
      page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Jobs" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Create New" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Create a new job" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Jobs" })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(/vacanc/i);
    await save(page);
    // Messages stay as they are.
    await expect(page.getByText("Please enter vacancy name").first()).toBeVisible();
  });
});

test("VAC-29 VAC-30 CAND-18 GEN-101 job families and places are suggested, and other text is kept @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.clock.install();
  await page.goto(`${base}/vacancies/create`);
  await expect(page.locator("datalist option")).toHaveCount(25);
  const location = page.getByRole("combobox", { name: "Location" });
  const list = page.getByRole("listbox", { name: "Suggestions" });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/places")) asked.push(new URL(request.url()).searchParams.get("q") ?? "");
  });
  await location.pressSequentially("n", { delay: 20 });
  await page.clock.fastForward(700);
  expect(asked).toEqual([]);
  await location.pressSequentially("ewc", { delay: 20 });
  await expect(list.getByRole("option")).toHaveText([
    "Newcastle, New South Wales, Australia",
    "Newcastle upon Tyne, England, United Kingdom",
  ]);
  expect(asked).toEqual(["newc"]);
  await expectAccessible(page, "open suggestions");
  await location.press("ArrowDown");
  await location.press("ArrowDown");
  // Enter only confirms an input method's text (GEN-101).
  await location.dispatchEvent("keydown", { key: "Enter", isComposing: true });
  await expect(location).toHaveValue("newc");
  await location.press("Enter");
  await expect(location).toHaveValue("Newcastle upon Tyne, England, United Kingdom");
  await expect(list).toBeHidden();
  await location.fill("zzzz");
  await expect(page.getByText("No matching location")).toBeVisible();
  await expect(location).toHaveValue("zzzz");
  // Selecting with Enter sent no form.
  await expect(page.getByText("Please enter vacancy name")).toHaveCount(0);
});

test("SSO-36 leaving a form with changes asks first @js", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies/create`);
  await page.getByLabel("Name", { exact: true }).fill("Not saved");
  await page.getByRole("main").getByRole("link", { name: "Vacancies" }).click();
  await expect(page.getByRole("dialog", { name: "Unsaved changes" })).toBeVisible();
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Not saved");
});

test("every vacancy screen is accessible and fits a phone, light and dark @js", async ({ page, signIn }) => {
  test.slow();
  const base = await signIn(people.recruiter);
  for (const path of [
    "vacancies",
    "vacancies/archive",
    "vacancies/create",
    `vacancies/${demoVacancyId("acmeRetail", 0)}/edit`,
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${base}/${path}`);
    await expectAccessible(page, path);
    // Only the colours differ in dark mode.
    await page.emulateMedia({ colorScheme: "dark" });
    await expectContrast(page, `${path} in the dark`);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoOverflow(page, path);
  }
});
