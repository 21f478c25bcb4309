import type { Page } from "@playwright/test";
import { codeOf } from "./support/authenticator-app";
import { codeIn, mailTo } from "./support/mail";
import {
  basePathOf,
  demoPassword,
  expect,
  expectAccessible,
  expectNoOverflow,
  fillSignIn,
  people,
  test,
} from "./support/test";

// Each project changes its own account.
const accounts: Record<string, string> = {
  js: "dmitry.koval26@acme.example",
  "no-js": "aroha.faasavalu18@acme.example",
};

const signOut = (page: Page) => page.context().clearCookies({ name: "edge-session" });

async function enter(page: Page, code: string) {
  await page.getByLabel("Code", { exact: true }).fill(code);
  // With scripts the sixth digit sends it.
  if (test.info().project.name !== "js") await page.getByRole("button", { name: "Verify" }).click();
}

test("MFA-02 MFA-03 MFA-04 an authenticator app: set up, signed in with, new recovery codes, removed @twice", async ({
  page,
}, { project }) => {
  test.slow();
  const email = accounts[project.name] ?? "";
  await fillSignIn(page, email);
  await expect(page).toHaveURL(/\/region\//);
  const base = basePathOf(page);
  await page.goto(`${base}/account`);
  await page.getByRole("link", { name: "Authenticator app" }).click();
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expectAccessible(page, "setting up an app");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "setting up an app at 360 px");
  await page.setViewportSize({ width: 1280, height: 800 });
  const shown = (await page.locator(".authenticator-key").textContent()) ?? "";
  expect(shown).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const key = shown.replaceAll(" ", "");

  await page.getByRole("button", { name: "Add the app" }).click();
  await expect(page.getByRole("link", { name: "Please enter the code" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Please enter your password" })).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key, 5));
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Add the app" }).click();
  await expect(
    page.getByRole("link", { name: "Oops, please make sure to enter the correct code." }),
  ).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key));
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Add the app" }).click();

  const codes = page.locator(".recovery-codes li");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page, "recovery codes");
  const [first = "", misplaced = "", second = ""] = await codes.allTextContents();
  const file = await page.getByRole("link", { name: "Save as a file" }).getAttribute("href");
  expect(decodeURIComponent(file ?? "")).toContain(first);
  expect(await page.content()).not.toContain(key);
  await page.getByRole("link", { name: "I have saved them" }).click();
  // They are never shown again.
  await expect(page.getByText("Recovery codes left")).toBeVisible();
  await expect(page.getByText(first)).toHaveCount(0);

  await signOut(page);
  await fillSignIn(page, email);
  await expect(page.getByText("Enter the six-digit code that your authenticator app shows")).toBeVisible();
  await expectAccessible(page, "the code of an app");
  await enter(page, codeOf(key, 1));
  await expect(page).toHaveURL(/\/region\//);

  await signOut(page);
  await fillSignIn(page, email);
  await page.getByText("Use a recovery code").click();
  await page.getByLabel("Recovery code", { exact: true }).fill(` ${first.toUpperCase()} `);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/region\//);

  await signOut(page);
  await fillSignIn(page, email);
  await page.getByLabel("Code", { exact: true }).fill(`2. ${misplaced}`);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/region\//);

  await signOut(page);
  await fillSignIn(page, email);
  await page.getByRole("button", { name: "Send a code by email" }).click();
  await expect(page.getByText("A new code has been sent to your email.")).toBeVisible();
  await enter(page, codeIn(await mailTo(page, email)));
  await expect(page).toHaveURL(/\/region\//);

  await page.goto(`${base}/account/authenticator/codes`);
  await expect(page.getByText("8 recovery codes are left.")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(second);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expect(codes).toHaveCount(10);
  const [third = ""] = await codes.allTextContents();
  await page.goto(`${base}/account/authenticator`);
  await page.getByLabel("Code", { exact: true }).fill(third);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Remove the app" }).click();
  await expect(page.getByText("The authenticator app has been removed.")).toBeVisible();
  await signOut(page);
  await fillSignIn(page, email);
  await expect(page).toHaveURL(/\/region\//);
});

test("MFA-01 MFA-07 multi-factor is turned on for many users and off for one, and a lost app is reset", async ({
  page,
}, { project }) => {
  test.slow();
  const person =
    project.name === "js" ? "soren.gudmundsdottir17@acme.example" : "mereana.tuilagi15@acme.example";
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/region\//);
  const base = basePathOf(page);
  await page.goto(`${base}/account/authenticator`);
  await page.getByRole("button", { name: "Set up" }).click();
  const key = ((await page.locator(".authenticator-key").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key));
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Add the app" }).click();
  await expect(page.locator(".recovery-codes li")).toHaveCount(10);
  await signOut(page);

  await fillSignIn(page, people.customerAdmin);
  await expect(page).toHaveURL(/\/region\//);
  await page.goto(`${base}/users?secondFactors=APP&search=${encodeURIComponent(person)}`);
  const row = page.getByRole("row").filter({ hasText: person });
  await expect(row).toContainText("App");
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Turn multi-factor on" }).click();
  await expect(page.getByText("Multi-factor is on for 1 user.")).toBeVisible();
  await row.getByRole("link").first().click();
  await expect(page.getByText("ON; Authenticator app")).toBeVisible();

  const reset = page.getByRole("button", { name: "Reset second factors" });
  await reset.click();
  await expect(page.getByText("Please enter a reason").first()).toBeVisible();
  await page.getByLabel("Reason").fill("Lost the phone");
  await reset.click();
  await expect(page.getByText(/^Reset the second factors of .+\?$/)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Reset second factors" }).click();
  await expect(page.getByText("The second factors have been reset.")).toBeVisible();
  expect((await mailTo(page, person)).text).toContain("Lost the phone");

  // The setting stays: a code by email is required from now on.
  await expect(page.getByText("ON; Email")).toBeVisible();
  await page.getByRole("button", { name: "Turn multi-factor off" }).click();
  await expect(page.getByText("Multi-factor is off for 1 user.")).toBeVisible();
  await expect(page.getByText("OFF", { exact: true })).toBeVisible();
});
