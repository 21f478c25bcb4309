import type { Page, Request } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { openWhole } from "./support/kit";
import { demoPassword, expect, expectNoOverflow, people, test } from "./support/test";

/** Actions during a pending request, and the focus once it is done. */

/** From now on the data of these pages takes this long, in ms. */
const slow = (page: Page, path: RegExp, ms: number) =>
  page.route(
    ({ pathname }) => pathname.endsWith(".data") && path.test(pathname),
    async (route) => {
      await new Promise((done) => setTimeout(done, ms));
      await route.continue();
    },
  );

const busy = demoVacancyId("acmeRetail", 0);
const search = (page: Page) => page.getByRole("searchbox", { name: /^Search vacanc/ });
const mainMenu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name });
const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

test("GEN-06 a filter's change gives way to a newer one and to a link @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/vacancies`);
  // What is typed applies by itself, and stays.
  await search(page).pressSequentially("ma");
  await expect(page).toHaveURL(/q=ma$/);
  await expect(search(page)).toBeFocused();
  await search(page).pressSequentially("nager");
  await page.getByRole("columnheader").getByRole("link", { name: "Title" }).click();
  await expect(page).toHaveURL(/sort=title/);
  await expect(page).toHaveURL(/q=manager/);
  await expect(page).toHaveURL(/sort=title/);
  await expect(search(page)).toHaveValue("manager");

  await slow(page, /\/vacancies\.data$/, 3000);
  const requestFor = (q: string) => (request: Request) =>
    request.url().includes(".data") && new URL(request.url()).searchParams.get("q") === q;
  for (const text of ["man", "store"]) {
    const sent = page.waitForRequest(requestFor(text), { timeout: 1500 });
    await search(page).fill(text);
    await sent;
  }
  await slow(page, /\/groups\.data$/, 1500);
  await search(page).fill("managers");
  await mainMenu(page, "Groups").click();
  await expect(page).toHaveURL(`${base}/groups`);
  await expect(page.getByRole("heading", { level: 1, name: "Groups" })).toBeVisible();
});

test("GEN-129 a press applies a single choice and closes it; the arrow keys pass through the choices @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/vacancies`);
  const menu = page.locator("details.filter", { has: page.locator("input[name=applicants]") });
  const choice = (name: string) => menu.getByRole("radio", { name });
  await menu.locator("summary").click();
  await expect(choice("With or without")).toBeChecked();
  await menu.getByText("Without applicants").click();
  await expect(page).toHaveURL(/applicants=without/);
  await expect(choice("With applicants")).toBeHidden();
  await expect(menu.locator("summary")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  await expect(page).toHaveURL(/applicants=with$/);
  await expect(choice("With applicants")).toBeFocused();
});

test("APP-18 the focus stays on the control that changes a list @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/vacancies`);
  const size = page.getByLabel("Rows per page");
  await size.focus();
  await size.selectOption("50");
  await expect(page).toHaveURL(/size=50/);
  await expect(page.locator(".table-range")).toContainText("1–50 of");
  await expect(size).toBeFocused();
  await page.goBack();
  await expect(size).toHaveValue("30");

  await openWhole(page, `${base}/vacancies?q=a&applicants=with`);
  const menu = page.locator("details.filter", { has: page.locator("input[name=applicants]") });
  const choice = (name: string) => menu.getByRole("radio", { name });
  await menu.locator("summary").press("Enter");
  await expect(choice("With applicants")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(choice("With applicants")).toBeHidden();
  await expect(menu.locator("summary")).toBeFocused();
  await page.getByRole("link", { name: "Clear Applicants" }).press("Enter");
  await expect(page).not.toHaveURL(/applicants/);
  await expect(menu.locator("summary")).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/applicants=with/);
  await expect(menu.locator("input:checked")).toHaveValue("with");
  await page.getByRole("link", { name: "Clear", exact: true }).press("Enter");
  await expect(page).not.toHaveURL(/q=/);
  await expect(search(page)).toBeFocused();
  expect(await isFocusLost(page)).toBe(false);
});

test("quality: on a phone the sort menu keeps the focus @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 360, height: 740 });
  await openWhole(page, `${base}/vacancies`);
  const menu = page.locator(".sort-menu");
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Title, ascending" }).press("Enter");
  await expect(page).toHaveURL(/sort=title/);
  await expect(menu.locator("summary")).toHaveText("Sort by: Title, ascending");
  await expect(menu).not.toHaveAttribute("open");
  await expect(menu.locator("summary")).toBeFocused();

  for (const width of [360, 700]) {
    await page.setViewportSize({ width, height: 740 });
    if (width > 360) await openWhole(page, `${base}/vacancies/${busy}`);
    for (const stop of [page.locator("thead .checkbox"), page.locator("thead .sort-link").first()]) {
      await stop.focus();
      const isOnTop = await stop.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return width > 10 && element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isOnTop).toBe(true);
    }
    await expectNoOverflow(page, `headings at ${width} px`);
  }
});

test("quality: single keys do not act on the page behind a dialog @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/vacancies/${busy}`);
  await page.getByRole("rowheader").first().getByRole("link").click();
  await expect(page.locator("main a[data-key=j]")).toBeVisible();
  const address = page.url();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toBeVisible();
  // Clicking something not focusable leaves the focus nowhere.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true })),
  );
  await page.waitForTimeout(500);
  expect(page.url()).toBe(address);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("j");
  await expect(page).not.toHaveURL(address);
});

