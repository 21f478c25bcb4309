import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { denied, FaultProxy, retyped } from "../support/fault-proxy";
import { startConsole } from "../support/servers";
import { hasScripts } from "./support/kit";
import {
  basePathOf,
  expect,
  expectAccessible,
  expectNoOverflow,
  fillSignIn,
  people,
  test,
  untilOver,
} from "./support/test";

/** Opens the vacancy with the most candidates, more than one page of them. */
async function openBusiest(page: Page, base: string): Promise<string> {
  const path = `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`;
  await page.goto(path);
  return path;
}

/** Selects all matches: with scripts after ticking the whole page, without by a link that is always shown. */
async function chooseAll(page: Page): Promise<number> {
  const link = page.getByRole("link", { name: /^Select all [\d,]+ that match$/ });
  if (hasScripts()) {
    await expect(link).toHaveCount(0);
    await page.getByLabel("Select all rows on this page").check();
    await expect(page.getByText("30 selected").first()).toBeVisible();
  }
  const total = Number((await link.textContent())?.replace(/\D/g, ""));
  await link.click();
  await expect(page).toHaveURL(/[?&]select=all/);
  await expect(page.getByText(`All ${total} that match are selected`)).toBeVisible();
  return total;
}

/** Requests a status in the bulk bar. */
async function requestStatus(page: Page, label: string) {
  await page.getByLabel("Update status").selectOption({ label });
  await page.locator(".bulk-action").first().getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/\/bulk-jobs\/[0-9a-f]{32}$/);
}

/** Without scripts the page of a running job reloads itself until its reader stops that. */
async function expectStoppable(page: Page) {
  const reloads = async () => /<meta http-equiv="refresh" content="20"/i.test(await page.content());
  expect(await reloads()).toBe(true);
  await page.getByRole("link", { name: "Stop reloading" }).click();
  await expect(page).toHaveURL(/\?reload=off$/);
  expect(await reloads()).toBe(false);
  await page.getByRole("link", { name: "Refresh" }).click();
  await expect(page).toHaveURL(/\?reload=off$/);
  expect(await reloads()).toBe(false);
  await page.getByRole("link", { name: "Reload automatically" }).click();
  await expect(page).not.toHaveURL(/reload=/);
  expect(await reloads()).toBe(true);
}

/** Waits for the report. */
const reported = (page: Page) =>
  untilOver(page, page.getByRole("heading", { level: 2, name: "Done", exact: true }));

