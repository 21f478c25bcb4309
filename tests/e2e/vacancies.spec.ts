import type { Locator, Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { fillVacancy } from "./support/forms";
import { row } from "./support/kit";
import { expect, expectAccessible, people, test } from "./support/test";

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

test("VAC-17 VAC-51 VAC-24 VAC-40 VAC-48 a vacancy is created, read, changed, archived and restored @twice", async ({
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
  await expectAccessible(page, "the list");

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
  for (const [label, value] of [
    ["Workflow", "Store team – chat, then video"],
    ["Department", "Bondi"],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(page.getByLabel(label)).toHaveAttribute("readonly");
  }
  await expectAccessible(page, "the edit form");
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
  await expectAccessible(page, "the archive");

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

test("VAC-32 VAC-33 VAC-35 rows of people are added and removed and keep their input @twice", async ({
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

  // Enter in a field saves instead of pressing a row's button.
  await page.getByLabel("Name", { exact: true }).press("Enter");
  await expect(page).toHaveTitle(/^Error: Create a new vacancy/);
  await expect(managers).toHaveCount(3);
  await expectAccessible(page, "a refused form");
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

test("VAC-49 five names of a group are shown, the rest on request @twice", async ({ page, signIn }, info) => {
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

test("VAC-29 VAC-30 VAC-71 CAND-18 people, job families and places are suggested, and other text is kept @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies`);
  await page.locator("summary", { hasText: "Manager or recruiter" }).click();
  await page.locator('input[name="manager"]').pressSequentially("rowan");
  await expect(page.locator('datalist option[value="Rowan Recruiter"]')).toHaveCount(1);
  await page.clock.install();
  await page.goto(`${base}/vacancies/create`);
  await expect(page.locator("datalist option")).toHaveCount(25);
  const location = page.getByRole("combobox", { name: "Location" });
  const list = page.getByRole("listbox", { name: "Suggestions" });
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/places")) requests.push(new URL(request.url()).searchParams.get("q") ?? "");
  });
  await location.pressSequentially("n", { delay: 20 });
  await page.clock.fastForward(700);
  expect(requests).toEqual([]);
  await location.pressSequentially("ewc", { delay: 20 });
  await expect(list.getByRole("option")).toHaveText([
    "Newcastle, New South Wales, Australia",
    "Newcastle upon Tyne, England, United Kingdom",
  ]);
  expect(requests).toEqual(["newc"]);
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
