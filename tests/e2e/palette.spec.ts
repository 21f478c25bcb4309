import type { Page } from "@playwright/test";
import { expectAccessible, newCustomer } from "./support/settings";
import { openWhole } from "./support/kit";
import { expect, expectNoOverflow, people, test } from "./support/test";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Search for anything" });
const field = (page: Page) => dialog(page).getByRole("combobox");

test("SHELL-12 the field in the top bar leads to the page of all places, filtered by the text", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/go`);
  for (const name of ["Go to", "Create", "Customers"])
    await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
  const main = page.getByRole("main");
  await main.getByRole("searchbox").fill("brandING settings");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/go\?q=/);
  await expect(main.getByRole("listitem")).toHaveText(["Customer Settings: Branding"]);
  await expectAccessible(page, "the page of all places");
  await main.getByRole("listitem").getByRole("link").click();
  await expect(page).toHaveURL(`${base}/settings/branding`);
});

test("SHELL-12 Ctrl K opens the palette: typing, arrows, Enter, and recent choices first @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (/assets\/palette-.*\.js/.test(request.url())) scripts.push(request.url());
  });
  await openWhole(page, `${base}/customers`);
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]); // its scripts come when it is first opened
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  expect(scripts.length).toBeGreaterThan(0);
  expect((await dialog(page).boundingBox())?.width).toBe(640); // and its styles with them
  const options = dialog(page).getByRole("option");
  await expect(dialog(page).getByRole("status")).toHaveText(/^\d+ results$/);
  await expectAccessible(page, "the palette");

  await field(page).fill("no such place");
  await expect(dialog(page).getByText("No results found")).toBeVisible();
  await expect(dialog(page).getByRole("status")).toHaveText("0 results");
  await field(page).fill("archive");
  await expect(options.first()).toContainText(/archive/i);
  const found = await options.count();
  await expect(dialog(page).getByRole("status")).toHaveText(`${found} results`);
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await field(page).press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(field(page)).toHaveAttribute(
    "aria-activedescendant",
    (await options.nth(1).getAttribute("id")) ?? "",
  );
  for (let i = 1; i < found; i++) await field(page).press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true"); // around
  await field(page).press("Enter");
  await expect(page).toHaveURL(`${base}/vacancies/archive`);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();

  await page.keyboard.press("ControlOrMeta+k");
  await expect(dialog(page).getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText([
    "Vacancies: Archive",
  ]);
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).toContain("vacancies/archive");
  expect(kept).not.toContain("Vacancies: Archive"); // ids alone
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "the palette at 360 px");
});

test("SHELL-12 text typed right after Ctrl K, while the palette loads, is kept @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/assets/palette-*.js", (route) => held.then(() => route.continue()));
  await openWhole(page, `${base}/customers`);
  const create = page.getByRole("link", { name: "Create New" });
  await create.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("compl", { delay: 30 });
  await expect(dialog(page)).toHaveCount(0);
  release();
  await expect(field(page)).toHaveValue("compl");
  await page.keyboard.type("iance");
  await expect(field(page)).toHaveValue("compliance");
  await page.keyboard.press("Escape");
  await expect(create).toBeFocused();
  await expect(page.getByRole("banner").getByRole("searchbox", { name: "Search for anything" })).toHaveValue(
    "",
  );
});

test("quality: the shortcuts have a page, linked from the user menu", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("link", { name: "Keyboard shortcuts" }).click();
  await expect(page).toHaveURL(`${base}/shortcuts`);
  await expect(page.getByRole("main").locator("kbd").first()).toBeVisible();
  await expect(page).toHaveTitle("Keyboard shortcuts – Acme Retail – Edge");
  await expectAccessible(page, "shortcuts");
});

/** A picture of the bottom of the menu, below its entries. */
async function footOfMenu(page: Page) {
  const { x, y, height } = (await page.locator(".app-nav").boundingBox()) ?? { x: 0, y: 0, height: 0 };
  return page.screenshot({ clip: { x, y: y + height - 20, width: 20, height: 20 } });
}

test("quality: ? shows the shortcuts over the page, but not while typing @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/customers/create`);
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.getByLabel("Display name").focus();
  await page.keyboard.type("a?/");
  await expect(page.getByLabel("Display name")).toHaveValue("a?/");
  await expect(shortcuts).toHaveCount(0);
  await openWhole(page, `${base}/customers`);
  const behind = await footOfMenu(page);
  await page.keyboard.press("?");
  await expect(shortcuts).toBeVisible();
  // Everything behind is dimmed, including the sticky menu.
  expect((await footOfMenu(page)).equals(behind)).toBe(false);
  await expectAccessible(page, "shortcuts over the page");
  await page.keyboard.press("Escape");
  await expect(shortcuts).toHaveCount(0);
});

