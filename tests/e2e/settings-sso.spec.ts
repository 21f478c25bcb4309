import { generateKeyPairSync, X509Certificate } from "node:crypto";
import type { Page } from "@playwright/test";
import { selfSigned } from "../../regional-api/demo-idp/certificate";
import {
  accountNameOf,
  displayNameOf,
  enableUntested,
  expectAccessible,
  newCustomer,
} from "./support/settings";
import { expect, people, test } from "./support/test";

const day = 24 * 3600_000;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
/** A certificate that expires in this number of days, as Base64. */
const ending = (days: number) =>
  selfSigned(privateKey, "Identity provider", Date.now() - 90 * day, (90 + days) * day).toString("base64");
const rightCertificate = ending(365);

const update = (page: Page) => page.getByRole("button", { name: "Update" });
const loginUrl = (page: Page) => page.getByLabel("Login URL");
const certificate = (page: Page) => page.getByLabel("Public certificate (Base64)");
const enable = (page: Page) => page.getByRole("switch");

async function fill(page: Page, values: { loginUrl?: string; certificate?: string } = {}) {
  await loginUrl(page).fill(values.loginUrl ?? "https://idp.example/login");
  await certificate(page).fill(values.certificate ?? rightCertificate);
}

test("SSO-01 SSO-02 SSO-04 SSO-05 SSO-06 SSO-07 SSO-11 SSO-20 SSO-21 SSO-25 SSO-32 SSO-37 single sign-on is set up, disabled and enabled again @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const name = unique("Single");
  const base = await newCustomer(page, await signIn(people.staff), name);
  await page.goto(`${base}/groups/create`);
  await page.getByLabel("Group name").fill("Only group");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("User group created.")).toBeVisible();
  await page.goto(`${base}/settings/sso?domain=edge`);
  await expect(
    page.getByRole("heading", { level: 2, name: `Edge SSO ${displayNameOf(name)}` }),
  ).toBeVisible();
  await expect(page.getByText("Single Sign-On is not set up")).toBeVisible();
  await expect(update(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Set up Single Sign-On" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    `Edge SSO ${displayNameOf(name)}`,
    "Certificate info",
    "SAML configuration",
    "Enable SSO",
  ]);
  const addresses = await Promise.all(
    ["Metadata URL", "Entity ID", "Assertion Url"].map((label) =>
      page.getByRole("textbox", { name: label }).inputValue(),
    ),
  );
  expect(new Set(addresses.map((address) => new URL(address).href)).size).toBe(3);
  for (const key of ["firstName", "lastName", "email"]) {
    await expect(page.getByRole("textbox", { name: key, exact: true })).toHaveValue(key);
  }
  await expect(page.getByLabel("User provisioning mode")).toHaveValue("In-time");
  await expect(page.getByLabel("Account Name")).toHaveValue(accountNameOf(name));
  await expect(page.getByLabel("Account Name")).toHaveAttribute("readonly");
  await expect(enable(page)).toBeChecked();
  await expectAccessible(page, "set-up form");

  await fill(page, { certificate: `  ${rightCertificate}\n` });
  await page.getByLabel("Logout URL").fill("https://idp.example/logout");
  const group = page.getByRole("group", { name: "Default user groups" }).getByLabel(/^Only group/);
  await group.check();
  await update(page).click();
  await enableUntested(page);
  await expect(page.getByText("SSO configuration updated")).toBeVisible();
  await expect(page.getByText("Single Sign-On is enabled")).toBeVisible();
  await page.goto(`${base}/settings/sso`);
  await expect(group).toBeChecked();
  await expect(page.getByRole("link", { name: "Set up Single Sign-On" })).toHaveCount(0);
  await expect(loginUrl(page)).toHaveValue("https://idp.example/login");
  await expect(certificate(page)).toHaveValue(rightCertificate);
  await expect(page.getByRole("group", { name: "Saved certificates" })).toContainText(
    new X509Certificate(Buffer.from(rightCertificate, "base64")).fingerprint256,
  );
  await expect(page.getByLabel("Logout URL")).toHaveValue("");
  await expect(page.getByRole("heading", { level: 2 }).first().locator("+ p")).toContainText(/^Set up on /);

  await enable(page).uncheck();
  await update(page).click();
  const dialog = page.getByRole("dialog", { name: `Disable Single Sign-On for ${displayNameOf(name)}?` });
  await expect(dialog).toContainText(
    "Disabling SSO will result in users being unable to access the platform via this login option, but your data will remain.",
  );
  await expect(dialog).toContainText("Are you sure to disable the SSO?");
  await expectAccessible(page, "disable question");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(enable(page)).not.toBeChecked();
  await expect(page.getByText("Single Sign-On is enabled")).toBeVisible();
  await update(page).click();
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Single Sign-On is disabled")).toBeVisible();
  await expect(enable(page)).not.toBeChecked();

  await enable(page).check();
  await update(page).click();
  await enableUntested(page);
  await expect(page.getByText("Single Sign-On is enabled")).toBeVisible();
  await expect(page.getByText("No default user group is left")).toHaveCount(0);
  await page.goto(`${base}/groups`);
  await page.getByRole("checkbox", { name: "Only group" }).check();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("1 group has been archived.")).toBeVisible();
  await page.goto(`${base}/settings/sso`);
  await expect(page.getByText("No default user group is left")).toBeVisible();
});

