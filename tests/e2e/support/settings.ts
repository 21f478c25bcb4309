import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible as expectAccessibleWithScripts, test, violationsOn } from "./test";

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/**
 * Creates a customer for one test by posting the create form, without rendering it, and returns its base path. The
 * signed-in person must be allowed to create customers. Its name sorts last, since the switcher shows only the first
 * ones.
 */
export async function newCustomer(page: Page, base: string, name: string): Promise<string> {
  const create = `${base}/customers/create`;
  const form = await (await page.request.get(create)).text();
  const found = (pattern: RegExp) => pattern.exec(form)?.[1] ?? "";
  const answer = await page.request.post(create, {
    form: {
      intent: "save:confirm",
      csrf: found(/name="csrf" value="([^"]+)"/),
      idempotencyKey: found(/name="idempotencyKey" value="([^"]+)"/),
      organizationId: found(/<option value="([^"]+)"[^>]*>Acme Group</),
      displayName: displayNameOf(name),
      uniqueName: slug(name),
      awsRegion: "ap-southeast-2",
    },
  });
  // The answer is the list, after the redirect.
  const link = new RegExp(`href="([^"]+)/settings/[^"]*"[^>]*>(?:<bdi>)?${displayNameOf(name)}<`).exec(
    await answer.text(),
  );
  expect(link, `customer "${name}" in the list after its creation`).not.toBeNull();
  return link?.[1] ?? "";
}

/** The account name of a customer made by `newCustomer`. */
export const accountNameOf = slug;

/** The display name of such a customer. */
export const displayNameOf = (name: string) => `Trial ${name}`;

export const hasScripts = () => test.info().project.use.javaScriptEnabled !== false;

/** Runs `work` in a second browser with the same session. */
export async function withAnother(page: Page, work: (other: Page) => Promise<void>): Promise<void> {
  const browser = page.context().browser();
  if (!browser) throw new Error("the page has no browser");
  const context = await browser.newContext({
    javaScriptEnabled: hasScripts(),
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
  });
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** axe is itself a script, so it is skipped without scripts. */
export async function expectAccessible(page: Page, what: string) {
  if (!hasScripts()) return;
  await settled(page);
  await expectAccessibleWithScripts(page, what);
}

/** The colour-dependent part of `expectAccessible`. */
export async function expectContrast(page: Page, what: string) {
  if (!hasScripts()) return;
  await settled(page);
  expect(await violationsOn(page, { runOnly: { type: "rule", values: ["color-contrast"] } }), what).toEqual(
    [],
  );
}

/**
 * After its request a button fades back to its colour and has too little contrast half-way. On a scrolled page, targets
 * under the top bar count as too small.
 */
async function settled(page: Page) {
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition));
}

/** Presses the button of a form with errors, unless scripts have already disabled it. */
export async function tryToSave(button: Locator) {
  await button.page().locator(":focus").blur();
  if (await button.isEnabled()) await button.click();
}

/** Confirms turning on an untested single sign-on (SSO-66); the page has already asked. */
export async function enableUntested(page: Page) {
  const dialog = page.getByRole("dialog", { name: /without a test/ });
  await dialog.getByLabel('Type "ENABLE WITHOUT TEST" to confirm').fill("ENABLE WITHOUT TEST");
  await dialog.getByRole("button", { name: "Enable", exact: true }).click();
}

/** A second browser with the same session, for concurrent edits. Close its context at the end. */
export async function otherBrowser(page: Page): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error("the page has no browser");
  const baseURL = new URL(page.url()).origin;
  const context = await browser.newContext({ baseURL, javaScriptEnabled: hasScripts() });
  await context.addCookies(await page.context().cookies());
  return context.newPage();
}
