import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible as expectAccessibleWithScripts, test, violationsOn } from "./test";

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/**
 * Makes a customer that no other test knows, by the posts of the create form without drawing its pages, and gives its
 * base path. Whoever is signed in may create customers. Its name follows all others: the first of them are what the
 * switcher shows.
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
  // The way back to the list is followed: it is the answer.
  const link = new RegExp(`href="([^"]+)/settings/[^"]*"[^>]*>(?:<bdi>)?${displayNameOf(name)}<`).exec(
    await answer.text(),
  );
  expect(link, `customer "${name}" in the list after its creation`).not.toBeNull();
  return link?.[1] ?? "";
}

/** The account name of a customer made by `newCustomer`. */
export const accountNameOf = slug;

/** How such a customer is called on screens. */
export const displayNameOf = (name: string) => `Trial ${name}`;

export const hasScripts = () => test.info().project.use.javaScriptEnabled !== false;

/** Works in a second browser of the same person's, as another would beside the first. */
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

/** axe is a script itself: without scripts there is nothing to run it. */
export async function expectAccessible(page: Page, what: string) {
  if (!hasScripts()) return;
  await settled(page);
  await expectAccessibleWithScripts(page, what);
}

/** The part of `expectAccessible` that depends on the colours. */
export async function expectContrast(page: Page, what: string) {
  if (!hasScripts()) return;
  await settled(page);
  expect(await violationsOn(page, { runOnly: { type: "rule", values: ["color-contrast"] } }), what).toEqual(
    [],
  );
}

/**
 * A button whose request has just been answered fades back to its colour: half-way it has too little contrast. On a
 * page that is scrolled, targets under the top bar count as too small.
 */
async function settled(page: Page) {
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition));
}

/** Presses the button of a form with errors; scripts may have found them already and hold it back. */
export async function tryToSave(button: Locator) {
  await button.page().locator(":focus").blur();
  if (await button.isEnabled()) await button.click();
}

/** Turns single sign-on on that was not tried (SSO-66); the page has asked. */
export async function enableUntested(page: Page) {
  const dialog = page.getByRole("dialog", { name: /without a test/ });
  await dialog.getByLabel('Type "ENABLE WITHOUT TEST" to confirm').fill("ENABLE WITHOUT TEST");
  await dialog.getByRole("button", { name: "Enable", exact: true }).click();
}

/** A second browser with the same session, for what two people do at once. Close its context at the end. */
export async function otherBrowser(page: Page): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error("the page has no browser");
  const baseURL = new URL(page.url()).origin;
  const context = await browser.newContext({ baseURL, javaScriptEnabled: hasScripts() });
  await context.addCookies(await page.context().cookies());
  return context.newPage();
}

/** What a form says when somebody else saved since it was opened. */
export const conflictOn = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "You changed this in another tab" });
