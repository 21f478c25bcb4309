import { AxeBuilder } from "@axe-core/playwright";
import {
  chromium,
  test as base,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Route,
} from "@playwright/test";
import { demoPassword } from "../../../scripts/lib/settings.mjs";
import { PlainBrowser } from "../../support/plain-browser/context";
import { expect } from "../../support/plain-browser/expect";

export { expect };
export { demoPassword };

export const people = {
  staff: "admin@acme.example",
  customerAdmin: "customer.admin@acme.example",
  recruiter: "recruiter@acme.example",
  american: "us.admin@globex.example",
  /** Can read people, groups and settings, and change nothing. */
  auditor: "auditor@acme.example",
  noAccess: "noaccess@acme.example",
} as const;

type RunOptions = Parameters<AxeBuilder["options"]>[0];

type Fixtures = {
  /** Gives the browser a signed-in person's session. Returns the base path of their first customer. */
  signIn: (email: string) => Promise<string>;
  /** A name unused by other tests. */
  unique: (stem: string) => string;
  /** Expected messages of the browser's console. */
  expectedErrors: RegExp[];
};

/** True for projects that run without a browser engine. */
const isPlain = (project = base.info().project.name) => project === "no-js";

type Session = { cookies: Awaited<ReturnType<BrowserContext["cookies"]>>; base: string };
const signedIn = new Map<string, Promise<Session>>();
let count = 0;

/* oxlint-disable no-empty-pattern -- Playwright requires a destructured parameter even if a fixture needs no other */
export const test = base.extend<Fixtures, { browser: Browser }>({
  // No-JS journeys need no engine, unless they are about rendering.
  browser: [
    async ({ playwright, browserName }, use, { project }) => {
      const browser = isPlain(project.name)
        ? (PlainBrowser.start() as unknown as Browser)
        : await playwright[browserName].launch();
      await use(browser);
      await browser.close();
    },
    { scope: "worker", timeout: 0 },
  ],

  context: async ({ browser, viewport, locale }, use, { project }) => {
    const context = await browser.newContext(isPlain(project.name) ? { viewport, locale } : {});
    await use(context);
    await context.close();
  },

  baseURL: async ({}, use) => use(process.env.CONSOLE_ADDRESS),

  expectedErrors: async ({}, use) => use([]),

  page: async ({ context, expectedErrors }, use, { project }) => {
    const page = await context.newPage();
    const errors: string[] = [];
    // The browser never speaks to a region's API, in any journey (SESS-02).
    page.on("request", (request) => {
      if (/\/graphql$/.test(new URL(request.url()).pathname)) errors.push(`called ${request.url()}`);
    });
    if (isPlain(project.name)) {
      await use(page);
      expect(errors).toEqual([]);
      return;
    }
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      // Invalid forms answer 400, which the browser logs.
      const isStatus = /Failed to load resource: the server responded with a status of 4/.test(
        message.text(),
      );
      const { url } = message.location();
      // Logos of the demo data are on a site that does not exist.
      const isElsewhere = /^https:\/\/[^/]+\.example\//.test(url);
      if (message.type() === "error" && !isStatus && !isElsewhere)
        errors.push(`${message.text()} ${url}`.trimEnd());
    });
    await use(page);
    expect(errors.filter((text) => !expectedErrors.some((known) => known.test(text)))).toEqual([]);
  },

  signIn: async ({ page, browser, baseURL }, use) => {
    await use(async (email) => {
      let session = signedIn.get(email);
      if (!session) {
        session = newSession(await browser.newContext({ baseURL }), email);
        signedIn.set(email, session);
      }
      const { cookies, base } = await session;
      await page.context().addCookies(cookies);
      return base;
    });
  },

  unique: async ({}, use, info) => {
    await use((stem) => {
      count += 1;
      return `${stem} ${info.project.name} ${info.workerIndex} ${count} ${Date.now().toString(36)}`;
    });
  },
});

/** Signs in once for all tests that are not about signing in. */
async function newSession(context: BrowserContext, email: string): Promise<Session> {
  const page = await context.newPage();
  await fillSignIn(page, email);
  await page.waitForURL((url) => url.pathname !== "/login");
  const session = { cookies: await context.cookies(), base: basePathOf(page) };
  await context.close();
  return session;
}

export async function fillSignIn(page: Page, email: string, password = demoPassword, path = "/login") {
  await page.goto(path);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}

/** `/region/{awsRegion}/customers/{customerId}` of the open page. */
export function basePathOf(page: Page): string {
  return /^\/region\/[^/]+\/customers\/[^/]+/.exec(new URL(page.url()).pathname)?.[0] ?? "";
}

/**
 * Expects no WCAG 2.2 AA violations on the current page. `opened`: the panel open over it; then target sizes are
 * checked only inside the panel, since how much it covers of a row is arbitrary and temporary.
 */