test("SSO-22 SSO-53 AUTH-78 people sign in with the saved settings, are counted and signed out, and are refused once it is off", async ({
  page,
  signIn,
  unique,
  browser,
  baseURL,
}) => {
  const name = unique("Identity");
  const base = await newCustomer(page, await signIn(people.staff), name);
  await setUpDemoProvider(page, base);
  await expect(page.getByText("Saved certificate: Demo identity provider")).toBeVisible();

  const other = await browser.newContext({ baseURL });
  const person = await other.newPage();
  await signOn(person, name, "Sam");
  // In-time created the account; without a default group it has no rights here.
  await expect(person.getByText("Nothing to see here")).toBeVisible();
  await expect(person.getByText("Sam Signon").first()).toBeAttached();

  // Users who signed in through the provider are counted first, then signed out.
  const warning = "1 person who is signed in with Single Sign-On is signed out at once.";
  const dialog = page.getByRole("dialog");
  const address = await loginUrl(page).inputValue();
  await loginUrl(page).fill(`${address}?tenant=2`);
  await update(page).click();
  await expect(dialog).toContainText(`Replace the identity provider of ${displayNameOf(name)}?`);
  await expect(dialog).toContainText(warning);
  await expectAccessible(page, "replace question");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await loginUrl(page).fill(address);
  await enable(page).uncheck();
  await update(page).click();
  await expect(dialog).toContainText(warning);
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Single Sign-On is disabled")).toBeVisible();
  await person.goto(base);
  await expect(person).toHaveURL(/\/login\?/);
  await expect(person.getByText("Your session is expired!")).toBeVisible();
  await beginSignOn(person, name);
  await expect(person.getByText("SSO Not Enabled", { exact: true })).toBeVisible();
  await expect(person.getByText("Please contact support to enable SSO.")).toBeVisible();
  await other.close();
});

/** Sets up the values an administrator copies from the demo identity provider. */
async function setUpDemoProvider(page: Page, base: string) {
  await page.goto(`${process.env.API_ADDRESS}/demo-idp`);
  const [idpUrl = "", idpCertificate = ""] = await page.locator("textarea").evaluateAll(valuesOf);
  await page.goto(`${base}/settings/sso?setup=1`);
  await fill(page, { loginUrl: idpUrl, certificate: idpCertificate });
  await update(page).click();
  await enableUntested(page);
  await expect(page.getByText("Single Sign-On is enabled")).toBeVisible();
}

async function beginSignOn(person: Page, name: string) {
  await person.goto("/loginWithSSO");
  await person.getByPlaceholder("Enter your email or Account Name").fill(accountNameOf(name));
  await person.getByRole("button", { name: "Go to Single Sign-On" }).click();
}

async function signOn(person: Page, name: string, firstName: string) {
  await beginSignOn(person, name);
  await person.getByLabel("Email").fill(`${firstName}.${accountNameOf(name)}@journey.example`);
  await person.getByLabel("First name").fill(firstName);
  await person.getByLabel("Last name").fill("Signon");
  await person.getByRole("button", { name: "Continue", exact: true }).click();
  await person.getByRole("button", { name: "Continue to the console" }).click();
}

const valuesOf = (inputs: (HTMLElement | SVGElement)[]) =>
  inputs.map((input) => ("value" in input ? String(input.value) : ""));

test("SSO-08 SSO-18 SSO-19 values can be copied; Update waits for errors, and the first invalid field gets the focus @js", async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings/sso?setup=1`);
  // Each names the value it copies.
  await expect(page.getByRole("button", { name: /^Copy / })).toHaveCount(6);
  await page.getByRole("button", { name: "Copy Metadata URL" }).click();
  await expect(page.getByText("Copied").first()).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.getByRole("textbox", { name: "Metadata URL" }).inputValue(),
  );
  await update(page).click();
  await expect(loginUrl(page)).toBeFocused();
  await expect(loginUrl(page)).toBeInViewport();
  await expect(update(page)).toBeDisabled();
  await fill(page);
  await expect(update(page)).toBeEnabled();
});

test("SSO-39 an invalid certificate is refused next to the field; an expired or expiring one is saved with a warning", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Certificate"));
  await page.goto(`${base}/settings/sso?setup=1`);
  // Before set-up there is no date to show.
  await expect(page.getByRole("heading", { level: 2 }).first().locator("+ p")).toHaveCount(0);
  await fill(page, { certificate: "MIIB" });
  await update(page).click();
  await expect(certificate(page)).toHaveAttribute("aria-invalid", "true");
  await expect(certificate(page)).toHaveAccessibleDescription(/This cannot be read as a certificate/);
  await expect(certificate(page)).toHaveValue("MIIB");
  await expect(page.getByText("Single Sign-On is not set up")).toBeVisible();
  await expectAccessible(page, "unreadable certificate");

  await fill(page, { certificate: ending(-1) });
  await update(page).click();
  await enableUntested(page);
  await expect(page.getByText("SSO configuration updated")).toBeVisible();
  await expect(page.getByText("The certificate has expired. Sign-in still works with it")).toBeVisible();
  await expect(page.getByText("The saved certificate (Identity provider) is no longer valid.")).toBeVisible();
  await page.goto(`${base}/settings/overview`);
  await expect(page.getByText("The certificate has expired.")).toBeVisible();

  await page.goto(`${base}/settings/sso`);
  await certificate(page).fill(ending(20));
  await update(page).click();
  await expect(page.getByText("The certificate expires within 30 days. Please replace it")).toBeVisible();
  await expect(
    page.getByText("The saved certificate (Identity provider) expires within 30 days"),
  ).toBeVisible();
  await page.goto(`${base}/settings/overview`);
  await expect(page.getByText("The certificate expires within 30 days.")).toBeVisible();
});
