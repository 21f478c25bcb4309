import { mailTo } from "./support/mail";
import { demoPassword, expect, expectAccessible, expectNoOverflow, fillSignIn, test } from "./support/test";

test("MFA-10 a mail reports a sign-in from a new browser, and its link ends all sessions and requires a new password", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = "olga.shcherbakov27@acme.example";
  await fillSignIn(page, email);
  await expect(page).toHaveURL(/\/region\//);
  const other = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  await fillSignIn(other, email);
  await expect(other).toHaveURL(/\/region\//);
  const mail = await mailTo(page, email);
  expect(mail.subject).toBe("New sign-in to your account");
  const { pathname, search } = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? "");

  await page.goto(pathname + search);
  await expect(page.getByRole("heading", { name: "Was this not you?" })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "the link");
  await expectAccessible(page, "the link");
  // Opening the link changed nothing.
  await other.goto("/");
  await expect(other).toHaveURL(/\/region\//);
  await page.getByRole("button", { name: "This was not me" }).click();
  await expect(page).toHaveURL(/\/resetPassword/);
  await expect(page.getByText("You have been signed out everywhere.")).toBeVisible();
  await other.goto("/");
  await expect(other).toHaveURL(/\/login/);
  await fillSignIn(other, email);
  await expect(other.getByText("Please check that your email and password are correct.")).toBeVisible();
  await other.context().close();

  const fresh = `${demoPassword}2`;
  await page.getByLabel("New password", { exact: true }).fill(fresh);
  await page.getByLabel("Repeat the new password").fill(fresh);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password has been updated. Please log in.")).toBeVisible();
  await fillSignIn(page, email, fresh);
  await expect(page).toHaveURL(/\/region\//);

  await page.goto(pathname + search);
  await expect(page.getByText("This link no longer works.")).toBeVisible();
  await page.getByRole("link", { name: "Set a new password" }).click();
  await expect(page).toHaveURL(/\/forgetPassword/);
});