test("quality: the user menu's switch disables single keys, but not Ctrl K @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/vacancies`);
  await page.getByRole("button", { name: /^User menu/ }).click();
  await page
    .getByRole("group", { name: "Single-key shortcuts" })
    .getByRole("button", { name: "Off" })
    .click();
  await expect(
    page.getByRole("group", { name: "Single-key shortcuts" }).getByRole("button", { name: "Off" }),
  ).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await openWhole(page, `${base}/vacancies`);
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toHaveCount(0);
});

test("SHELL-09 the switcher takes the focus, supports arrows and Enter, and ignores accents @js", async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/customers`);
  // Without an answer it links to all of them, and asks again when it is next opened.
  await page.route("**/switch-customer.json", (route) => route.fulfill({ status: 503 }), { times: 1 });
  const button = page.getByRole("button", { name: /^Switch customer/ });
  await button.click();
  const panel = page.locator("#customer-switcher");
  const filter = panel.getByRole("searchbox");
  await expect(filter).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(panel.locator("a.menu-item").first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(panel.getByRole("button", { name: /^(Pin|Unpin)/ })).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await expect(filter).toBeFocused();
  await page.keyboard.type("zzz");
  await expect(panel.getByRole("link", { name: "All customers" })).toHaveAttribute("href", /\?q=zzz/);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();

  await button.press("Enter");
  await filter.fill("ínitéch");
  await expect(panel.locator(".switcher-items a").first()).toContainText("Initech");
  await expect(panel.locator(".switcher-items a").first()).toContainText("Ireland");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/region\/eu-west-1\/customers\//);
});

test("SHELL-09 a pinned customer is first in the switcher and on the page of all, until it is unpinned @twice", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/switch-customer?q=initech`);
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: "Initech", exact: true }) });
  await row.getByRole("button", { name: "Pin Initech" }).click();
  await expect(row.getByRole("button", { name: "Pin Initech" })).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(`${base}/switch-customer?q=initech`);
  await page.goto(`${base}/switch-customer`);
  await expect(page.getByRole("rowheader").first()).toHaveText("Initech");
  await page.getByRole("button", { name: /^Switch customer/ }).click();
  const pinned = page.locator("#customer-switcher").getByRole("list", { name: "Pinned" });
  await expect(pinned.getByRole("listitem")).toHaveCount(1);
  await pinned.getByRole("link", { name: /Initech/ }).click();
  await expect(page).toHaveURL(/\/region\/eu-west-1\/customers\//);
  await page.getByRole("button", { name: /^Switch customer/ }).click();
  // The previously open one is now the recent one.
  await expect(
    page.locator("#customer-switcher").getByRole("list", { name: "Recent" }).getByRole("listitem").first(),
  ).toContainText("Acme Retail");
  await page.getByRole("button", { name: "Unpin Initech" }).click();
  await page.getByRole("button", { name: /^Switch customer/ }).click();
  await expect(page.getByRole("button", { name: "Pin Initech" })).toBeVisible();
});

