/** What many journeys look for and do. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./test";

/** Whether the journey runs with scripts. */
export const hasScripts = () => test.info().project.use.javaScriptEnabled !== false;

export const main = (page: Page) => page.getByRole("main");
/** The row of a list that has this text. */
export const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
/** The columns of a list, but for that of the boxes. */
export const columns = (page: Page) => page.getByRole("columnheader").filter({ hasNotText: /^Selection$/ });
/** The first button that is called just so. */
export const button = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true }).first();
/** The page's own heading, before what may stand behind it. */
export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name: new RegExp(`^${name}( |$)`) });
/** Search fields and what is found are there with scripts alone: then the page is whole. */
export async function openWhole(page: Page, address: string) {
  await page.goto(address);
  await expect(page.locator("#customer-switcher input[type=search]")).toHaveCount(1);
}
/** A name as part of an address or an email. */
export const slug = (name: string, between = "-") => name.toLowerCase().replace(/[^a-z0-9]+/g, between);
/** Marks the document, so that a whole new one can be told. */
export const mark = (page: Page) => page.evaluate(() => void (document.body.dataset.same = "yes"));
