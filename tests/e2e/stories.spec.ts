import type { Locator, Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { withLongVacancy } from "./support/long-lists";
import { hasScripts } from "./support/settings";
import { expect, people, test } from "./support/test";

test("APP-56 PIPE-09 PIPE-10 SHELL-91 five candidates are reviewed one after the other: only by keys, or by links @twice", async ({
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
        // A move cannot be undone, so the next one is chosen again.
        await expect(page.getByLabel("Move to")).toHaveValue("");
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
    await reviewBeside(page, place);
    if (hasScripts()) await page.goBack();
    else await page.locator(".back-link").click();
    await expect(page).not.toHaveURL(/decided/);
    await expect(page.locator(".table-range")).toHaveText("1–1 of 1");
  });
});

/**
 * At the third of five candidates, four of them decided on: shows the list next to the candidate and moves
 * through it by key and click.
 */
async function reviewBeside(page: Page, place: Locator) {
  const list = page.getByRole("navigation", { name: "Candidates in the list" });
  if (!hasScripts()) {
    await page.goto(`${page.url()}&beside=1`);
    await expect(place).toContainText("3 of 5, 4 decided");
    await expect(list).toBeHidden();
    await expect(page.getByText("Hide list")).toBeHidden();
    return;
  }
  await page.getByRole("link", { name: "Show list" }).click();
  const rows = list.getByRole("link");
  const openIs = async (number: number) => {
    await expect(list.locator("[aria-current]")).toHaveCount(1);
    await expect(rows.nth(number - 1)).toHaveAttribute("aria-current", "page");
    await expect(place).toContainText(`${number} of 5`);
  };
  await expect(rows).toHaveCount(5);
  await expect(list.getByRole("img", { name: "Decided" })).toHaveCount(4);
  await openIs(3);
  await page.keyboard.press("j");
  await openIs(4);
  await rows.first().click();
  await openIs(1);
  await expect(rows.first()).toContainText("Shortlisted");
  await page.keyboard.press("5");
  await openIs(2);
  await expect(rows.first()).toContainText("Declined");
  await page.keyboard.press("u");
  await openIs(1);
  await expect(rows.first()).toContainText("Shortlisted");
  // The address opens both; a narrower window shows the candidate alone.
  await page.reload();
  await openIs(1);
  await page.setViewportSize({ width: 1199, height: 800 });
  await expect(list).toBeHidden();
  await expect(place).toContainText("1 of 5");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: "Hide list" }).click();
  await expect(list).toHaveCount(0);
}

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
