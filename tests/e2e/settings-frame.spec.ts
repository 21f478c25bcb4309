import { expectAccessible, expectContrast } from "./support/settings";
import { expect, expectNoOverflow, people, test } from "./support/test";

const labels = [
  "Overview",
  "Branding",
  "Notifications",
  "Single Sign-On",
  "Sign-in",
  "Decline Reasons",
  "Compliance",
  "ATS Integration",
  "SMS",
  "Email Domain",
];

// After its label an entry shows the state of its page.
const startingWith = (label: string) => new RegExp(`^${label}( |$)`);

test("SET-01 SET-02 SET-03 the header names the customer and the tabs are in order", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  // Searched by name, so that customers of other tests do not push it off the page.
  await page.goto(`${base}/customers?sort=displayName&order=asc`);
  await page.getByRole("row").filter({ hasText: "Acme Retail" }).getByRole("link").click();
  await expect(page).toHaveURL((url) => url.pathname === `${base}/settings/overview`);
  await expect(page.getByRole("heading", { level: 1, name: "Customer Settings" })).toBeVisible();
  await expect(page).toHaveTitle(/Customer Settings/);
  const header = page.getByRole("main").locator("header");
  await expect(header).toContainText("Acme Retail");
  await expect(header).toContainText(/Created \d{2} [A-Z][a-z]{2} \d{4}/);
  const tabs = page.getByRole("navigation", { name: "Customer settings" }).getByRole("link");
  await expect(tabs).toHaveText(labels.map(startingWith));
  await expect(tabs.first()).toHaveAttribute("aria-current", "page");

  await expect(page.getByRole("main").locator("dl")).toContainText("Asia Pacific (Sydney)");
  const facts = await page.getByRole("main").locator("dl").innerText();
  expect(facts.split(/\n+/)).toEqual([
    "Organisation",
    "Acme Group",
    "Display Name",
    "Acme Retail",
    "Account Name",
    "acme-retail",
    "Region",
    "Asia Pacific (Sydney)",
  ]);
  await expectAccessible(page, "overview");
  await header.getByRole("link", { name: "Customers" }).click();
  // The list with its previous state (GEN-31).
  await expect(page).toHaveURL(`${base}/customers?sort=displayName&order=asc`);
});

test("SET-40 each card of the overview states one fact and is a link as a whole @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings/overview`);
  const card = (name: string) =>
    page
      .getByRole("main")
      .locator(".overview-card")
      .filter({ has: page.getByRole("link", { name, exact: true }) });
  await expect(card("Branding")).toContainText("Acme Careers");
  await expect(card("Notifications")).toContainText(/\d of 5 emails to users are turned on\./);
  await expect(card("Single Sign-On")).toContainText("People sign in with a password.");
  await expect(card("Sign-in")).toContainText(/authenticator app/);
  await expect(card("Decline Reasons")).toContainText(/reason/);
  await expect(card("Compliance")).toContainText("Personal data is kept for 18 months.");
  await expect(card("ATS Integration")).toContainText("People Flow");
  await expect(card("SMS")).toContainText(/[\d,]+ of [\d,]+ purchased SMS credits left/);
  await expect(card("Email Domain")).toContainText("careers@acme.example");
  // At the card's edge, away from its text.
  await card("Compliance").click({ position: { x: 6, y: 60 } });
  await expect(page).toHaveURL(`${base}/settings/compliance`);
});

test("SET-41 on a phone the settings fold into the open one's name", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${base}/settings/compliance`);
  const settings = page.getByRole("navigation", { name: "Customer settings" });
  await expect(settings).toBeHidden();
  await page.getByText("Customer settings: Compliance").click();
  await settings.getByRole("link", { name: "SMS" }).click();
  await expect(page).toHaveURL(`${base}/settings/sms`);
  await expect(settings).toBeHidden();
});

test("SET-06 SET-07 SET-08 addresses of the tabs", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings`);
  await expect(page).toHaveURL(`${base}/settings/overview`);
  expect((await page.goto(`${base}/settings/unknown`))?.status()).toBe(404);
  await page.goBack();
  const tabs = page.getByRole("navigation", { name: "Customer settings" });
  await expect(tabs.getByRole("link", { name: "Notifications" })).toHaveAttribute(
    "href",
    `${base}/settings/notification?language=default`,
  );
  await tabs.getByRole("link", { name: "Single Sign-On" }).click();
  await expect(page).toHaveURL(`${base}/settings/sso?domain=edge`);
  await tabs.getByRole("link", { name: "Compliance" }).click();
  await expect(page).toHaveURL(`${base}/settings/compliance`);
  await page.goBack();
  await expect(page).toHaveURL(`${base}/settings/sso?domain=edge`);
  await page.reload();
  await expect(tabs.getByRole("link", { name: "Single Sign-On" })).toHaveAttribute("aria-current", "page");

  for (const search of ["", "?domain=other"]) {
    await page.goto(`${base}/settings/sso${search}`);
    await expect(page.getByText("Single Sign-On is not set up")).toBeVisible();
  }
});

test("SET-03 GEN-120 every tab fits a phone, in light and dark mode, aligns on wide windows, and passes axe @js @all", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.american);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const tab of [
    "overview",
    "sso?setup=1",
    "sign-in",
    "decline-reasons",
    "compliance",
    "email-domain",
    "sms",
  ]) {
    await page.goto(`${base}/settings/${tab}`);
    await expect(page.getByRole("heading", { level: 1, name: "Customer Settings" })).toBeVisible();
    await expectNoOverflow(page, tab);
    await expectAccessible(page, `${tab} in light`);
    // Only the colours differ in dark mode.
    await page.emulateMedia({ colorScheme: "dark" });
    await expectContrast(page, `${tab} in the dark`);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1600, height: 740 });
    const edges = await page
      .locator(".side-tabs :is(.card, .callout, .form-section-fields):not(.overview-card)")
      .evaluateAll((parts) =>
        parts
          .filter((part) => !part.parentElement?.closest(".card, .form-section-fields"))
          .map((part) => part.getBoundingClientRect().right),
      );
    expect(new Set(edges).size, `right edges of ${tab}: ${edges.join()}`).toBeLessThanOrEqual(1);
    await page.setViewportSize({ width: 360, height: 740 });
  }
});
