import type { Locator, Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { codeIn, mailTo } from "./support/mail";
import { displayNameOf, newCustomer } from "./support/settings";
import { demoPassword, expect, people, test } from "./support/test";

// Whole journeys without a pointer. After each step the focus must be as expected and not covered.

const busyVacancy = demoVacancyId("acmeRetail", 0);

const press = (page: Page, key: string) => page.keyboard.press(key);

/** The focused element's visibility problem (WCAG 2.4.11): nothing is focused, or it is off-screen or covered. */
const hiddenFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element, body } = document;
    if (!element || element === body) return "nothing has the focus";
    const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
    const called = `${element.tagName} ${element.id} ${name.slice(0, 40)}`;
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    // Containers of a whole page or list may be higher than the window.
    if (element.matches("main, [role=region], .list-card, [tabindex='-1']")) return "";
    if (width < 2 || height < 2) return `${called} has no size`;
    if (top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1)
      return `${called} is outside of the window`;
    // A field may have a button of its own at its end.
    const isCovered = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 2, (top + bottom) / 2],
      [(left + right) / 2, top + 2],
      [(left + right) / 2, bottom - 2],
    ].some(([x = 0, y = 0]) => {
      const there = document.elementFromPoint(x, y);
      return !there || !(element.contains(there) || (there.contains(element) && there !== body));
    });
    return isCovered ? `${called} is covered` : "";
  });

const expectInSight = async (page: Page) => expect.poll(() => hiddenFocus(page), { timeout: 2000 }).toBe("");

/** Presses a key repeatedly until `target` has the focus; the focus must be visible at each step. */
async function goTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab", most = 60) {
  for (let step = 0; step < most; step += 1) {
    await press(page, key);
    await expectInSight(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} does not lead there within ${most} steps`);
}

/** Presses a key as soon as the next page replaces the current one in the history. */
async function pressOnceOpened(page: Page, key: string) {
  await page.evaluate((key) => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...entry) => {
      replace(...entry);
      history.replaceState = replace;
      queueMicrotask(() => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
    };
  }, key);
}

async function expectFocus(page: Page, target: Locator) {
  await expect(target).toBeFocused();
  await expectInSight(page);
}

/** Only scripts render the switcher's search, so it shows that they run. */
const ready = (page: Page) => expect(page.locator("#customer-switcher input[type=search]")).toHaveCount(1);

test("AUTH-03 AUTH-21 signing in with a code works by keyboard @js", async ({ page }) => {
  // A separate account, since a newer code invalidates the older one.
  const email = "mia.mckenzie3@acme.example";
  await page.goto("/login");
  await expectFocus(page, page.getByLabel("Email"));
  await page.keyboard.type(email);
  await goTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(demoPassword);
  await press(page, "Enter");
  const code = page.getByLabel("Code", { exact: true });
  await expectFocus(page, code);
  await goTo(page, page.getByLabel(/^Remember this device/), "Shift+Tab");
  await press(page, "Space");
  await expect(page.getByLabel(/^Remember this device/)).toBeChecked();
  await goTo(page, code);
  await page.keyboard.type(codeIn(await mailTo(page, email)));
  await expect(page).toHaveURL(/\/region\//);
  await expectFocus(page, page.locator("#main"));
});

test("SHELL-08 SHELL-09 SHELL-93 the header is used and skipped by keyboard @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  await ready(page);
  // Down on its button opens a menu and enters it.
  const user = page.getByRole("button", { name: /^User menu/ });
  await user.focus();
  await press(page, "ArrowDown");
  await expectFocus(page, page.locator("#user-menu").getByRole("button").first());
  await press(page, "Escape");
  await expectFocus(page, user);
  await page.reload();
  await ready(page);
  await press(page, "Tab");
  await expectFocus(page, page.getByRole("link", { name: "Skip to content" }));
  await press(page, "Enter");
  await expectFocus(page, page.locator("#main"));
  const switcher = page.getByRole("button", { name: /^Switch customer/ });
  await goTo(page, switcher, "Shift+Tab");
  await press(page, "Enter");
  const search = page.locator("#customer-switcher input[type=search]");
  await expectFocus(page, search);
  await page.keyboard.type("acme logi");
  await press(page, "ArrowDown");
  await expectFocus(page, page.locator("#customer-switcher").getByRole("link", { name: /^Acme Logistics/ }));
  await press(page, "Enter");
  await expect(page).not.toHaveURL(new RegExp(base));
  await expect(switcher).toHaveAccessibleName(/Acme Logistics/);
  await expectFocus(page, page.locator("#main"));
});

test("CUST-06 SHELL-29 rows are reached, selected and archived by keyboard @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const name = unique("Keys");
  await newCustomer(page, base, name);
  await newCustomer(page, base, `${name} too`);
  await page.goto(`${base}/customers?search=${encodeURIComponent(name)}&sort=displayName&order=asc`);
  await ready(page);
  const rows = page.getByRole("rowheader").getByRole("link");
  await press(page, "j");
  await expectFocus(page, rows.nth(0));
  await press(page, "j");
  await expectFocus(page, rows.nth(1));
  await press(page, "k");
  await expectFocus(page, rows.nth(0));
  await press(page, "Shift+Tab");
  await press(page, "Space");
  await expect(page.getByText("1 selected").first()).toBeVisible();
  await goTo(page, page.getByRole("button", { name: "Archive", exact: true }), "Shift+Tab");
  await press(page, "Enter");
  await expect(page.getByRole("rowheader")).toHaveText([displayNameOf(`${name} too`)]);
  await expectInSight(page);
  await press(page, "j");
  await expectFocus(page, rows.nth(0));
  await press(page, "Enter");
  await expect(page).toHaveURL(/settings\/overview\?list=/);
  await expectFocus(page, page.locator("#main"));
});

test("CUST-26 SHELL-33 a form is filled in, confirmed and saved by keyboard @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers/create`);
  await ready(page);
  const name = page.getByLabel("Display name", { exact: true });
  const organisation = page.getByLabel("Organisation", { exact: true });
  await goTo(page, name);
  await press(page, "Enter");
  await expectFocus(page, organisation);
  await page.keyboard.type("Acme G");
  await goTo(page, name);
  await page.keyboard.type(unique("By keys"));
  await goTo(page, page.getByLabel(/region/i).last());
  await page.keyboard.type("Asia");
  const save = page.getByRole("main").getByRole("button", { name: "Save" });
  await goTo(page, save);
  await press(page, "Enter");
  const question = page.getByRole("dialog");
  await expect(question).toBeVisible();
  await expectInSight(page);
  await press(page, "Escape");
  await expect(question).toHaveCount(0);
  await expectFocus(page, save);
  await press(page, "Enter");
  await expect(question).toBeVisible();
  await goTo(page, question.locator("[data-confirm]"));
  await press(page, "Enter");
  await expect(page).toHaveURL(`${base}/customers`);
  await expectFocus(page, page.locator("#main"));
});

