/** Locators and steps shared by many journeys. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./test";

/** True in the projects with scripts. */
export const hasScripts = () => test.info().project.use.javaScriptEnabled !== false;

export const main = (page: Page) => page.getByRole("main");
/** The list row with this text. */
export const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
/** The columns of a list, without the selection column. */
export const columns = (page: Page) => page.getByRole("columnheader").filter({ hasNotText: /^Selection$/ });
/** The first button with exactly this name. */
export const button = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true }).first();
/** The page's own heading, which may have more text after the name. */
export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name: new RegExp(`^${name}( |$)`) });
/** Opens a page and waits until scripts have completed it: they add the search fields and results. */
export async function openWhole(page: Page, address: string) {
  await page.goto(address);
  await expect(page.locator("#customer-switcher input[type=search]")).toHaveCount(1);
}
/** A name in the form used in addresses and emails. */
export const slug = (name: string, between = "-") => name.toLowerCase().replace(/[^a-z0-9]+/g, between);
/** Marks the document, to tell a full reload from a client-side navigation. */
export const mark = (page: Page) => page.evaluate(() => void (document.body.dataset.same = "yes"));
