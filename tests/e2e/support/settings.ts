import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible as expectAccessibleWithScripts, test } from "./test";

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Makes a customer that no other test knows, and gives its base path. Whoever is signed in may create customers. */
export async function newCustomer(page: Page, base: string, name: string): Promise<string> {
  await page.goto(`${base}/customers/create`);
  await page.getByLabel("Organisation").selectOption({ label: "Acme Group" });
  await page.getByLabel("Account name").fill(slug(name));
  await page.getByLabel("Display name").fill(name);
  await page.getByLabel("Region").selectOption({ label: "Asia Pacific (Sydney)" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Customer created successfully.")).toBeVisible();
  const link = page.getByRole("row").filter({ hasText: name }).getByRole("link", { name });
  const href = (await link.getAttribute("href")) ?? "";
  return href.replace(/\/settings\/.*$/, "");
}

/** The account name of a customer made by `newCustomer`. */
export const accountNameOf = slug;

export const hasScripts = () => test.info().project.name !== "no-js";

/** axe is a script itself: without scripts there is nothing to run it. */
export async function expectAccessible(page: Page, what: string) {
  if (hasScripts()) await expectAccessibleWithScripts(page, what);
}

/** Presses the button of a form with errors; scripts may have found them already and hold it back. */
export async function tryToSave(button: Locator) {
  await button.page().locator(":focus").blur();
  if (await button.isEnabled()) await button.click();
}
