import { withLongVacancy } from "./support/long-lists";
import { expect, expectAccessible, test } from "./support/test";

test("PIPE-06 decline reasons: settings with errors, order and archive; a decline on the board, in the list and on the candidate's page", async ({
  page,
}) => {
  test.slow();
  await withLongVacancy(page, 4, async (vacancy) => {
    const settings = vacancy.replace(/\/vacancies\/.*/, "/settings/decline-reasons");
    await page.goto(settings);
    const save = page.getByRole("button", { name: "Save", exact: true });
    const row = (number: number) => page.getByRole("group", { name: `Reason ${number}`, exact: true });
    const nameOf = (number: number) => row(number).getByLabel("Name");
    await expect(page.getByRole("group", { name: /^Reason \d/ })).toHaveCount(4);
    await expectAccessible(page, "the decline reasons");

    // A reason needs a name, and each is there once; nothing typed is lost.
    await page.getByLabel("Required", { exact: true }).check();
    await page.getByRole("button", { name: "Add reason" }).click();
    await nameOf(5).fill("Vacancy was filled or closed");
    await save.click();
    await expect(page.getByText("Please enter each reason only once").first()).toBeVisible();
    await nameOf(5).fill("Salary");
    await page.getByRole("button", { name: "Move Reason 5 up" }).click();
    await expect(nameOf(4)).toHaveValue("Salary");
    await row(1).getByLabel("Archived").check();
    await save.click();
    await expect(page.getByText("The decline reasons have been saved.")).toBeVisible();
    await page.goto(settings);
    await expect(nameOf(4)).toHaveValue("Salary");
    await expect(row(1).getByLabel("Archived")).toBeChecked();
    await expect(page.getByLabel("Required", { exact: true })).toBeChecked();

    // The board: refused without a reason, next to the field, and the choice is kept.
    await page.goto(`${vacancy}/board`);
    const reason = page.getByLabel("Reason for declining");
    await expect(reason.getByRole("option")).toHaveText([
      "Choose a reason",
      "Working times do not fit",
      "Another candidate was chosen",
      "Salary",
      "Vacancy was filled or closed",
    ]);
    const cards = page.locator(".board-column").first().getByRole("listitem");
    const name = (await cards.first().getByRole("link").innerText()).trim();
    const next = page.getByLabel(`Next for ${name}`);
    const apply = page.getByRole("button", { name: `Apply to ${name}` });
    await next.selectOption({ label: "Declined" });
    await apply.click();
    await expect(page.getByText("Please select why the candidate is declined").first()).toBeVisible();
    await expect(reason).toHaveAttribute("aria-invalid", "true");
    await expect(next.locator("option:checked")).toHaveText("Declined");
    await reason.selectOption({ label: "Salary" });
    await apply.click();
    await expect(page.getByText(`${name} is now Declined.`)).toBeVisible();

    // The candidate's page shows it; another status needs none, and Undo of it brings it back.
    await page.goto(vacancy);
    await page.locator("tbody").getByRole("link", { name }).first().click();
    await expect(page.getByText("to Declined: Salary")).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: /^Salary$/ })).toBeVisible();
    await expectAccessible(page, "a declined candidate");
    await page.getByRole("button", { name: "Shortlisted" }).click();
    await expect(page.getByText(`${name} is now Shortlisted.`)).toBeVisible();

    // Several in the list, with one reason.
    await page.goto(vacancy);
    const boxes = page.locator(".row-check");
    const applyToAll = page.locator(".selection-bar").getByRole("button", { name: "Apply", exact: true });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByLabel("Update status").selectOption("Declined");
    await applyToAll.click();
    await expect(page.getByText("Please select why the candidate is declined").first()).toBeVisible();
    await expect(boxes.nth(1)).toBeChecked();
    await page.getByLabel("Reason for declining").selectOption("Another candidate was chosen");
    await applyToAll.click();
    await expect(page.getByText("Application status updated.")).toBeVisible();
  });
});