test("CAND-20 SHELL-30 a candidate's edit form is opened and left by keyboard @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies/${busyVacancy}`);
  await ready(page);
  await press(page, "j");
  await press(page, "j");
  await expectInSight(page);
  const actions = page
    .getByRole("row")
    .nth(2)
    .getByRole("link", { name: /^Actions for/ });
  await goTo(page, actions);
  await press(page, "Enter");
  await expect(actions).toHaveAttribute("aria-expanded", "true");
  await expectFocus(page, page.locator("#candidate-menu .menu-item:enabled").first());
  await press(page, "Escape");
  await expectFocus(page, actions);
  await expect(actions).toHaveAttribute("aria-expanded", "false");
  await press(page, "Enter");
  await expectFocus(page, page.locator("#candidate-menu .menu-item:enabled").first());
  const edit = page.getByRole("link", { name: "Edit candidate" }).and(page.locator(".menu-item:visible"));
  await goTo(page, edit);
  await press(page, "Enter");
  const dialog = page.getByRole("dialog");
  await expectFocus(page, dialog.getByLabel("First name"));
  await press(page, "Escape");
  await expect(dialog).toHaveCount(0);
  await expectFocus(page, actions);
});

test("SHELL-91 GEN-31 candidates are stepped through by keyboard, and Back leads to their row @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  const list = `${base}/vacancies/${busyVacancy}`;
  await page.goto(list);
  await ready(page);
  const row = (index: number) => page.getByRole("rowheader").getByRole("link").nth(index);
  await press(page, "j");
  await expectFocus(page, row(0));
  await press(page, "j");
  await expectFocus(page, row(1));
  // The second candidate, then the third, which replaces the second in the history.
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/applications\//);
  const second = page.url();
  const place = page.getByRole("navigation", { name: "Previous and next candidate" });
  await expect(place).toContainText("2 of");
  await press(page, "j");
  await expect(page).not.toHaveURL(second);
  const third = page.url();
  await press(page, "k");
  await expect(page).toHaveURL(second);
  // The address changes before the candidate is rendered; keys pressed in between are meant for the candidate.
  await pressOnceOpened(page, "j");
  await press(page, "j");
  await expect(place).toContainText("4 of");
  await press(page, "k");
  await expect(page).toHaveURL(third);
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expectFocus(page, row(2));
  await press(page, "j");
  await expectFocus(page, row(3));
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/applications\//);
  await expect(page.getByRole("navigation", { name: "Previous and next candidate" })).toContainText("4 of");
});

test("quality: Tab never moves under a sticky bar @js", async ({ page, signIn }) => {
  test.slow();
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 1280, height: 640 });
  for (const path of ["settings/branding", `vacancies/${busyVacancy}`]) {
    await page.goto(`${base}/${path}`);
    await ready(page);
    let stops = 0;
    for (; stops < 70; stops += 1) {
      await press(page, "Tab");
      const hidden = await hiddenFocus(page);
      // After the last tab stop the focus leaves the page.
      if (stops > 20 && hidden === "nothing has the focus") break;
      expect(hidden, `${path}, Tab ${stops + 1}`).toBe("");
    }
    for (let step = 1; step < stops; step += 1) {
      await press(page, "Shift+Tab");
      expect(await hiddenFocus(page), `${path}, Shift+Tab ${step}`).toBe("");
    }
  }
});

for (const [width, height] of [
  [390, 844],
  [1280, 720],
] as const)
  test(`quality: at ${width} px Tab never moves under the bulk action bar @js`, async ({ page, signIn }) => {
    test.slow();
    const base = await signIn(people.staff);
    await page.setViewportSize({ width, height });
    await page.goto(`${base}/vacancies/${busyVacancy}`);
    await ready(page);
    await page.locator(".row-check").first().check();
    await expect(page.locator(".selection-bar-bottom")).toBeVisible();
    for (let stop = 1; stop <= 40; stop += 1) {
      await press(page, "Tab");
      expect(await hiddenFocus(page), `Tab ${stop}`).toBe("");
    }
    await page.locator(".selection-bar-bottom").getByRole("button", { name: "Clear", exact: true }).click();
    await expect(page.locator(".selection-bar-bottom")).toBeHidden();
    const padding = () => page.evaluate(() => document.documentElement.style.scrollPaddingBottom);
    await expect.poll(padding).toBe("");
  });
