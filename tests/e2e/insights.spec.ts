import type { Page } from "@playwright/test";
import { newCustomer } from "./support/settings";
import { hasScripts } from "./support/kit";
import { expect, expectAccessible, expectNoOverflow, openFilter, people, test } from "./support/test";

const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const figure = (page: Page, title: string) => card(page, title).locator(".insight-figure");
/** Waits until cards can be dragged in the grid. */
const live = (page: Page) => expect(page.locator(".insight-arranged")).toBeVisible();

test("DI-01 DI-12 titled, in the menu, every card with its figure", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/di`);
  await expect(page).toHaveTitle(/^Discover Insights/);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link", { name: "Discover Insights" })).toHaveAttribute("href", `${base}/di`);
  await expect(page.locator(".insight")).toHaveCount(17);
  await expect(page.getByText("No data")).toHaveCount(0);
  for (const title of ["Completion ratio", "Average NPS score", "Median time taken"])
    await expect(figure(page, title)).toHaveText(/\d/);
  for (const title of [
    "Device type",
    "Candidate score distribution",
    "Recommendation split",
    "Candidate count by day",
  ]) {
    await expect(card(page, title).locator("svg.insight-drawn")).toBeAttached();
    await expect(card(page, title).locator("table")).toBeAttached();
  }
});

test("DI-30 filters are applied, kept in the query string and cleared", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/di`);
  const all = await figure(page, "Chat interviews completed").innerText();
  await openFilter(page, "Department");
  const departments = page.getByRole("radiogroup", { name: "Department" }).getByRole("radio");
  await departments.nth(1).check();
  await openFilter(page, "Date range");
  await page.locator('input[name="from"]').fill("2026-11-01");
  await page.locator('input[name="to"]').fill("2026-11-15");
  await page.getByRole("search").getByRole("button", { name: "Apply" }).last().click();
  await expect(page).toHaveURL(/department=[0-9a-f]+.*from=2026-11-01&to=2026-11-15/);
  await expect(figure(page, "Chat interviews completed")).not.toHaveText(all);
  const some = await figure(page, "Chat interviews completed").innerText();
  // The address reproduces the figures.
  await page.goto(page.url());
  await expect(figure(page, "Chat interviews completed")).toHaveText(some);
  await openFilter(page, "Department");
  await expect(departments.first()).not.toBeChecked();
  await page.getByRole("search").getByRole("link", { name: "Clear", exact: true }).last().click();
  await expect(page).toHaveURL(`${base}/di`);
  await expect(figure(page, "Chat interviews completed")).toHaveText(all);
  await page.goto(`${base}/di?from=2026-11-15&to=2026-11-01`);
  await expect(page.locator('input[name="from"]')).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("No data")).toHaveCount(17);
});

test("DI-62 the dates under candidate count by day do not overlap at 360 px @js @browser @all", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${await signIn(people.staff)}/di`);
  const days = card(page, "Candidate count by day");
  await days.scrollIntoViewIfNeeded();
  if (hasScripts()) await expect(days.locator(".insight-live .recharts-surface")).toBeVisible();
  const labels = days.locator(".insight-tick:visible", { hasText: /[A-Z]/ });
  await expect(labels.first()).toBeVisible();
  const boxes = await labels.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
  );
  expect(boxes.length).toBeGreaterThan(1);
  for (const [index, { left }] of boxes.entries())
    expect(left).toBeGreaterThan((boxes[index - 1]?.right ?? -Infinity) + 4);
});

test("DI-06 the cards are one column under 768 px, without horizontal scrolling @js @all", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${await signIn(people.staff)}/di`);
  await expect
    .poll(() =>
      page
        .locator(".insight")
        .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().x)).size),
    )
    .toBe(1);
  await expectNoOverflow(page, "360 px");
});

