import type { Page } from "@playwright/test";
import { heading } from "./support/kit";
import { basePathOf, expect, fillSignIn, people, test } from "./support/test";

/** Requests from pressing a link until its screen shows, and on the way back. */

const isData =
  (path: RegExp) =>
  ({ pathname }: URL) =>
    pathname.endsWith(".data") && path.test(pathname);

/** Holds back these answers until the returned function is called. */
async function hold(page: Page, path: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route(isData(path), async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

async function createGroup(page: Page, base: string, name: string) {
  await page.goto(`${base}/groups/create`);
  await page.getByLabel("Group name").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("User group created.")).toBeVisible();
}

const rowOf = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });

/** The list of vacancies, hydrated: only scripts render the switcher's filter. */
async function openVacancies(page: Page, base: string) {
  await page.goto(`${base}/vacancies`);
  await expect(page.locator("#customer-switcher input[type=search]")).toHaveCount(1);
}

/** A list of groups with a common name part, left by a link and returned to once: from then on it is cached. */
async function keepList(page: Page, base: string, part: string, name: string) {
  await page.goto(`${base}/groups?q=${encodeURIComponent(part)}`);
  await rowOf(page, name).click();
  await expect(heading(page, "Group details")).toBeVisible();
  await page.goBack();
  await expect(heading(page, "Groups")).toBeVisible();
  await rowOf(page, name).click();
  await expect(heading(page, "Group details")).toBeVisible();
}

test("SESS-06 Back shows the list at once, and then updates it in the background @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.customerAdmin);
  const part = unique("Kept");
  await createGroup(page, base, `${part} one`);
  await keepList(page, base, part, `${part} one`);
  const other = await page.context().newPage();
  await createGroup(other, base, `${part} two`);
  await other.close();

  const release = await hold(page, /\/groups(\/\w+)?\.data$/);
  const reading = page.waitForRequest((one) => isData(/\/groups\.data$/)(new URL(one.url())));
  await page.goBack();
  await expect(heading(page, "Groups")).toBeVisible();
  await expect(rowOf(page, `${part} one`)).toBeVisible();
  await expect(rowOf(page, `${part} two`)).toHaveCount(0);
  // Turning back aborts the refetch, which is repeated later.
  await reading;
  const again = page.waitForRequest((one) => isData(/\/groups\/\w+\.data$/)(new URL(one.url())));
  await page.evaluate(() => history.forward());
  await again;
  await page.evaluate(() => history.back());
  await page.waitForTimeout(100);
  release();
  await expect(rowOf(page, `${part} two`)).toBeVisible();
});

test("quality: a refetch does not change the scroll position reached in the meantime @js", async ({
  page,
  signIn,
}) => {
  await openVacancies(page, await signIn(people.staff));
  const at = () => page.evaluate(() => scrollY);
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 200);
  await expect.poll(at).toBe(200);
  const release = await hold(page, /\/vacancies\.data$/);
  const reading = page.waitForRequest((one) => isData(/\/vacancies\.data$/)(new URL(one.url())));
  await page.evaluate(() => window.__remixRouter.revalidate());
  await reading;
  await page.mouse.wheel(0, 300);
  await expect.poll(at).toBe(500);
  release();
  await page.waitForFunction(() => window.__remixRouter.state.revalidation === "idle");
  await page.waitForTimeout(200);
  expect(await at()).toBe(500);
});

test("SHELL-31 going back to a list with a notice does not show it again @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.customerAdmin);
  const part = unique("Told");
  await createGroup(page, base, `${part} stays`);
  await createGroup(page, base, `${part} goes`);
  await page.goto(`${base}/groups?q=${encodeURIComponent(part)}`);
  await page.getByRole("checkbox", { name: `${part} goes` }).check();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  const notice = page.getByText("1 group has been archived.");
  await expect(notice).toBeVisible();
  await rowOf(page, `${part} stays`).click();
  await expect(heading(page, "Group details")).toBeVisible();

  const release = await hold(page, /\/groups\.data$/);
  await page.goBack();
  await page.waitForTimeout(300);
  await expect(heading(page, "Groups")).toHaveCount(0);
  release();
  await expect(heading(page, "Groups")).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("SESS-19 SESS-28 nothing from a session that was ended elsewhere is shown @js", async ({
  page,
  browser,
  baseURL,
}) => {
  // A separate session, not the one shared by the other tests.
  await fillSignIn(page, people.staff);
  await page.waitForURL((url) => url.pathname.startsWith("/region/"));
  const base = basePathOf(page);
  await keepList(page, base, "Recruiters", "Recruiters");
  const context = await browser.newContext({ baseURL });
  await context.addCookies(await page.context().cookies());
  const other = await context.newPage();
  await other.goto(`${base}/vacancies`);
  await other.getByRole("button", { name: "User menu" }).click();
  await other.getByRole("button", { name: "Log Out" }).click();
  await other.waitForURL(/\/login/);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await menu.getByRole("link", { name: "Customers" }).click();
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();

  const release = await hold(page, /\/groups\.data$/);
  await page.evaluate(() => history.go(-2));
  await page.waitForTimeout(300);
  await expect(heading(page, "Groups")).toHaveCount(0);
  release();
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
  await context.close();
});
