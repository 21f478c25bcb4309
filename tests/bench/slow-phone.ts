/** The console in a browser on a slow phone, for the parts of the bench that measure perceived waiting time. */
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from "@playwright/test";
import { findBrowser, sandboxArgs } from "../../scripts/lib/browser.mjs";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import type { RunningServer } from "../support/servers";
import { staff } from "./pages";
import { inFolder, withProduct } from "./product";

const processorRate = 4;
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const noLine = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** Throttles a page (processor 4 times slower, 1.6 Mbit/s, 150 ms), or removes the throttling. */
export async function slowDown(session: CDPSession, isSlow: boolean): Promise<void> {
  await session.send("Network.emulateNetworkConditions", isSlow ? line : noLine);
  await session.send("Emulation.setCPUThrottlingRate", { rate: isSlow ? processorRate : 1 });
}

export type Phone = { web: RunningServer; context: BrowserContext; page: Page; base: string };

/**
 * Signs a member of staff in and runs `measure`, not throttled yet. `dataDir` is a data folder; without one the demo
 * data is used. `base` is the path of the customer's screens.
 */
export async function onPhone(
  { dataDir, viewport }: { dataDir?: string; viewport: { width: number; height: number } },
  measure: (phone: Phone) => Promise<void>,
): Promise<void> {
  const onBrowser = async (browser: Browser, web: RunningServer) => {
    const context = await browser.newContext({ baseURL: web.origin, locale: "en-GB", viewport });
    // The bundler wraps named functions in a helper that does not exist in the page.
    await context.addInitScript({ content: "globalThis.__name = (one) => one;" });
    const page = await context.newPage();
    await page.goto("/login");
    await page.getByLabel("Email").fill(staff);
    await page.getByLabel("Password", { exact: true }).fill(demoPassword);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname.startsWith("/region/"));
    await measure({
      web,
      context,
      page,
      base: new URL(page.url()).pathname.split("/").slice(0, 5).join("/"),
    });
  };
  await inFolder(dataDir, (folder) =>
    withProduct(folder, async ({ web }) => {
      const args = [...sandboxArgs(), "--disable-gpu"];
      const browser = await chromium.launch({ executablePath: findBrowser(), args });
      try {
        await onBrowser(browser, web);
      } finally {
        await browser.close();
      }
    }),
  );
}

/** The first link in a page's table rows whose full address contains `part`; the href attributes are relative. */
export async function firstLink(page: Page, part: string): Promise<{ link: Locator; href: string }> {
  const links = page.locator("main table tbody a");
  await links.first().waitFor();
  const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  const at = addresses.findIndex((href) => href.includes(part));
  const href = addresses[at];
  if (href === undefined) throw new Error(`${page.url()} has no row that leads to ${part}`);
  return { link: links.nth(at), href };
}

export const median = (all: readonly number[]) =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
