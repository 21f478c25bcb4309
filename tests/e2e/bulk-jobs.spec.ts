import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { denied, FaultProxy, retyped } from "../support/fault-proxy";
import { startConsole } from "../support/servers";
import { withLongVacancy } from "./support/long-lists";
import { hasScripts, openWhole } from "./support/kit";
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

/** The vacancy with the most candidates, more than one page of them. */
async function openBusiest(page: Page, base: string): Promise<string> {
  await page.goto(`${base}/vacancies?size=100`);
  const found = await page.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => ({
      path: row.querySelector<HTMLAnchorElement>("a.row-link")?.pathname ?? "",
      count: Math.max(
        0,
        ...[...row.querySelectorAll("td.end")].map((cell) => Number(cell.textContent?.replace(/\D/g, ""))),
      ),
    })),
  );
  const [busiest] = found.sort((a, b) => b.count - a.count);
  const path = busiest?.path ?? "";
  await page.goto(new URL(path, page.url()).href);
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
async function askFor(page: Page, label: string) {
  await page.getByLabel("Update status").selectOption({ label });
  await page.locator(".bulk-action").first().getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/\/bulk-jobs\/[0-9a-f]{32}$/);
}

/**
 * Controls the answers to the page's polling of its job: the first is real, then 503; later, as requested, real again
 * or a repetition of the first, however far the job is (a fast machine plans 95,000 rows in seconds).
 */
async function watchLooks(page: Page) {
  let state: "missed" | "answered" | "as at first" = "missed";
  let missed = 0;
  let first: { body: Buffer; headers: Record<string, string> } | undefined;
  await page.route(/\/bulk-jobs\/\w+\.data/, async (route) => {
    if (first === undefined) {
      const answer = await route.fetch();
      first = { body: await answer.body(), headers: answer.headers() };
      return route.fulfill(first);
    }
    if (state === "as at first") return route.fulfill(first);
    if (state === "answered") return route.continue();
    missed += 1;
    return route.fulfill({ status: 503, headers: { "X-Remix-Response": "yes" } });
  });
  return {
    missed: () => missed,
    are: (next: typeof state) => {
      state = next;
    },
  };
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

// Serial, since both change the same candidates.
test.describe("statuses of one vacancy", () => {
  test.describe.configure({ mode: "default" });

  test("BULK-14 BULK-22 an action refused because another tab was faster shows the job's current state @js", async ({
    page,
    context,
    signIn,
  }) => {
    const base = await signIn(people.staff);
    await openBusiest(page, base);
    await chooseAll(page);
    await askFor(page, "Withdrawn");
    const other = await context.newPage();
    await openWhole(other, page.url());
    const start = async () => {
      await page.getByRole("button", { name: /^Start: change \d+$/ }).click();
      await reported(page);
    };
    const done = other.getByRole("heading", { level: 2, name: "Done", exact: true });

    await start();
    await other.getByRole("button", { name: "Cancel" }).click();
    await expect(other.getByText("The plan was not cancelled: it has already been started.")).toBeVisible();
    await untilOver(other, done);

    const undoAll = { name: /^Undo all/ };
    await page.getByRole("button", undoAll).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Undo/);
    await start();
    await other.getByRole("button", undoAll).click();
    await expect(other.getByText("No rows match any more. Nothing was changed.")).toBeVisible();
    await expect(other.getByRole("button", undoAll)).toHaveCount(0);
  });

  test("BULK-01 BULK-02 BULK-04 BULK-08 BULK-13 BULK-14 BULK-17 BULK-26 candidates: selecting all matches, the plan, the report, the way back", async ({
    page,
    signIn,
  }) => {
    const base = await signIn(people.staff);
    const list = await openBusiest(page, base);
    const total = await chooseAll(page);
    await expect(page.locator(".row-check").first()).toBeDisabled();
    await page.getByRole("link", { name: "Clear", exact: true }).click();
    await expect(page).not.toHaveURL(/select=all/);
    await chooseAll(page);
    await askFor(page, hasScripts() ? "Offered" : "Longlisted");

    await expect(page.getByText(new RegExp(`\\d+ of ${total} will be changed`))).toBeVisible();
    await expect(page.getByText("This can be undone for 24 hours after it ends.")).toBeVisible();
    await expectAccessible(page, "the plan");
    const reason = page.getByRole("link", { name: /^Already done: \d+$/ });
    if ((await reason.count()) > 0) {
      await reason.click();
      await expect(page.locator("tbody tr").first()).toContainText("Already done");
    }
    await page.getByRole("button", { name: /^Start: change \d+$/ }).press("Enter");
    await reported(page);
    await expect(page.getByText(/^\d+ changed/)).toBeVisible();
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
    await expect(page.locator("tbody tr").first()).toContainText("Undo: restore the statuses");
    await expectAccessible(page, "the list of bulk actions");
  });
});

