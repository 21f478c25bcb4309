import { hasScripts } from "./support/settings";
import { expect, people, test } from "./support/test";

/** Lines that link to a list with a row count; the others link to pages about one fact. */
const lists = /\/(candidates|decisions|notifications|vacancies|users|ats-requests)\?/;

test("HOME-01 HOME-09 each line is a sentence whose number equals the row count of its link", async ({
  page,
  signIn,
}) => {
  for (const who of [people.recruiter, people.customerAdmin]) {
    const base = await signIn(who);
    await page.goto(base);
    await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/^Today/);
    const links = await page
      .getByRole("main")
      .locator(".today-line a, .page-meta a")
      .evaluateAll((all) =>
        all.map((link) => [link.getAttribute("href") ?? "", link.textContent ?? ""] as const),
      );
    const counted = links.filter(([href]) => lists.test(href));
    expect(counted.length, who).toBeGreaterThan(2);
    for (const [href, words] of counted) {
      await page.goto(href);
      const number = /^[\d,]+/.exec(words)?.[0] ?? "";
      await expect(page.locator(".page-count"), href).toHaveText(number);
    }
  }
});

test("HOME-06 HOME-07 the cards show stages as links to their lists, and one sentence states since when rows count as new", async ({
  page,
  signIn,
}) => {
  await page.goto(await signIn(people.recruiter));
  await expect(page.locator(".page-meta")).toContainText(
    /^(Since you were last here, on|In the last 24 hours)/,
  );
  const cards = page.locator(".today-card");
  await expect(cards).toHaveCount(12);
  const stage = cards.first().locator(".today-stage").first();
  const number = (await stage.locator("b").textContent()) ?? "";
  await stage.click();
  await expect(page.locator(".pipeline > a[aria-current] .pipeline-count")).toHaveText(number);
});

test("HOME-10 Today is first in the menu and in Go to; another start page is set under Your account @twice", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies`);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link").filter({ hasText: /./ }).first()).toHaveText("Today");
  if (test.info().project.name === "js") {
    await expect(page.locator("#customer-switcher input[type=search]")).toHaveCount(1);
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await expect(page).toHaveURL(base);
  }
  await page.goto(`${base}/go?q=Today`);
  await expect(page.getByRole("main").getByRole("link", { name: "Today" })).toBeVisible();
  const beginWith = async (screen: string) => {
    await page.goto(`${base}/account`);
    await page.getByLabel("First screen").selectOption(screen);
    const isSaved = hasScripts() && page.waitForResponse((answer) => answer.request().method() === "POST");
    await page.getByRole("button", { name: "Save preferences" }).click();
    await isSaved;
  };
  await beginWith("Vacancies");
  await page.goto(`${base}/account`);
  await expect(page.getByLabel("First screen")).toHaveValue("vacancies");
  await page.goto(base);
  await expect(page).toHaveURL(`${base}/vacancies`);
  await menu.getByRole("link", { name: "Today" }).first().click();
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  await beginWith("Today");
  await page.goto(base);
  await expect(page).toHaveURL(base);
});
