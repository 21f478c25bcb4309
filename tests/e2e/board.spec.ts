import { demoVacancyId } from "../../regional-api/seed/ids";
import { withLongVacancy } from "./support/long-lists";
import { expect, expectAccessible, expectNoOverflow, people, test } from "./support/test";

test("PIPE-02 PIPE-03 PIPE-08 a board's cards, a colleague's change, and a stage's limit @twice", async ({
  page,
}) => {
  await withLongVacancy(page, 12, async (vacancy) => {
    await page.goto(vacancy);
    await page.getByRole("link", { name: "Board", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Board");
    await expectAccessible(page, "the board");
    const stages = page.locator(".board-column");
    const chat = stages.first();
    const cards = chat.getByRole("listitem");
    await expect(chat.getByRole("heading", { level: 2 })).toContainText("12");
    await expect(cards).toHaveCount(10);

    const nameOf = async (at: number) => (await cards.nth(at).getByRole("link").innerText()).trim();
    const [first, second, third] = [await nameOf(0), await nameOf(1), await nameOf(2)];
    const card = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });
    const decide = async (name: string, next: string) => {
      await card(name).getByRole("combobox").selectOption({ label: next });
      await card(name)
        .getByRole("button", { name: `Apply to ${name}` })
        .click();
    };

    // A colleague's change is reported and not overwritten.
    const colleague = await page.context().newPage();
    await colleague.goto(`${vacancy}/board`);
    await colleague.getByLabel(`Next for ${first}`).selectOption({ label: "Shortlisted" });
    await colleague.getByRole("button", { name: `Apply to ${first}` }).click();
    await expect(colleague.getByText(`${first} is now Shortlisted.`)).toBeVisible();
    await colleague.close();
    await decide(first, "Declined");
    const report = page.getByRole("alert");
    await expect(report).toContainText("Nothing was changed");
    await expect(report).not.toContainText("contact support");
    await expect(report).toContainText(`${first} was changed in the meantime and is now Shortlisted`);
    await expect(card(first)).toContainText("Shortlisted");

    await decide(second, "Declined");
    await expect(page.getByText(`${second} is now Declined.`)).toBeVisible();
    await expect(card(second)).toHaveCount(0);
    await expect(chat.getByRole("heading", { level: 2 })).toContainText("11");
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    await expect(chat.getByRole("heading", { level: 2 })).toContainText("12");
    await expect(card(second)).toHaveCount(1);

    // Changes one card, then two at once; an empty choice is refused and keeps the ticks.
    await decide(third, "Video interview");
    await expect(page.getByText(`${third} is now at stage Video interview.`)).toBeVisible();
    await expect(stages.nth(1)).toContainText(third);
    for (const name of [first, second]) await card(name).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await expect(page.getByText("Please choose what is next")).toBeVisible();
    await expect(card(first).getByRole("checkbox")).toBeChecked();
    await page.getByLabel("Next for the selected").selectOption({ label: "Video interview" });
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await expect(page.getByText("Application stage updated.")).toBeVisible();
    await expect(stages.nth(1).getByRole("heading", { level: 2 })).toContainText("3");

    // The list shows exactly the column's candidates, and review continues from there.
    await chat.getByRole("link", { name: /^All 9 in the list/ }).click();
    await expect(page.locator(".table-range")).toHaveText("1–9 of 9");

    // A stage's limit is edited with its workflow, and does not apply to vacancies created before it.
    const customer = vacancy.replace(/\/vacancies\/.*/, "");
    await page.goto(`${customer}/workflow-sets/workflows`);
    await page.locator("tbody a.row-link").first().click();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    const limit = page.getByLabel("Limit").first();
    await limit.fill("366");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const refused = page.getByText("Please enter a whole number of days from 1 to 365, or none");
    await expect(refused.first()).toBeVisible();
    await expect(limit).toHaveValue("366");
    await limit.fill("3");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Limit 3 days", { exact: true })).toBeVisible();
    await page.goto(`${customer}/candidates/overdue`);
    await expect(page.getByText("No candidate is past the limit of their stage")).toBeVisible();
  });
});

test("PIPE-05 two to five candidates are compared by stage", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  const list = `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}?progressStatus=COMPLETED`;
  await page.goto(list);
  const boxes = page.locator(".row-check");
  const names = await page.getByRole("rowheader").locator("bdi").allInnerTexts();
  await boxes.nth(0).check();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByText("Please select two to five candidates")).toBeVisible();
  for (const at of [0, 1, 2]) await boxes.nth(at).check();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const table = page.getByRole("region", { name: "Candidates side by side" });
  await expect(table.getByRole("columnheader")).toHaveText(names.slice(0, 3).map((name) => name.trim()));
  await expect(table).toContainText("Chat interview");
  await expectAccessible(page, "candidates side by side");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "candidates side by side");
  // The back link leads to the list, and a name to the candidate in it.
  await table.getByRole("link").nth(1).click();
  await expect(page.getByRole("navigation", { name: "Previous and next candidate" })).toContainText(/^2 of/);
});

test("quality: the board at 360 px shows one stage, with links between", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const base = await signIn(people.recruiter);
  const path = `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}/board`;
  await page.goto(path);
  const nav = page.getByRole("navigation", { name: "Stages" });
  await expect(page.locator(".board-column").first()).toBeVisible();
  await expect(page.locator(".board-column").nth(1)).toBeHidden();
  await nav.getByRole("link", { name: /Video interview/ }).click();
  await expect(page.locator(".board-column").nth(1)).toBeVisible();
  await expect(page.locator(".board-column").first()).toBeHidden();
});
