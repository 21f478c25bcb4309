import type { Page } from "@playwright/test";
import { codeOf } from "./support/authenticator-app";
import { codeIn, mailTo } from "./support/mail";
import { basePathOf, demoPassword, expect, expectAccessible, fillSignIn, people, test } from "./support/test";

const shownKey = async (page: Page) =>
  ((await page.locator(".authenticator-key").textContent()) ?? "").replaceAll(" ", "");

/** The email and password of a new administrator, in a new group. */
async function newAdministrator(page: Page, base: string, stem: string) {
  await page.goto(`${base}/groups/create`);
  await page.getByLabel("Group name").fill(stem);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).not.toHaveURL(/\/create$/);
  const email = `${stem.toLowerCase().replaceAll(/[^a-z\d]+/g, ".")}@policy.example`;
  await page.goto(`${base}/users/create`);
  await page.getByLabel("First name").fill("Polly");
  await page.getByLabel("Last name").fill(stem);
  await page.getByLabel("Email", { exact: true }).fill(email);
  for (const group of ["Customer Admins", stem]) await page.getByRole("checkbox", { name: group }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/users$/);
  const temporary = /Temporary password: (\S+)/.exec((await mailTo(page, email)).text)?.[1] ?? "";
  await page.context().clearCookies();
  await fillSignIn(page, email, temporary);
  await expect(page).toHaveURL(/\/resetPassword/);
  const password = `${demoPassword}2`;
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Repeat the new password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password has been updated. Please log in.")).toBeVisible();
  return { email, password };
}

async function addApp(page: Page, password: string) {
  await page.getByRole("button", { name: "Set up" }).click();
  const key = await shownKey(page);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Add the app" }).click();
  const code = (await page.locator(".recovery-codes li").first().textContent()) ?? "";
  return { key, code };
}

test("MFA-06 requires an app for a group from today: the count of those without, and a sign-in that leads to the set-up", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.customerAdmin);
  const group = unique("Asked");
  const { email, password } = await newAdministrator(page, base, group);
  await fillSignIn(page, email, password);
  await expect(page).toHaveURL(/\/region\//);
  expect(basePathOf(page)).toBe(base);

  const settings = `${base}/settings/sign-in`;
  await page.goto(settings);
  await expect(page.getByText("Nobody has to use an authenticator app")).toBeVisible();
  await page.getByRole("link", { name: "Authenticator app" }).click();
  const { code: recovery } = await addApp(page, password);

  await page.goto(settings);
  await expect(page.getByText("Set up your own authenticator app first")).toHaveCount(0);
  await page.getByLabel("Members of chosen user groups").check();
  const save = page.getByRole("button", { name: "Save" });
  await page.getByRole("checkbox", { name: group }).check();
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await save.click();
  await expect(page.getByText("Please choose today or a later day").first()).toBeVisible();
  await page.getByLabel("From", { exact: true }).fill(new Date().toISOString().slice(0, 10));
  await save.click();
  await expect(page.getByText("The sign-in settings have been saved.")).toBeVisible();
  await expect(page.getByText(/An authenticator app has been required since/)).toBeVisible();
  await expect(page.getByText("Everyone who must use one has set it up.")).toBeVisible();
  await expectAccessible(page, "the policy");

  // Without the app they are in the count, and in the list that it links to.
  await page.goto(`${base}/account/authenticator`);
  await page.getByLabel("Code", { exact: true }).fill(recovery);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Remove the app" }).click();
  await expect(page.getByText("The authenticator app has been removed.")).toBeVisible();
  await page.goto(settings);
  await expect(page.getByText("1 person has not set one up yet.")).toBeVisible();
  await page.getByRole("link", { name: "Show them" }).click();
  await expect(page.locator("tbody").getByRole("row")).toHaveCount(1);
  await expect(page.locator("tbody").getByRole("row")).toContainText(email);

  await page.context().clearCookies();
  await fillSignIn(page, email, password);
  await expect(page.getByText("We sent a six-digit code to")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(codeIn(await mailTo(page, email)));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("heading", { name: "Set up an authenticator app" })).toBeVisible();
  await expectAccessible(page, "setting the app up");
  // No other address opens, and the step is still there afterwards.
  for (const path of ["", "/users", "/account", "/account/authenticator", "/settings/sign-in"]) {
    await page.goto(`${base}${path}`);
    await expect(page, path).toHaveURL(/\/login/);
    await expect(page.getByRole("heading", { name: "Set up an authenticator app" })).toBeVisible();
  }
  const key = await shownKey(page);
  const add = page.getByRole("button", { name: "Add the app" });
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key, 5));
  await add.click();
  await expect(
    page.getByRole("link", { name: "Oops, please make sure to enter the correct code." }),
  ).toBeVisible();
  expect(await shownKey(page)).toBe(key);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key));
  await add.click();
  await expect(page.locator(".recovery-codes li")).toHaveCount(10);
  await expectAccessible(page, "the recovery codes");
  await page.getByRole("link", { name: "I have saved them" }).click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith(base));

  await page.context().clearCookies();
  await fillSignIn(page, email, password);
  await expect(page.getByText("Enter the six-digit code that your authenticator app shows")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a code by email" })).toHaveCount(0);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key, 1));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/region\//);
  await page.goto(settings);
  await page.getByLabel("Nobody").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Nobody has to use an authenticator app")).toBeVisible();
});
