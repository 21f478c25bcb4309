import { basePathOf, demoPassword, expect, expectAccessible, expectNoOverflow, test } from "./support/test";

test("MFA-09 a passkey is added, signed in with, and removed @js", async ({ page, baseURL }) => {
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
  const signIn = async () => {
    await page.goto(new URL("/login", origin).href);
    await page.getByLabel("Email").fill("ngocanh.nguyen16@acme.example");
    await page.getByLabel("Password", { exact: true }).fill(demoPassword);
    await page.getByRole("button", { name: "Log In" }).click();
  };
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

  await page.context().clearCookies();
  await signIn();
  await expect(page.getByText("Use your passkey for")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a code by email" })).toBeVisible();
  await expectAccessible(page, "a passkey at the sign-in");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith("/region/"));

  await page.goto(passkeys);
  await expect(page.getByText("Never")).toHaveCount(0);
  await page.getByText("Remove “Work laptop”").click();
  await page.locator("details[open]").getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("The passkey has been removed.")).toBeVisible();
});