test("BULK-02 BULK-04 BULK-22 BULK-25 the plan for sending links says how they are sent and that it cannot be undone; Cancel discards it and leads back to the list", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const path = await openBusiest(page, base);
  await page.goto(`${path}?select=all`);
  await page.getByRole("button", { name: "Resend assessment link" }).click();
  await expect(page.getByText("This cannot be undone.")).toBeVisible();
  await expect(
    page.getByText("They are sent the link to their open assessment again. It is sent by email and SMS."),
  ).toBeVisible();
  await expect(
    page.getByText(/of them have a phone number; the remaining SMS credits are enough/),
  ).toBeVisible();
  const plan = page.url();
  const listed = async () => {
    await page.goto(`${base}/bulk-jobs`);
    return page
      .locator("a.row-link")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  };
  expect(await listed()).toContain(plan);
  await page.goto(plan);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(path);
  expect((await page.goto(plan))?.status()).toBe(404);
  expect(await listed()).not.toContain(plan);
});

test("BULK-02 BULK-04 plans vacancies from their list's filters", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies?q=manager&select=all`);
  const shown = await page.getByText(/^All [\d,]+ that match are selected$/).textContent();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Archive vacancies" })).toBeVisible();
  const total = shown?.replace(/\D/g, "");
  await expect(page.getByText(new RegExp(`of ${total} will be changed`))).toBeVisible();
});

test("BULK-17 other people's and unknown jobs are not found; without access to the console the page is denied", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  const answer = await page.goto(`${base}/bulk-jobs/${"0".repeat(32)}`);
  expect(answer?.status()).toBe(404);
  await page.goto(`${base}/bulk-jobs`);
  await expect(
    page.getByText("Choose “Select all … that match” in a list to change all of its rows at once."),
  ).toBeVisible();
});

test("BULK-08 a page that follows a job reports when access to it is lost @js", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  const folder = mkdtempSync(join(tmpdir(), "edge-console-denied-"));
  const region = await FaultProxy.start(String(process.env.API_ADDRESS));
  const web = await startConsole(folder, { REGIONAL_API_URL: region.origin });
  try {
    await fillSignIn(page, people.staff, undefined, `${web.origin}/login`);
    await page.waitForURL(/\/region\//);
    await openBusiest(page, `${web.origin}${basePathOf(page)}`);
    await chooseAll(page);
    region.fail(retyped("state", "PREPARING"), { operation: "BulkGetJob" });
    await askFor(page, "Offered");
    await expect(page.getByRole("heading", { level: 2, name: "Being planned" })).toBeVisible();
    await region.heal();
    region.fail(denied, { operation: "BulkGetJob" });
    await expect(page.getByText("Nothing to see here")).toBeVisible();
    await region.heal();
    await page.reload();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/\/vacancies\//);
  } finally {
    await page.close();
    await web.end("SIGTERM");
    await region.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test.describe("a slow plan", () => {
  // The browser's message for a failed poll.
  test.use({ expectedErrors: [/status of 503/] });

  test("BULK-03 BULK-04 BULK-08 a long plan shows its progress and then its result without a reload @all", async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await withLongVacancy(page, 95_000, async (address) => {
      const planned = page.getByText(/9\d,\d{3} of 9\d,\d{3} will be changed/);
      const looks = hasScripts() ? await watchLooks(page) : undefined;
      await page.goto(`${address}?select=all`);
      await askFor(page, "Offered");

      const heading = page.getByRole("heading", { level: 2, name: "Being planned" });
      await expect(heading).toBeVisible();
      await expect(page.getByRole("progressbar", { name: "Being planned" })).toBeVisible();
      const soFar = page.getByText(/rows have been looked at so far/);
      await expect(soFar).toContainText("Nothing is changed until you start it.");
      const rows = Number((await soFar.textContent())?.split(" ")[0]?.replace(/\D/g, ""));
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThan(95_000);
      await expect(page.getByRole("link", { name: "Refresh" })).toHaveCount(looks ? 0 : 1);
      await expect(page.getByRole("button", { name: /^Start/ })).toHaveCount(0);
      if (looks) {
        // A failed poll leaves the page unchanged, and polling continues.
        await expect.poll(looks.missed).toBeGreaterThan(1);
        await expect(soFar).toBeVisible();
        looks.are("answered");
        await expect(planned).toBeVisible({ timeout: 60_000 });
        // A slow answer is awaited; polling does not request the page again.
        looks.are("as at first");
        const menu = page.getByRole("navigation", { name: "Main menu" });
        await menu.getByRole("link", { name: "Users" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
        await page.goBack();
        await expect(heading).toBeVisible();
        await page.route(/\/groups\.data/, async (route) => {
          await new Promise((done) => setTimeout(done, 1500));
          await route.continue();
        });
        await menu.getByRole("link", { name: "Groups" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Groups" })).toBeVisible({ timeout: 4_000 });
        looks.are("answered");
        await page.goBack();
      } else {
        await expectStoppable(page);
      }

      await expect(planned).toBeVisible({ timeout: 60_000 });
      await expect(page.getByRole("button", { name: /^Start: change 9\d,\d{3}$/ })).toBeVisible();
    });
  });
});

test("GEN-105 following a link from a scrolled list shows the next page from its top @js", async ({
  page,
  signIn,
}) => {
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