test("SESS-43 an open page warns five minutes before the end, and staying removes the warning @js", async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 502/);
  const base = await signIn(people.staff);
  let requestCount = 0;
  let isLineDown = false;
  await page.route("**/session/check", (route) => {
    requestCount += 1;
    if (isLineDown) return route.fulfill({ status: 502 });
    const ending = { at: new Date(Date.now() + 240_000).toISOString(), warnInMs: 0, isFinal: false };
    return route.fulfill({ json: { logout: false, ending } });
  });
  await page.clock.install();
  await openWhole(page, `${base}/customers/create`);
  await page.getByLabel("Display name").fill("Typed before the end");
  const bar = page.locator(".session-ending");
  await expect(bar).toBeEmpty();
  isLineDown = true;
  await page.clock.fastForward("23:55:10");
  await expect.poll(() => requestCount).toBeGreaterThan(1);
  isLineDown = false;
  // A failed poll is soon repeated.
  await expect(async () => {
    await page.clock.fastForward("00:35");
    await expect(bar).not.toBeEmpty({ timeout: 1_000 });
  }).toPass();
  await expect(bar).toContainText(/You will be signed out at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  await expectAccessible(page, "the warning");
  await bar.getByRole("button", { name: "Stay signed in" }).click();
  await expect(bar).toBeEmpty();
  await expect(page.getByLabel("Display name")).toHaveValue("Typed before the end");
});

test("CUST-55 a customer without vacancies shows the setup steps, until they are hidden", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Fresh"));
  await page.goto(`${base}/vacancies`);
  const card = page.getByRole("region", { name: /^Set up Trial Fresh/ });
  await expect(card).toContainText("0 of 5");
  await expect(card.getByRole("listitem")).toHaveCount(5);
  for (const [name, path] of [
    ["Set up branding", "settings/branding"],
    ["Set up email domain", "settings/email-domain"],
    ["Set up Single Sign-On", "settings/sso"],
    ["Create workflow", "workflow-sets/workflows/create"],
    ["Create vacancy", "vacancies/create"],
  ] as const)
    await expect(card.getByRole("link", { name })).toHaveAttribute("href", new RegExp(`^${base}/${path}`));
  await expectAccessible(page, "the steps");
  // Without a workflow the vacancy form links to creating one.
  await card.getByRole("link", { name: "Create vacancy" }).click();
  await expect(page.getByText("A vacancy cannot be saved without one.")).toBeVisible();
  await page.getByRole("link", { name: "Create a workflow" }).click();
  await expect(page).toHaveURL(`${base}/workflow-sets/workflows/create`);
  await page.goto(`${base}/vacancies`);
  await card.getByRole("button", { name: "Hide" }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(card).toHaveCount(0);
});

test("quality: the browser's tab names screen and customer, and the site has its icons", async ({
  page,
  request,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings/branding`);
  await expect(page).toHaveTitle("Branding – Acme Retail – Edge");
  for (const path of [
    "/favicon.ico",
    "/apple-touch-icon.png",
    "/icon-192.png",
    "/icon-512.png",
    "/robots.txt",
  ])
    expect((await request.get(path)).status(), path).toBe(200);
  const manifest = await request.get("/manifest.webmanifest");
  expect(manifest.headers()["content-type"]).toContain("application/manifest+json");
  expect(await manifest.json()).toMatchObject({ name: "Edge", start_url: "/" });
  await expect(page.locator('meta[name="theme-color"]')).toHaveCount(2);
});

test("SHELL-66 keys pressed while a page loads stay in the palette when it arrives @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  for (const [slow, from, to] of [
    [400, "customers", "Users"],
    [0, "users", "Groups"],
    [0, "groups", "Vacancies"],
  ] as const) {
    await openWhole(page, `${base}/${from}`);
    await page.route(/\.data(\?|$)/, async (route) => {
      await new Promise((go) => setTimeout(go, slow));
      await route.continue();
    });
    await menu.getByRole("link", { name: to, exact: true }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("acme", { delay: 30 });
    await expect(page.getByRole("heading", { level: 1, name: to, exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/${to.toLowerCase()}`));
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue("acme");
    await page.keyboard.type(" l");
    await expect(field(page)).toHaveValue("acme l");
    await page.unroute(/\.data(\?|$)/);
  }
});
