import type { Page } from "@playwright/test";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { selfSigned } from "../../regional-api/demo-idp/certificate";
import { accountNameOf, enableUntested, expectAccessible, hasScripts, newCustomer } from "./support/settings";
import { expect, people, test } from "./support/test";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const certificateOf = (name: string) =>
  selfSigned(privateKey, name, Date.now() - 1000, 365 * 24 * 3600_000).toString("base64");
const fingerprintOf = (base64: string) => new X509Certificate(Buffer.from(base64, "base64")).fingerprint256;

const metadataOf = (name: string, certificate: string) =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://${name}.example/saml"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://${name}.example/sso"/></IDPSSODescriptor></EntityDescriptor>`;

test("SSO-62 SSO-63 SSO-64 metadata fills in the form, next to the stored values, and saves nothing @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const [first, second] = ["First", "Second"].map(certificateOf) as [string, string];
  const base = await newCustomer(page, await signIn(people.staff), unique("Metadata"));
  const read = page.getByRole("button", { name: "Read metadata" });
  await page.goto(`${base}/settings/sso`);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expectAccessible(page, "import");
  await page.getByLabel("Metadata as text").fill("<html/>");
  await read.click();
  await expect(
    page.getByText("This is not SAML 2.0 metadata, or it is not plain XML.").first(),
  ).toBeVisible();

  await page.getByLabel("Metadata as text").fill(` \r\n${metadataOf("one", first)}\n`);
  await read.click();
  await expect(page.getByText(fingerprintOf(first))).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Login URL" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Name ID format" }).uncheck();
  await expectAccessible(page, "found");
  await page.getByRole("button", { name: "Take over into the form" }).click();
  await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
  await expect(page.getByLabel("Login URL")).toHaveValue("https://one.example/sso");
  await expect(page.getByLabel("Public certificate (Base64)")).toHaveValue(first);
  await expect(page.getByLabel("Issuer")).toHaveValue("https://one.example/saml");
  await expect(page.getByLabel("Name ID format")).toHaveValue("EMAIL");
  await page.goto(`${base}/settings/sso`);
  await expect(page.getByText("Single Sign-On is not set up")).toBeVisible();

  // A file with two providers, one of them selected; then the next certificate next to the stored one.
  const chosen = async (certificate: string, at: "one" | "two") => {
    await page.goto(`${base}/settings/sso/import`);
    await page.getByLabel("File").setInputFiles({
      name: "metadata.xml",
      mimeType: "text/xml",
      buffer: Buffer.from(
        `\uFEFF<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${metadataOf("two", certificate)}${metadataOf("one", certificate)}</EntitiesDescriptor>`,
      ),
    });
    await read.click();
    await page
      .locator("summary")
      .filter({ hasText: `https://${at}.example/saml` })
      .click();
    const own = page.locator("details[open]");
    await own.getByRole("button", { name: "Take over into the form" }).click();
    await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
    await expect(page.getByLabel("Login URL")).toHaveValue(`https://${at}.example/sso`);
  };
  await chosen(first, "one");
  await page.getByRole("button", { name: "Update" }).click();
  await enableUntested(page);
  await expect(page.getByText("SSO configuration updated")).toBeVisible();
  await chosen(second, "one");
  await expect(page.getByLabel("Public certificate (Base64)")).toHaveValue(`${first}\n${second}`);
  await page.getByRole("button", { name: "Update" }).click();
  const saved = page.getByRole("group", { name: "Saved certificates" });
  for (const certificate of [first, second]) await expect(saved).toContainText(fingerprintOf(certificate));
});

/** Signs in at the demo identity provider, where the page was redirected. */
async function answerAs(page: Page, email: string) {
  await expect(page.getByRole("heading", { name: "Demo identity provider" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("First name").fill("Tess");
  await page.getByLabel("Last name").fill("Trial");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  if (!hasScripts()) await page.getByRole("button", { name: "Continue to the console" }).click();
}

test("SSO-65 SSO-66 SSO-67 a test explains errors, returns with the tested values, and once passed no confirmation is needed", async ({
  page,
  signIn,
  unique,
  browser,
  baseURL,
}) => {
  const name = unique("Trial");
  const base = await newCustomer(page, await signIn(people.staff), name);
  await page.goto(`${process.env.API_ADDRESS}/demo-idp`);
  const [idpUrl = "", idpCertificate = ""] = await page
    .locator("textarea")
    .evaluateAll((inputs) => inputs.map((input) => ("value" in input ? String(input.value) : "")));
  const begin = page.getByRole("button", { name: "Test sign-in" });
  const fill = async (certificate: string) => {
    await page.goto(`${base}/settings/sso?setup=1`);
    await page.getByLabel("Login URL").fill(idpUrl);
    await page.getByLabel("Public certificate (Base64)").fill(certificate);
  };
  await fill(certificateOf("Another"));
  await begin.click();
  await answerAs(page, `tess.${accountNameOf(name)}@journey.example`);
  await expect(page.getByText("The test found something wrong")).toBeVisible();
  await expect(page.getByText("None of the public certificates fits the signature.")).toBeVisible();
  await expectAccessible(page, "failed test");

  await fill(idpCertificate);
  await begin.click();
  await answerAs(page, `tess.${accountNameOf(name)}@journey.example`);
  await expect(page.getByText("The test passed")).toBeVisible();
  await expect(page.getByText("No one was signed in, and no account was created.")).toBeVisible();
  await expect(page.getByText("The first login would create this account.")).toBeVisible();
  await expectAccessible(page, "passed test");
  await page.getByRole("button", { name: "Continue with these settings" }).click();
  await expect(page.getByLabel("Login URL")).toHaveValue(idpUrl);
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Single Sign-On is enabled")).toBeVisible();
  await page.goto(`${base}/users?search=tess`);
  await expect(page.getByText(/tess\./)).toHaveCount(0);

  // A test is not a sign-in attempt; a refusal by the identity provider is one.
  await page.goto(`${base}/settings/sso`);
  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await expect(page.getByText("No attempts yet")).toBeVisible();
  const other = await browser.newContext({ baseURL });
  const person = await other.newPage();
  await person.goto("/loginWithSSO");
  await person.getByPlaceholder("Enter your email or Account Name").fill(accountNameOf(name));
  await person.getByRole("button", { name: "Go to Single Sign-On" }).click();
  await expect(person.getByRole("heading", { name: "Demo identity provider" })).toBeVisible();
  await person.getByRole("button", { name: "Cancel" }).click();
  await person.getByRole("button", { name: "Continue to the console" }).click();
  await expect(person).toHaveURL(/loginWithSSO\?redirect=/);
  await other.close();
  await page.goto(`${base}/settings/sso/activity`);
  const row = page.getByRole("row").filter({ hasText: "The identity provider did not let the person in." });
  await expect(row).toContainText("Give the person access to this application at the identity provider.");
  await expectAccessible(page, "activity");
  await page.goto(`${base}/settings/sso/activity?reason=TIME`);
  await expect(row).toHaveCount(0);
});
