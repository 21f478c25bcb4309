import { main } from "./support/kit";
import { mailTo } from "./support/mail";
import { expectAccessible } from "./support/settings";
import { expect, people, test } from "./support/test";

test("USER-140 SHELL-108 AUTH-124 a person changes their own name, preferences and password on one page @twice", async ({
  page,
  signIn,
  unique,
}) => {
  // May change nothing of the customer's.
  const base = await signIn(people.auditor);
  await page.goto(`${base}/account`);
  await expectAccessible(page, "the account");
  await page.getByLabel("First name").fill(" ");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByLabel("First name")).toHaveAccessibleDescription("Please enter your first name");
  await expect(page.getByLabel("Last name")).not.toHaveValue("");
  const name = unique("Aude");
  await page.getByLabel("First name").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Your account is updated.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^User menu/ })).toHaveAccessibleName(new RegExp(name));

  const root = page.locator("html");
  await main(page).getByLabel("Appearance").selectOption("Dark");
  await main(page).getByLabel("Time zone").selectOption("UTC");
  await page.getByRole("button", { name: "Save preferences" }).click();
  await expect(page.getByText("Your preferences are saved.")).toBeVisible();
  await expect(root).toHaveAttribute("data-appearance", "dark");
  await expect(page.getByText("Times are in UTC.")).toBeVisible();
  await expect(main(page).getByLabel("Time zone")).toHaveValue("UTC");

  await page.getByRole("button", { name: "Email me a link to change it" }).click();
  await expect(page.getByText(`has been sent to ${people.auditor}`)).toBeVisible();
  expect((await mailTo(page, people.auditor)).text).toContain("/resetPassword?");
});