test("DI-08 the layout's order and sizes are changed by numbers, saved and reset", async ({
  page,
  signIn,
}) => {
  // Layouts are stored per person: other journeys change those of others.
  const base = await signIn(people.recruiter);
  const titles = () => page.locator(".insight-place h2").allInnerTexts();
  await page.goto(`${base}/di/layout`);
  await page.getByRole("button", { name: "Reset layout" }).click();
  await expect(page.getByText("Default layout restored")).toBeVisible();
  await page.getByRole("link", { name: "Edit layout" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit layout" })).toBeVisible();
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`${base}/di/layout`);
  await expectAccessible(page, "the layout page");
  expect((await titles()).slice(0, 2)).toEqual(["Chat interviews completed", "Completion ratio"]);
  await page.getByRole("button", { name: "Move earlier Completion ratio" }).click();
  await expect
    .poll(async () => (await titles()).slice(0, 2))
    .toEqual(["Completion ratio", "Chat interviews completed"]);
  await page.getByLabel("Column of Leakage ratio").fill("11");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page.getByText("Column of Leakage ratio must be a whole number from 1 to 10").first(),
  ).toBeVisible();
  await expect(page.getByLabel("Column of Leakage ratio")).toHaveValue("11");
  await page.getByLabel("Column of Leakage ratio").fill("10");
  await page.getByLabel("Height of Completion ratio").selectOption("8");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(`${base}/di`);
  await expect(page.getByText("Layout saved")).toBeVisible();
  const first = page.locator(".insight-cell").first();
  await expect(first).toHaveAttribute("data-card", "completionRatio");
  await expect(first).toHaveAttribute("data-h", "8");
  // Another browser of the same person.
  await page.goto(`${base}/di?from=2026-11-01`);
  await expect(first).toHaveAttribute("data-h", "8");
  // Reset is visible, keeps the filters, and disappears after use.
  await page.getByRole("button", { name: "Reset layout" }).click();
  await expect(page.getByText("Default layout restored")).toBeVisible();
  await expect(page).toHaveURL(`${base}/di?from=2026-11-01`);
  await expect(first).toHaveAttribute("data-card", "completedCount");
  await expect(page.getByRole("button", { name: "Reset layout" })).toHaveCount(0);
  // Reset also works on a page that shows an older layout: it needs no version.
  await elsewhere.getByRole("button", { name: "Reset layout" }).click();
  await expect(elsewhere.getByText("Default layout restored")).toBeVisible();
  await expect(elsewhere.locator(".insight-cell").first()).toHaveAttribute("data-card", "completedCount");
});

test("DI-03 DI-51 a card is dragged by its title and moved by keys @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/di/layout`);
  await page.getByRole("button", { name: "Reset layout" }).click();
  await live(page);
  const cell = page.locator('[data-card="completedCount"]');
  const handle = page.getByRole("button", { name: "Move Chat interviews completed" });
  await page.mouse.move(0, 0);
  await expect(handle).toHaveCSS("opacity", "0");
  await cell.hover();
  await expect(handle).toHaveCSS("opacity", "1");
  const drag = async (part: string) => {
    const box = await cell.locator(part).boundingBox();
    if (!box) throw new Error(`there is no ${part}`);
    // The card's width, three of twelve columns, plus the gap.
    const far = ((await cell.boundingBox())?.width ?? 0) + 16;
    await page.mouse.move(box.x + 40, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 40 + far, box.y + 12, { steps: 6 });
    await page.mouse.up();
  };
  await drag(".insight-figure");
  await expect(cell).toHaveAttribute("data-x", "0");
  const saved = page.waitForResponse((response) => response.request().method() === "POST");
  await drag(".insight-title");
  await expect(cell).toHaveAttribute("data-x", "3");
  expect((await saved).status()).toBe(200);
  await expect(page.getByText("Chat interviews completed: column 4, row 1, 3 wide, 4 high.")).toBeAttached();

  await page.mouse.move(0, 0);
  await page.keyboard.press("Tab");
  await handle.focus();
  await expect(handle).toHaveCSS("opacity", "1");
  const kept = page.waitForResponse((response) => response.request().method() === "POST");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("Chat interviews completed: column 3, row 1, 3 wide, 4 high.")).toBeAttached();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("Chat interviews completed: column 3, row 1, 3 wide, 5 high.")).toBeAttached();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(page.getByText("Chat interviews completed cannot go any further.")).toBeAttached();
  await expect(handle).toBeFocused();
  expect((await kept).status()).toBe(200);

  const reset = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Reset layout" }).click();
  await expect(cell).toHaveAttribute("data-x", "0");
  await expect(page.getByRole("link", { name: "Edit layout" })).toBeFocused();
  expect((await reset).status()).toBe(200);
  await page.reload();
  await live(page);
  await expect(cell).toHaveAttribute("data-x", "0");
  await expect(page.getByRole("button", { name: "Reset layout" })).toHaveCount(0);
});

/** The dashboard of a new customer, with a layout unknown to other tests, and a card to move by keys. */
async function movable(page: Page, base: string) {
  await page.goto(`${base}/di`);
  await live(page);
  let [release, onHeld] = [() => {}, () => {}];
  await page.route(/\/di\.data/, async (route) => {
    const request = route.request();
    // A save stays pending until it is released.
    if (request.method() === "POST" && !request.postData()?.includes("leaving"))
      await new Promise<void>((resolve) => {
        release = resolve;
        onHeld();
      });
    await route.continue();
  });
  const move = () => page.getByRole("button", { name: "Move Chat interviews completed" }).press("ArrowRight");
  return {
    cell: page.locator('[data-card="completedCount"]'),
    move,
    /** A move whose save is pending. */
    begin: async () => {
      const held = new Promise<void>((resolve) => (onHeld = resolve));
      await move();
      await held;
    },
    release: () => release(),
  };
}

