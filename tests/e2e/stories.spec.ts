import type { Browser, Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { formWith } from "../support/console-client";
import { fillVacancy } from "./support/forms";
import { withLongVacancy } from "./support/long-lists";
import { hasScripts } from "./support/settings";
import { expect, fillSignIn, pathOf, people, test, untilOver } from "./support/test";

// End-to-end stories. Details are tested in each area's journeys.

/** Works as another person in another browser. */
async function withColleague(browser: Browser, email: string, work: (page: Page) => Promise<void>) {
  const baseURL = process.env.CONSOLE_ADDRESS;
  const context = await browser.newContext({ baseURL, javaScriptEnabled: hasScripts() });
  try {
    const page = await context.newPage();
    await fillSignIn(page, email);
    await page.waitForURL(/\/region\//);
    await work(page);
  } finally {
    await context.close();
  }
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).last().click();

test("GEN-22 CAND-11 VAC-55 two recruiters change different fields of a candidate and of a vacancy, and both changes stay", async ({
  page,
  browser,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const title = unique("Shared");
  const last = title.replace(/\W/g, "").slice(-30);
  await page.goto(`${base}/vacancies/create`);
  await fillVacancy(page, title, "As it was");
  await press(page, "Save");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Vacancy created.")).toBeVisible();
  const vacancy = await pathOf(page.getByRole("link", { name: title }));
  const html = await (await page.request.get(`${vacancy}/invite`)).text();
  const candidate = { email: `${last.toLowerCase()}@mail.example`, firstName: "Ana", lastName: last };
  const form = Object.fromEntries(formWith({ html }, "invite", candidate));
  expect((await page.request.post(`${vacancy}/invite`, { form, maxRedirects: 0 })).status()).toBe(303);
  await page.goto(vacancy);
  const id = await page.locator(".row-check").first().inputValue();
  const edit = `${vacancy}/applications/${id}/edit`;

  await withColleague(browser, people.customerAdmin, async (colleague) => {
    await page.goto(edit);
    await colleague.goto(edit);
    await colleague.getByLabel("First name").fill("Anabel");
    await press(colleague, "Update");
    await expect(colleague.getByText("Anabel").first()).toBeVisible();
    await page.getByLabel("Last name").fill(`${last}-Lee`);
    await press(page, "Update");
    await press(page, "Save both");
    await expect(page.getByText(`Anabel ${last}-Lee`).first()).toBeVisible();

    await page.goto(`${vacancy}/edit`);
    await colleague.goto(`${vacancy}/edit`);
    await colleague.getByLabel("Description").fill("As the colleague says");
    await press(colleague, "Save");
    await expect(colleague.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill(`${title} again`);
    await press(page, "Save");
    await press(page, "Save both");
    await expect(page.getByRole("heading", { level: 1, name: `${title} again` })).toBeVisible();
    await page.goto(`${vacancy}/edit`);
    await expect(page.getByLabel("Description")).toHaveValue("As the colleague says");
  });
});

test("GEN-31 APP-56 APP-88 PIPE-09 SHELL-91 five candidates are reviewed one after the other: only by keys, or by links", async ({
  page,
}) => {
  await withLongVacancy(page, 5, async (vacancy) => {
    // Candidates stop matching the filter once decided.
    await page.goto(`${vacancy}?q=many.example&status=APPS_APPLICATION_NEW`);
    const place = page.getByRole("navigation", { name: "Previous and next candidate" });
    const heading = page.getByRole("heading", { level: 1 });
    const decidedAre = (number: number, decided: number) =>
      expect(place).toContainText(`${number} of 5, ${decided} decided`);
    if (hasScripts()) {
      await expect(page.locator("#customer-switcher input[type=search]")).toHaveCount(1);
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
    } else await page.locator("tbody a.row-link").first().click();
    const give = (status: string, key: string) =>
      hasScripts()
        ? page.keyboard.press(key)
        : page.getByRole("button", { name: status, exact: true }).click();
    let third = "";
    for (let number = 1; number <= 5; number += 1) {
      await expect(place).toContainText(`${number} of 5`);
      const name = (await heading.locator("bdi").innerText()).trim();
      if (number === 3) {
        // A moved candidate is no longer at the list's stage.
        third = name;
        await page.getByLabel("Move to").selectOption({ index: 1 });
        await page.getByRole("button", { name: "Move", exact: true }).click();
        await expect(page.getByText(`${name} is now at stage Video interview.`)).toBeVisible();
      } else {
        await give("Shortlisted", "3");
        await expect(page.getByText(`${name} is now Shortlisted.`)).toBeVisible();
      }
      // A decision moves on to the next one, and stays on the last.
      await decidedAre(Math.min(number + 1, 5), number);
    }
    // Undo leads back to its candidate, and reduces the count of decided ones.
    await (hasScripts() ? page.keyboard.press("u") : page.getByRole("button", { name: "Undo" }).click());
    await decidedAre(5, 4);
    await page.reload();
    await place.getByRole("link", { name: "Previous candidate" }).click();
    await decidedAre(4, 4);
    await give("Declined", "5");
    await decidedAre(5, 4);
    await (hasScripts() ? page.keyboard.press("u") : page.getByRole("button", { name: "Undo" }).click());
    await decidedAre(4, 4);
    await give("Longlisted", "2");
    await decidedAre(5, 4);
    // They keep their places, whatever the decision.
    for (let number = 4; number >= 3; number -= 1) {
      await place.getByRole("link", { name: "Previous candidate" }).click();
      await decidedAre(number, 4);
    }
    await expect(heading).toContainText(third);
    if (hasScripts()) await page.goBack();
    else await page.locator(".back-link").click();
    await expect(page).not.toHaveURL(/decided/);
    await expect(page.locator(".table-range")).toHaveText("1–1 of 1");
  });
});

test("DEPT-14 DEPT-29 DEPT-33 DEPT-39 DEPT-56 a department with vacancies is moved, not removed, and brought back: nothing is lost", async ({
  page,
}) => {
  test.setTimeout(90_000);
  await withLongVacancy(page, 1, async (vacancy) => {
    const base = vacancy.replace(/\/vacancies\/.*/, "");
    const rows = page.getByRole("list", { name: "Department tree" }).locator("> li");
    const kuranda = rows.filter({ has: page.locator('input[value="Kuranda"]') });
    const changes = page.getByRole("region", { name: "What will change" });
    await page.goto(`${base}/vacancies`);
    const box = page.locator("label", { hasText: "Kuranda" }).locator("input[name=department]");
    const id = await box.getAttribute("value");
    const listed = async () => {
      await page.goto(`${base}/vacancies?department=${id}&size=100`);
      return (await page.locator("tbody a.row-link").allInnerTexts()).sort();
    };
    const before = await listed();
    expect(before.length).toBeGreaterThan(0);
    const edit = () => page.goto(`${base}/departments/edit`);
    const moveTo = async (parent: string) => {
      await edit();
      await page.getByRole("button", { name: "Move Kuranda to another parent" }).click();
      const parents = page.getByLabel("New parent of Kuranda");
      const option = parents.locator("option", { hasText: parent }).first();
      await parents.selectOption((await option.getAttribute("value")) ?? "");
      await press(page, "Apply");
      await expect(changes).toContainText(`“Kuranda” moves`);
      await press(page, "Update");
      await page.getByRole("dialog").getByRole("button", { name: "Update" }).click();
      await expect(page.getByText("Update hierarchy success.")).toBeVisible();
    };
    await moveTo("Victoria");
    expect(await listed()).toEqual(before);

    // It cannot be removed while in use, and one click keeps it.
    await edit();
    await page.getByRole("button", { name: "Remove Kuranda", exact: true }).click();
    await expect(changes).toContainText("“Kuranda” is removed");
    await press(page, "Update");
    await expect(page.getByRole("link", { name: "This department is still in use." })).toBeVisible();
    await press(page, "Undo last change");
    await expect(changes).toContainText("No changes yet.");
    await expect(kuranda).toBeVisible();
    expect(await listed()).toEqual(before);

    // Nor while archived items use it; they are restored by Undo.
    await page.locator(".row-check").first().check();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(page.getByText("Vacancy(s) archived")).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByText("Undone", { exact: true })).toBeVisible();
    expect(await listed()).toEqual(before);
    await moveTo("Queensland");
    expect(await listed()).toEqual(before);
  });
});

test("UPLOAD-18 UPLOAD-21 UPLOAD-23 GEN-22 a hundred people are uploaded as a file, with the invalid rows corrected from the report", async ({
  page,
  signIn,
  unique,
}) => {
  test.setTimeout(90_000);
  const base = await signIn(people.customerAdmin);
  const stem = unique("crowd").replace(/\W+/g, "-").toLowerCase();
  const send = async (content: string) => {
    await page.goto(`${base}/users/upload`);
    await page
      .getByLabel("Select file")
      .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
    await press(page, "Save");
  };
  const wrong = [7, 40, 41, 99];
  const lines = Array.from({ length: 100 }, (_, at) =>
    wrong.includes(at)
      ? `Person,${at},${stem}-${at} at acme.example,,Recruiters`
      : `Person,${at},${stem}-${at}@acme.example,,Recruiters`,
  );
  await send(["firstName,lastName,email,phoneNumber,groups", ...lines].join("\n"));
  await expect(page.getByText("4 rows have errors, and no users will be created from them.")).toBeVisible();
  await press(page, "Create 96 users");
  await untilOver(page, page.getByRole("heading", { name: "96 users created, 4 failed." }));
  const href = await page.getByRole("link", { name: "Download error report" }).getAttribute("href");
  const report = await (await page.request.get(href ?? "")).text();
  await send(report.replaceAll(" at acme.example", "@acme.example"));
  await press(page, "Create 4 users");
  await untilOver(page, page.getByRole("heading", { name: "4 users created." }));
  await page.goto(`${base}/users?search=${stem}`);
  await expect(page.locator(".table-range")).toHaveText("1–30 of 100");
});

test("INV-26 an invite into a list of many pages links to the candidate, and Back opens no empty dialog @js", async ({
  page,
  signIn,
  unique,
}) => {
  const list = `${await signIn(people.recruiter)}/vacancies/${demoVacancyId("acmeRetail", 0)}`;
  const last = unique("Far").replace(/\W/g, "").slice(-30);
  await page.goto(list);
  await page.getByRole("link", { name: "Invite Candidate" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(`${last.toLowerCase()}@mail.example`);
  await dialog.getByLabel("First name").fill("Fay");
  await dialog.getByLabel("Last name").fill(last);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Candidates without a submission are last, so not on this page.
  await expect(page.getByRole("row").filter({ hasText: last })).toHaveCount(0);
  await page.getByRole("link", { name: "Open the candidate" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Fay ${last}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: `Fay ${last}` })).toHaveCount(0);
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("APP-34 a row whose insights were opened in a tab is no longer unviewed on return @js", async ({
  page,
  signIn,
}) => {
  const answer = { contentType: "text/html", body: "<title>Insights</title>The insights" };
  await page.context().route("https://insights.edge.example/**", (route) => route.fulfill(answer));
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies/${demoVacancyId("acmeRetail", 0)}?progressStatus=COMPLETED&size=100`);
  const row = page
    .getByRole("row")
    .filter({ has: page.getByText("Not viewed yet") })
    .last();
  const id = await row.locator(".row-check").inputValue();
  const own = page.getByRole("row").filter({ has: page.locator(`.row-check[value="${id}"]`) });
  const opened = page.waitForEvent("popup");
  await own.getByRole("button", { name: /^Open insights of/ }).click();
  const tab = await opened;
  await expect(tab).toHaveURL(/^https:\/\/insights\.edge\.example\//);
  await tab.close();
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(own.getByText("Not viewed yet")).toHaveCount(0);
  await expect(own).toHaveCount(1);
});
