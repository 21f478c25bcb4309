import type { Page } from "@playwright/test";
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

test("MFA-01 MFA-09 a passkey is added, renamed, signed in with, shown to an administrator, and removed @js", async ({
  page,
  browser: engine,
  baseURL,
}) => {
  test.slow();
  // Passkeys do not work for IP addresses, so the console is opened as localhost.
  const origin = new URL(baseURL ?? "");
  origin.hostname = "localhost";
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const email = "ngocanh.nguyen16@acme.example";
  const signIn = (by = page, as = email) => fillSignIn(by, as, demoPassword, new URL("/login", origin).href);
  await signIn();
  await expect(page).toHaveURL((url) => url.pathname.startsWith("/region/"));
  const passkeys = new URL(`${basePathOf(page)}/account/passkeys`, origin).href;
  await page.goto(passkeys);
  await expect(page.getByText("You have no passkey.")).toBeVisible();
  const add = page.getByRole("button", { name: "Add a passkey" });
  await add.click();
  await expect(page.getByRole("link", { name: "Please enter a name" })).toBeVisible();
  await page.getByLabel("Name").fill("Work laptop");
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await add.click();
  await expect(page.getByText("The passkey has been added.")).toBeVisible();
  await expect(page.getByText("Never")).toBeVisible();
  await expectAccessible(page, "passkeys");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "passkeys");
  await page.setViewportSize({ width: 1280, height: 800 });

  // The same device again.
  await page.getByLabel("Name").last().fill("Again");
  await page.getByLabel("Password", { exact: true }).last().fill(demoPassword);
  await add.click();
  await expect(page.getByText("This device has a passkey of your account already.")).toBeVisible();

  const rename = async (by: Page, from: string, to: string) => {
    await by.getByText(`Rename “${from}”`).click();
    await by.locator("details[open]").getByLabel("Name").fill(to);
    await by.getByRole("button", { name: "Rename", exact: true }).click();
  };
  await rename(page, "Work laptop", " ");
  await expect(page.getByRole("link", { name: "Please enter a name" })).toBeVisible();
  await page.locator("details[open]").getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Laptop", exact: true })).toBeVisible();
  const withoutScripts = await engine.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await withoutScripts.newPage();
  await plain.goto(passkeys);
  await rename(plain, "Laptop", "Home laptop");
  await expect(plain.getByText("The passkey has been renamed.")).toBeVisible();
  await expect(plain.getByRole("heading", { name: "Home laptop" })).toBeVisible();
  // Without scripts a passkey cannot be used, and a code by email can.
  await withoutScripts.clearCookies();
  await signIn(plain);
  await expect(plain.getByRole("button", { name: "Send a code by email" })).toBeVisible();
  await expect(plain.getByRole("button", { name: "Use a passkey" })).toBeHidden();

  await withoutScripts.clearCookies();
  await signIn(plain, people.staff);
  await expect(plain).toHaveURL((url) => url.pathname.startsWith("/region/"));
  const listed = new URL(`${basePathOf(page)}/users?secondFactors=PASSKEY&search=ngocanh`, origin);
  await plain.goto(listed.href);
  const row = plain.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Passkey");
  await row.getByRole("link").first().click();
  await expect(plain.getByText("ON; Passkey")).toBeVisible();
  await expect(plain.getByRole("button", { name: "Reset second factors" })).toBeVisible();
  await withoutScripts.close();

  await page.context().clearCookies();
  await signIn();
  await expect(page.getByText("Use your passkey for")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a code by email" })).toBeVisible();
  await expectAccessible(page, "a passkey at the sign-in");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith("/region/"));

  await page.goto(passkeys);
  await expect(page.getByText("Never")).toHaveCount(0);
  await page.getByText("Remove “Home laptop”").click();
  await page.locator("details[open]").getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("The passkey has been removed.")).toBeVisible();
});