test("DI-07 a move is not undone by Apply, nor lost by leaving @js", async ({ page, signIn, unique }) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Applied"));
  const { cell, begin, move, release } = await movable(page, base);
  const answered = () => page.waitForResponse((response) => response.request().method() === "POST");
  await begin();
  await openFilter(page, "Date range");
  await page.locator('input[name="from"]').fill("2026-11-01");
  await page.getByRole("search").getByRole("button", { name: "Apply" }).last().click();
  await expect(page).toHaveURL(/from=2026-11-01/);
  await expect(page.locator('.insight[aria-busy="true"]')).toHaveCount(0);
  await expect(cell).toHaveAttribute("data-x", "1");
  const first = answered();
  release();
  expect((await first).status()).toBe(200);
  await expect(cell).toHaveAttribute("data-x", "1");
  // The next one builds on it; one that waits for it is kept when the page is left.
  await begin();
  await move();
  const left = page.waitForResponse(
    (response) => response.request().postData()?.includes("leaving") ?? false,
  );
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await menu.getByRole("link", { name: "Customers" }).click();
  expect((await left).status()).toBe(200);
  release();
  await page.goto(`${base}/di`);
  await expect(cell).toHaveAttribute("data-x", "3");
});

test("DI-10 DI-33 a failed card is retried on its own @js", async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/status of 500/);
  const base = await signIn(people.staff);
  let isBroken = true;
  await page.route(/\/di\/figure\?card=medianScore/, (route) =>
    isBroken ? route.fulfill({ status: 500, body: "" }) : route.continue(),
  );
  await page.goto(`${base}/vacancies`, { waitUntil: "networkidle" });
  const times: number[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/di/figure?")) times.push(Date.now());
  });
  await page
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: "Discover Insights" })
    .click();
  await expect(page.getByText("Loading Candidate count by day")).toBeAttached();
  const failed = card(page, "Median score");
  await expect(failed.getByText("Unexpected error")).toBeVisible();
  await expect(failed.getByText("Failed to load median score. Please contact support.")).toBeVisible();
  await expect(page.locator('.insight[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByText("Unexpected error")).toHaveCount(1);
  await expect(card(page, "Candidate count by day").locator("table")).toBeAttached();
  expect(times).toHaveLength(17);
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1_000);
  isBroken = false;
  await failed.getByRole("link", { name: "Retry" }).press("Enter");
  await expect(figure(page, "Median score")).toHaveText(/\d/);
  await expect(failed.getByRole("heading", { name: "Median score" })).toBeFocused();
  await expect(failed.getByRole("status")).toHaveText("Median score is loaded");
});

test("nothing shifts when charts and grid take over @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto(`${base}/vacancies`, { waitUntil: "networkidle" });
  await page.goto(`${base}/users`, { waitUntil: "networkidle" });
  expect(scripts.filter((url) => /\/live-(grid|charts)-/.test(url))).toEqual([]);
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[])
        (window as unknown as { shift: number }).shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${base}/di`, { waitUntil: "networkidle" });
  await live(page);
  await page.locator(".insight-drawn").first().scrollIntoViewIfNeeded();
  await expect(page.locator(".insight-live .recharts-surface").first()).toBeVisible();
  expect(scripts.filter((url) => /\/live-(grid|charts)-/.test(url))).toHaveLength(2);
  await expectAccessible(page, "the dashboard");
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.02);
});

test("DI-03 Escape cancels a drag or resize, and nothing is saved @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/di/layout`);
  await page.getByRole("button", { name: "Reset layout" }).click();
  await live(page);
  const cell = page.locator('[data-card="completedCount"]');
  const placed = () =>
    page.locator("[data-card]").evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 200)));
  const before = await placed();
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  for (const part of [".insight-title", ".react-resizable-handle"]) {
    await cell.hover();
    const box = await cell.locator(part).boundingBox();
    if (!box) throw new Error(`there is no ${part}`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 120, { steps: 6 });
    await expect(page.locator(".react-grid-placeholder")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(page.locator(".react-grid-placeholder")).toHaveCount(0);
    await expect.poll(placed).toEqual(before);
  }
  // Longer than the debounce of moves.
  await page.waitForTimeout(1000);
  expect(posts).toEqual([]);
});