export async function expectAccessible(page: Page, what: string, opened?: string) {
  const hasScripts = base.info().project.use.javaScriptEnabled !== false;
  const checked = hasScripts ? page : await scriptedCopyOf(page);
  // With a window as high as the page, no sticky element covers content that could be scrolled into view.
  const window = checked.viewportSize() ?? { width: 1280, height: 800 };
  const whole = await checked.evaluate(() => document.documentElement.scrollHeight);
  await checked.setViewportSize({ ...window, height: Math.max(window.height, whole) });
  // A message that is still fading in has too little contrast. Longer animations are those of pages whose scripts failed.
  await checked.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number(animation.effect?.getComputedTiming().endTime) < 1000) animation.finish();
  });
  const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const rules: RunOptions["rules"] = opened ? { "target-size": { enabled: false } } : {};
  const found = await violationsOn(checked, { runOnly: { type: "tag", values }, rules });
  if (opened) {
    const sizes = { runOnly: { type: "rule", values: ["target-size"] } } satisfies RunOptions;
    found.push(...(await violationsOn(checked, sizes, opened)));
  }
  if (hasScripts) await page.setViewportSize(window);
  expect(found, what).toEqual([]);
}

/** Violations of axe's rules on a page or a part of it: rule and location. */
export async function violationsOn(page: Page, options: RunOptions, part = "html") {
  // Runs axe without frame support, since the console has no frames: the default opens a page of its own to merge the
  // frames' results, and takes twice as long.
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .options({ ...options, resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
  );
}

/** A browser engine for pages of the plain browser that have to be rendered. */
let engine: Promise<Browser> | undefined;

/** Windows for copies of pages, with and without scripts; reused, since opening one takes longer than the check. */
const windows = new Map<boolean, Promise<Page>>();

/** A copy of the page in a separate Chromium window; the next copy replaces it. */
async function copyOf(page: Page, body: string, javaScriptEnabled: boolean): Promise<Page> {
  const { launchOptions, contextOptions } = base.info().project.use;
  const browser = isPlain() ? await (engine ??= chromium.launch(launchOptions)) : page.context().browser();
  if (!browser) throw new Error("the page has no browser");
  const opened = windows.get(javaScriptEnabled) ?? browser.newPage({ ...contextOptions, javaScriptEnabled });
  windows.set(javaScriptEnabled, opened);
  const copy = await opened;
  const size = page.viewportSize();
  if (size) await copy.setViewportSize(size);
  const answer = (route: Route) => route.fulfill({ body, contentType: "text/html; charset=utf-8" });
  // From the same page, an address with a fragment would not reload.
  await copy.goto("about:blank");
  await copy.route(page.url(), answer, { times: 1 });
  await copy.goto(page.url());
  return copy;
}

/** A copy of the page in which axe can run: without the console's scripts, but with the no-JS content visible. */
async function scriptedCopyOf(page: Page): Promise<Page> {
  const body = (await page.content())
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/<\/?noscript[^>]*>/gi, "");
  return copyOf(page, body, true);
}

/** Presses the button of a list's filter. */
export async function openFilter(page: Page, name: string) {
  const summary = page.locator("details.filter > summary", { hasText: name });
  // The filters folded away depend on the width of their texts.
  if (!(await summary.isVisible())) await openMoreFilters(page);
  await summary.click();
}

/** Opens a list's column chooser: a link the first time, and without scripts, where it is part of a page. */
export async function openColumns(page: Page): Promise<Locator> {
  await page.locator("a.list-view, .list-view > summary").click();
  const chooser = page.locator("details.columns");
  await expect(chooser.getByRole("button", { name: "Update columns" })).toBeVisible();
  return chooser;
}

/** A link's path, without its query; href attributes are relative. */
export const pathOf = (link: Locator) => link.evaluate((one) => (one as HTMLAnchorElement).pathname);

/** The page's address without the column chooser's parameter, which it has without scripts. */
export const addressOf = (page: Page) => page.url().replace(/[?&]choose=[\w-]+/, "");

/** Unfolds the filters that are folded away on narrow windows, if there are any. */
export async function openMoreFilters(page: Page) {
  const more = page.locator(".filter-more:not([open]) > summary");
  if (await more.isVisible()) await more.click();
}

/** Waits until the answer to a press is fully rendered; until then its form's fields are inert. */
export const settled = (page: Page) => expect(page.locator("fieldset[inert]")).toHaveCount(0);

/** Waits for `done`, which marks the end of a job; without scripts presses "Refresh" before the page reloads itself. */
export async function untilOver(page: Page, done: Locator) {
  const hasScripts = base.info().project.use.javaScriptEnabled !== false;
  await expect(async () => {
    if (!hasScripts && !(await done.isVisible())) await page.getByRole("link", { name: "Refresh" }).click();
    await expect(done).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

/** Expects no layout shift since the page was loaded, as measured by Chromium: 0.01 is a few lines on a phone. */
export async function expectNothingMoved(page: Page, what: string) {
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ("value" in entry && typeof entry.value === "number") sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
  expect(moved, `${what}: moved`).toBeLessThan(0.01);
}

/** Expects no horizontal scrolling. */
export async function expectNoOverflow(page: Page, what: string) {
  const drawn = isPlain() ? await copyOf(page, await page.content(), false) : page;
  const { scroll, width } = await drawn.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scroll, what).toBeLessThanOrEqual(width);
}