test("GEN-04 a link to the current address adds no history entry @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/settings/overview`);
  const tab = page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "SMS" });
  await tab.click();
  await expect(page).toHaveURL(`${base}/settings/sms`);
  const length = await page.evaluate(() => history.length);
  // Later than a second press that would still count as the same action.
  await page.waitForTimeout(600);
  const loaded = page.waitForResponse((response) => response.url().includes("/sms.data"));
  await tab.click();
  await loaded;
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => history.length)).toBe(length);
  await page.goBack();
  await expect(page).toHaveURL(`${base}/settings/overview`);
});

/** Opens a page whose scripts are held back until the returned function is called. */
async function openAsleep(page: Page, address: string): Promise<() => void> {
  let wake = () => {};
  const awake = new Promise<void>((done) => (wake = done));
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await awake;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return wake;
}

test("AUTH-04 AUTH-65 text filled in before hydration counts @js", async ({ page }) => {
  let wake = await openAsleep(page, "/loginWithSSO");
  await page.getByPlaceholder("Enter your email or Account Name").fill("initech");
  wake();
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Go to Single Sign-On" }).click({ timeout: 5_000 });
  await expect(page.getByText("Logging in to Single Sign-On...")).toBeVisible();

  await page.unrouteAll();
  wake = await openAsleep(page, "/login");
  await page.getByLabel("Email").fill(people.staff);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  wake();
  // Rendered by scripts.
  await expect(page.getByRole("button", { name: "Show password" })).toBeVisible();
  const button = page.getByRole("button", { name: "Log In" });
  // It waits until both fields are filled.
  for (const [field, typed] of [
    [page.getByLabel("Email"), people.staff],
    [page.getByLabel("Password", { exact: true }), demoPassword],
  ] as const) {
    await expect(button).toBeEnabled();
    await field.fill("");
    await expect(button).toBeDisabled();
    await field.fill(typed);
  }
  await button.click({ timeout: 5_000 });
  await expect(page).not.toHaveURL(/\/login/);
});

test("DEPT-18 BRAND-14 UPLOAD-10 input before hydration counts @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  const name = page.getByRole("list", { name: "Department tree" }).getByRole("textbox").nth(1);
  let wake = await openAsleep(page, `${base}/departments/edit`);
  await name.fill("Typed early");
  wake();
  await expect(page.getByRole("region", { name: "What will change" })).toContainText("“Typed early”");
  await expect(name).toHaveValue("Typed early");

  await page.unrouteAll();
  wake = await openAsleep(page, `${base}/settings/branding`);
  const header = page.getByRole("group", { name: "Header", exact: true });
  const colour = header.getByLabel("Background", { exact: true });
  await colour.fill("#123456");
  wake();
  await expect(header.locator('input[type="color"]').first()).toHaveValue("#123456");
  await expect(colour).toHaveValue("#123456");

  await page.unrouteAll();
  wake = await openAsleep(page, `${base}/users/upload`);
  const buffer = Buffer.from("firstName,lastName,email,phoneNumber,groups\nA,B,a@b.example,,");
  await page.getByLabel("Select file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
  wake();
  await expect(page.getByRole("status").filter({ hasText: "people.csv: 1 user" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeEnabled();
});

/** Data in the router's format: a flat list in which values refer to each other by index; `special` encodes symbols. */
function encoded(value: unknown, special: (put: (value: unknown) => number) => unknown): string {
  const places: unknown[] = [];
  const put = (one: unknown): number => {
    if (one === null) return -5;
    if (one === undefined) return -7;
    const at = places.push(null) - 1;
    if (typeof one === "symbol") places[at] = special(put);
    else if (Array.isArray(one)) places[at] = one.map(put);
    else if (typeof one === "object")
      places[at] = Object.fromEntries(Object.entries(one).map(([key, part]) => [`_${put(key)}`, put(part)]));
    else places[at] = one;
    return at;
  };
  put(value);
  return `${JSON.stringify(places)}\n`;
}

test("SESS-42 Log Out on an error screen clears the recent places @js", async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/./);
  const base = await signIn(people.staff);
  await openWhole(page, `${base}/groups`);
  await page.evaluate(() => localStorage.setItem("edge-recent:somebody", "[]"));
  // The session is shared with other tests, so it is not ended.
  await page.route(/\/logout$/, (route) => route.fulfill({ body: "out" }));
  // No demo user lacks a customer, so the server's answer is simulated, with the page's own root data.
  const root = await page.evaluate(() => window.__remixRouter.state.loaderData.root as unknown);
  const refusal = Symbol("refusal");
  const body = encoded({ root: { data: root }, "routes/home": { error: refusal } }, (put) => [
    "ErrorResponse",
    put({ screen: "no-default-customer" }),
    put(404),
    put(""),
  ]);
  const headers = { "X-Remix-Response": "yes", "Content-Type": "text/x-script" };
  await page.route(/\/_root\.data/, (route) => route.fulfill({ headers, body }));
  await page.evaluate(() => {
    const link = Object.assign(document.createElement("a"), { href: "/" });
    document.body.append(link);
    link.click();
  });
  await page.locator("form[action='/logout']").getByRole("button", { name: "Log Out" }).click();
  expect(await page.evaluate(() => localStorage.getItem("edge-recent:somebody"))).toBeNull();
});