test("BULK-13 BULK-14 BULK-26 all matches: the plan, the report, the undo @twice", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const list = await openBusiest(page, base);
  const total = await chooseAll(page);
  await expect(page.locator(".row-check").first()).toBeDisabled();
  await requestStatus(page, hasScripts() ? "Offered" : "Longlisted");

  await expect(page.getByText(new RegExp(`\\d+ of ${total} will be changed`))).toBeVisible();
  await expect(page.getByText("This can be undone for 24 hours after it ends.")).toBeVisible();
  await expectAccessible(page, "the plan");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await page.getByRole("button", { name: /^Start: change \d+$/ }).press("Enter");
  await reported(page);
  await expect(page.getByText(/^\d+ changed/)).toBeVisible();
  await other.getByRole("button", { name: "Cancel" }).click();
  await expect(other.getByText("The plan was not cancelled: it has already been started.")).toBeVisible();
  await other.close();
  await expect(page.getByRole("status").getByText(/^Done: \d+ changed$/)).toBeAttached();
  // The pressed button and its section are gone.
  if (hasScripts())
    await expect(page.getByRole("heading", { level: 2, name: "Done", exact: true })).toBeFocused();
  await expectAccessible(page, "the report");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "the report at 360 px");
  await page.setViewportSize({ width: 1280, height: 800 });

  // The list that was changed links to the job.
  const report = page.url();
  await page.goto(list);
  await page.getByRole("link", { name: "Open it" }).click();
  await expect(page).toHaveURL(report.replace(/\?.*/, ""));

  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download report" }).click();
  const lines = (await readFile(await (await waiting).path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(total + 1);
  expect(lines[0]).toContain("Name,Row,Before,Result,Why,Changed,Undone");

  // Undoes one row, then the others.
  await page.goto(page.url().replace(/\?.*/, "") + "?outcome=DONE");
  await page.locator(".row-check:enabled").first().check();
  await page.getByRole("button", { name: "Undo selected" }).click();
  await expect(page.getByText("1 of 1 will be changed.")).toBeVisible();
  await page.getByRole("button", { name: "Start: change 1" }).click();
  await reported(page);
  await page.getByRole("link", { name: "The bulk action that this undoes" }).click();
  await expect(page.getByText("1 undone since")).toBeVisible();
  await page.getByRole("button", { name: /^Undo all/ }).click();
  await page.getByRole("button", { name: /^Start/ }).click();
  await reported(page);

  await page.getByRole("link", { name: "Bulk actions", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Bulk actions" })).toBeVisible();
  await expect(
    page.locator("tbody tr").filter({ hasText: "Undo: restore the statuses" }).first(),
  ).toBeVisible();
  await expectAccessible(page, "the list of bulk actions");
});

test("BULK-02 BULK-22 a filtered list is planned; Cancel discards the plan", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies?q=manager&select=all`);
  const shown = await page.getByText(/^All [\d,]+ that match are selected$/).textContent();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Archive vacancies" })).toBeVisible();
  const total = shown?.replace(/\D/g, "");
  await expect(page.getByText(new RegExp(`of ${total} will be changed`))).toBeVisible();
  const plan = page.url();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/vacancies\?q=manager$/);
  expect((await page.goto(plan))?.status()).toBe(404);
});

test("BULK-17 a list without bulk actions says how one is made", async ({ page, signIn }) => {
  await page.goto(`${await signIn(people.recruiter)}/bulk-jobs`);
  await expect(
    page.getByText("Choose “Select all … that match” in a list to change all of its rows at once."),
  ).toBeVisible();
});

test("BULK-08 a page follows a plan, and says when access is lost @twice", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (403|503)/);
  const folder = mkdtempSync(join(tmpdir(), "edge-console-denied-"));
  const region = await FaultProxy.start(String(process.env.API_ADDRESS));
  const web = await startConsole(folder, { REGIONAL_API_URL: region.origin });
  const preparing = () => region.fail(retyped("state", "PREPARING"), { operation: "BulkGetJob" });
  try {
    await fillSignIn(page, people.staff, undefined, `${web.origin}/login`);
    await page.waitForURL(/\/region\//);
    await openBusiest(page, `${web.origin}${basePathOf(page)}`);
    await chooseAll(page);
    preparing();
    await requestStatus(page, "Offered");
    const planned = page.getByRole("heading", { level: 2, name: "Being planned" });
    await expect(planned).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "Being planned" })).toBeVisible();
    await expect(page.getByText(/rows have been looked at so far/)).toContainText(
      "Nothing is changed until you start it.",
    );
    await expect(page.getByRole("link", { name: "Refresh" })).toHaveCount(hasScripts() ? 0 : 1);
    // Without its button: another journey may already have given all of them this status.
    const plan = page.getByRole("heading", { name: "What will be done" });
    await expect(plan).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Start/ })).toHaveCount(0);
    if (!hasScripts()) {
      await expectStoppable(page);
      await region.heal();
      return await untilOver(page, plan);
    }
    // A failed poll leaves the page unchanged, and polling continues.
    let missed = 0;
    await page.route(/\/bulk-jobs\/\w+\.data/, (route) => {
      missed += 1;
      return route.fulfill({ status: 503, headers: { "X-Remix-Response": "yes" } });
    });
    await expect.poll(() => missed).toBeGreaterThan(1);
    await expect(planned).toBeVisible();
    await page.unrouteAll();
    await region.heal();
    // The failed polls have lengthened the wait for the next.
    await expect(plan).toBeVisible({ timeout: 60_000 });

    preparing();
    await page.reload();
    await expect(planned).toBeVisible();
    await region.heal();
    region.fail(denied, { operation: "BulkGetJob" });
    await expect(page.getByText("Nothing to see here")).toBeVisible();
  } finally {
    await page.close();
    await web.end("SIGTERM");
    await region.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("GEN-105 a link in a scrolled list shows the next page's top @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`);
  await page.locator(".all-check").check();
  await page.getByRole("link", { name: /^Select all .* that match$/ }).click();
  await expect(page.getByText(/^All \d+ that match are selected$/)).toBeVisible();
  await page.getByRole("combobox", { name: "Update status" }).selectOption({ label: "Longlisted" });
  await page.evaluate(() => scrollTo(0, 600));
  await page.locator(".bulk-action").first().getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/bulk-jobs/);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
