import type { Locator, Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { type Spot, spotsIn } from "../support/pressed-spots";
import { screensFrom } from "../support/screens";
import { expect, people, test } from "./support/test";

/** The busiest vacancy of Acme Retail's demo data. */
const vacancyId = demoVacancyId("acmeRetail", 0);

const spotsOf = (panel: Locator, pointer: "mouse" | "touch"): Promise<Spot[]> =>
  panel.evaluate(spotsIn, pointer === "touch");

const openPanels = "details.drop-down[open] > :last-child, [popover]:popover-open:not(.app-nav)";

/** The boxes ticked in a panel: they set the filter, which is applied half a second later. */
const checkedIn = (panel: Locator) =>
  panel
    .locator("input:checked")
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).join());

/** Holds back the page's requests, so that nothing moves under the pointer, until `letGo`. */
async function hold(page: Page) {
  const waiting: (() => void)[] = [];
  let isHeld = true;
  const data = /\.data(\?|$)/;
  const request = page.waitForRequest(data, { timeout: 0 }).then(
    () => true,
    () => false,
  );
  await page.route(data, async (route) => {
    if (isHeld) await new Promise<void>((done) => waiting.push(done));
    // The request may have been aborted.
    await route.continue().catch(() => {});
  });
  return {
    /** Resolves to true if the page sent a request; waits a second, since filters apply after half a second. */
    asks: () => Promise.race([request, page.waitForTimeout(1_000).then(() => false)]),
    letGo: async () => {
      isHeld = false;
      for (const done of waiting) done();
      await page.unroute(data);
    },
  };
}

/** Clicks everywhere in each menu of the page; `extra` are menu buttons in addition to those of every list. */
async function pressAll(
  page: Page,
  pointer: "mouse" | "touch",
  press: (spot: Spot) => Promise<void>,
  where: string,
  extra: Locator,
) {
  const menus = page.locator("details.drop-down > summary:visible, main [popovertarget]:visible").or(extra);
  let presses = 0;
  for (let index = 0; index < (await menus.count()); index += 1) {
    const menu = menus.nth(index);
    if (await menu.isDisabled()) continue;
    const name = `${where}: ${(await menu.textContent()) || (await menu.getAttribute("aria-label"))}`;
    const panel = page.locator(openPanels).first();
    // A pending answer would move the elements below.
    const names = name.includes("Views")
      ? page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(".json"))
      : undefined;
    if (!(await panel.isVisible())) await menu.click();
    await names;
    await expect(panel, name).toBeVisible();
    await expect(panel.getByText(/^Loading/), name).toHaveCount(0);
    const address = page.url();
    const chosen = await checkedIn(panel);
    const held = await hold(page);
    const count = (await spotsOf(panel, pointer)).length;
    for (let at = 0; at < count; at += 1) {
      // The click may have scrolled the panel.
      const spot = (await spotsOf(panel, pointer))[at];
      if (!spot) break;
      await press(spot);
      presses += 1;
      await expect(panel, `${name}, pressed at "${spot.what}"`).toBeVisible();
    }
    const isFiltered = (await checkedIn(panel)) !== chosen && (await held.asks());
    await held.letGo();
    if (isFiltered) await expect(page, name).not.toHaveURL(address);
    // The click has changed the page below and next to the menu, and the menu is still open.
    await expect(panel, `${name}, once the answer is drawn`).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator(openPanels), name).toHaveCount(0);
  }
  return presses;
}

for (const pointer of ["mouse", "touch"] as const)
  test.describe(pointer, () => {
    test.use(pointer === "touch" ? { hasTouch: true, viewport: { width: 1024, height: 768 } } : {});

    /** Clicks in all menus of the pages. */
    async function pressOn(page: Page, base: string, addresses: readonly string[]) {
      let crashed = false;
      page.on("crash", () => (crashed = true));
      let presses = 0;
      for (const address of addresses) {
        await page.goto(address);
        presses += await pressAll(
          page,
          pointer,
          async ({ x, y }) => {
            if (pointer === "touch") return page.touchscreen.tap(x, y);
            await page.mouse.move(x, y);
            await page.mouse.down();
            await page.mouse.move(x + 2, y + 2);
            await page.mouse.up();
          },
          address.replace(base, ""),
          // The top bar is the same on every screen; the rows' menus share one panel.
          address.endsWith(vacancyId)
            ? page.locator("header [popovertarget]:visible, .table tr:nth-child(1) .drawn-more:visible")
            : page.locator("none"),
        );
        expect(crashed, address).toBe(false);
      }
      return presses;
    }

    test(`GEN-39 a menu stays open when its text, edges or scrollbars are pressed by ${pointer} @js`, async ({
      page,
      signIn,
    }) => {
      const base = await signIn(people.staff);
      expect(await pressOn(page, base, [`${base}/vacancies`])).toBeGreaterThan(10);
    });

    // By touch too, but the panels of other screens are those of a list.
    if (pointer === "touch") return;
    test("GEN-39 a menu of any screen stays open when its text, edges or scrollbars are pressed @js @all", async ({
      page,
      signIn,
    }) => {
      test.slow();
      const base = await signIn(people.staff);
      const get = async (path: string) => {
        const answer = await page.request.get(path, { maxRedirects: 0 });
        const location = answer.headers().location ?? null;
        return { status: answer.status(), html: location === null ? await answer.text() : "", location };
      };
      const found = await screensFrom(get, base, ["", `/vacancies/${vacancyId}`]);
      const lists = [...found.values()].filter(
        ({ html }) => html.includes("drop-down") && !html.includes("dialog-layer"),
      );
      expect(lists.length).toBeGreaterThan(10);
      const addresses = lists.map(({ address }) => address);
      expect(await pressOn(page, base, addresses)).toBeGreaterThan(100);
    });
  });

test("GEN-39 a menu closes on a click elsewhere, but not on a drag that ends outside @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies`);
  const menu = page.locator("details.filter", { hasText: "Department" });
  const panel = menu.locator(".filter-panel");
  const heading = page.getByRole("heading", { level: 1 });
  await menu.locator("summary").click();
  const from = await panel.boundingBox();
  const to = await heading.boundingBox();
  if (!from || !to) throw new Error("not drawn");
  await page.mouse.move(from.x + 3, from.y + 3);
  await page.mouse.down();
  await page.mouse.move(to.x + 3, to.y + 3);
  await page.mouse.up();
  await expect(panel).toBeVisible();
  await heading.click();
  await expect(panel).toBeHidden();
  await menu.locator("summary").click();
  await page.getByRole("searchbox").or(page.getByLabel("Search vacancies")).first().focus();
  await expect(panel).toBeHidden();
  // Anything that looks like a button outside the rows reacts to the first click, links included.
  await menu.locator("summary").click();
  await page.getByRole("link", { name: "View Archive" }).click();
  await expect(page).toHaveURL(/vacancies\/archive/);
});

test("GEN-39 arrow keys, Home, End and letters move through a menu's items @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies/${vacancyId}`);
  await expect(page.locator("#customer-switcher input[type=search]")).toHaveCount(1);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.locator(".user-button").focus();
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("System");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Light");
  await page.keyboard.press("End");
  expect(await focused()).toBe("Log Out");
  await page.keyboard.press("k");
  expect(await focused()).toBe("Keyboard shortcuts");
  await page.keyboard.press("Escape");
  await page.locator("tbody .drawn-more").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".menu-shared")).toBeVisible();
  await page.keyboard.press("d");
  expect(await focused()).toMatch(/^De-identify/);
});
