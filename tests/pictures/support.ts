import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { test as base, type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { startApi, startConsole } from "../support/servers";

/** The moment of every picture, on the servers and in the browser. */
export const fixedTime = Date.parse("2026-03-02T02:30:00.000Z");
const clock = pathToFileURL(join(import.meta.dirname, "fixed-clock.mjs")).href;

const forms = [
  { name: "wide-light", width: 1440, height: 900, colorScheme: "light" },
  { name: "wide-dark", width: 1440, height: 900, colorScheme: "dark" },
  { name: "narrow-light", width: 360, height: 740, colorScheme: "light" },
  { name: "narrow-dark", width: 360, height: 740, colorScheme: "dark" },
] as const;

type Site = { origin: string; cookies: Awaited<ReturnType<BrowserContext["cookies"]>>; path: string };

/** Separate servers with fresh demo data at the fixed moment, and a session of the provider's staff. */
export const test = base.extend<object, { site: Site; sameRenderer: string | null }>({
  site: [
    async ({ browser }, use) => {
      const folder = mkdtempSync(join(tmpdir(), "edge-console-pictures-"));
      const env = {
        APP_ENV: "local",
        FIXED_TIME: String(fixedTime),
        NODE_OPTIONS: `--import ${clock}`,
      };
      const api = await startApi(join(folder, "api"), env);
      const web = await startConsole(folder, { ...env, REGIONAL_API_URL: api.origin });
      const context = await browser.newContext({ baseURL: web.origin });
      const page = await context.newPage();
      await page.goto("/login");
      await page.getByLabel("Email").fill("admin@acme.example");
      await page.getByLabel("Password", { exact: true }).fill(demoPassword);
      await page.getByRole("button", { name: "Log In" }).click();
      await page.waitForURL(/\/region\//);
      const path = /^\/region\/[^/]+\/customers\/[^/]+/.exec(new URL(page.url()).pathname)?.[0] ?? "";
      const cookies = await context.cookies();
      await context.close();
      await use({ origin: web.origin, cookies, path });
      await web.end("SIGTERM");
      await api.end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],

  /** The reason why pictures taken here cannot be compared with the stored ones; null if they can. */
  sameRenderer: [
    async ({ browser }, use, info) => {
      const renderer = await rendererOf(browser);
      const isUpdate = info.config.updateSnapshots === "all" || info.config.updateSnapshots === "changed";
      if (isUpdate) {
        mkdirSync(dirname(rendererFile), { recursive: true });
        writeFileSync(rendererFile, `${JSON.stringify(renderer, null, 2)}\n`);
      }
      await use(differenceTo(renderer));
    },
    { scope: "worker" },
  ],

  baseURL: async ({ site }, use) => use(site.origin),

  page: async ({ page, sameRenderer }, use, info) => {
    info.skip(sameRenderer !== null, sameRenderer ?? "");
    await page.clock.setFixedTime(fixedTime);
    // Logos in the demo data are on other sites, so no picture may depend on them.
    await page.route(
      ({ hostname }) => hostname !== "127.0.0.1",
      (route) => route.abort(),
    );
    await use(page);
  },
});

type Renderer = { browser: string; drawing: string };
const rendererFile = join(import.meta.dirname, "shots/renderer.json");

/**
 * The browser's version and its rendering of what the console does not supply: the machine's fonts for code
 * and other scripts, and native controls.
 */
async function rendererOf(browser: Browser): Promise<Renderer> {
  const page = await browser.newPage({ viewport: { width: 400, height: 200 } });
  await page.setContent(
    '<p style="font:16px sans-serif">Sans 24 مريم 李小龍 Nguyễn Whāiti Brzęczyszczykiewicz</p><p style="font:14px monospace">VAC-S7VT7</p><input type=date><select><option>One</select>',
  );
  const drawing = createHash("sha256")
    .update(await page.screenshot())
    .digest("hex")
    .slice(0, 16);
  await page.close();
  return { browser: browser.version(), drawing };
}

function differenceTo(now: Renderer): string | null {
  if (!existsSync(rendererFile)) return "there are no pictures yet: npm run pictures makes them";
  const kept = JSON.parse(readFileSync(rendererFile, "utf8")) as Renderer;
  if (kept.browser !== now.browser)
    return `the pictures were made by browser ${kept.browser}, this is ${now.browser}: rendering differs`;
  if (kept.drawing !== now.drawing)
    return "this machine's own fonts or controls are drawn differently than where the pictures were made";
  return null;
}

/** Signs the browser in as the provider's staff; returns the base path of their customer. */
export async function signIn(page: Page, { cookies, path }: Site): Promise<string> {
  await page.context().addCookies(cookies);
  return path;
}

/**
 * Compares the visible part of the page with its stored pictures, at both widths and in light and dark mode.
 */
export async function expectPictures(page: Page, name: string) {
  await expectForms(page, name, forms, false);
}

/**
 * Compares components with their stored pictures, wide and light, narrow and dark. The window is as high as
 * the page, so that sticky elements are in their own place.
 */
export async function expectStories(page: Page, name: string) {
  await expectForms(page, name, [forms[0], forms[3]], true);
}

async function expectForms(
  page: Page,
  name: string,
  chosen: readonly (typeof forms)[number][],
  isWhole: boolean,
) {
  await page.waitForLoadState("networkidle");
  for (const { name: form, width, height, colorScheme } of chosen) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    if (isWhole) {
      const whole = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: whole });
    }
    await withoutAddress(page);
    // Strict enough to detect a border that is a shade darker.
    await expect
      .soft(page)
      .toHaveScreenshot(`${name}-${form}.png`, { threshold: 0.02, maxDiffPixelRatio: 0.0001 });
  }
}

/** The console's port differs in each run, and some screens show it. */
async function withoutAddress(page: Page) {
  await page.evaluate(() => {
    const { host } = location;
    for (const input of document.querySelectorAll<HTMLInputElement>(`input[value*="${host}"]`))
      input.value = input.value.replaceAll(host, "console.example");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      if (text.nodeValue?.includes(host)) text.nodeValue = text.nodeValue.replaceAll(host, "console.example");
    }
  });
}
