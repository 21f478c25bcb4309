import { expectAccessible, expectContrast } from "./support/settings";
import { basePathOf, expect, expectNoOverflow, fillSignIn, people, test } from "./support/test";

const labels = [
  "Overview",
  "Branding",
  "Notifications",
  "Single Sign-On",
  "Sign-in",
  "Compliance",
  "ATS Integration",
  "SMS",
  "Email Domain",
];

// After its label an entry shows the state of its page.
const startingWith = (label: string) => new RegExp(`^${label}( |$)`);

test("SET-01 SET-02 SET-03 SET-04 SET-09 SET-10 the header names the customer and the tabs are in order", async ({
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
  await expect(card("Compliance")).toContainText("Personal data is kept for 18 months.");
  await expect(card("ATS Integration")).toContainText("People Flow");
  await expect(card("SMS")).toContainText(/[\d,]+ of [\d,]+ purchased SMS credits left/);
  await expect(card("Email Domain")).toContainText("careers@acme.example");
  // At the card's edge, away from its text.
  await card("Compliance").click({ position: { x: 6, y: 60 } });
  await expect(page).toHaveURL(`${base}/settings/compliance`);
});

test("SET-41 on a phone the settings fold into the open one's name @no-js", async ({ page, signIn }) => {
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

test("SET-06 SET-07 SET-08 GEN-04 addresses of the tabs", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings`);
  await expect(page).toHaveURL(`${base}/settings/overview`);
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

test("SET-04 SHELL-37 TEN-01 ATSR-01 GEN-16 unknown tabs are not found, and tabs without the right are refused", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/settings/overview`);
  const tabs = page.getByRole("navigation", { name: "Customer settings" }).getByRole("link");
  await expect(tabs).toHaveText(labels.filter((label) => label !== "ATS Integration").map(startingWith));
  await expect(
    page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "ATS Requests" }),
  ).toHaveCount(0);
  await page.goto(`${base}/settings/unknown`);
  await expect(page.getByText("Sorry, we couldn't find this page.")).toBeVisible();
  const found = [];
  for (const path of [
    "settings/unknown",
    "settings/__proto__",
    "settings/ats-tenants",
    "settings/ats-tenants/create",
    `settings/ats-tenants/${"0".repeat(24)}`,
    "ats-requests",
  ])
    found.push((await page.request.get(`${base}/${path}`)).status());
  expect(found).toEqual([404, 404, 403, 403, 403, 403]);
});

test("SHELL-37 PERM-66 a post to a tab without its right, and a save without the permission, are refused", async ({
  page,
  signIn,
}) => {
  const post = async (base: string, from: string, tab: string, form: Record<string, string>) => {
    await page.goto(`${base}/${from}`);
    const csrf = await page.locator('input[name="csrf"]').first().inputValue();
    return page.request.post(`${base}/settings/${tab}`, { form: { csrf, ...form } });
  };
  const retention = {
    intent: "save:confirm",
    mode: "update",
    candidatePiiRetentionPeriod: "1",
    videoRetentionPeriod: "1",
    confirmation: "UPDATE RETENTION",
  };
  const base = await signIn(people.recruiter);
  for (const tab of ["branding", "notification?language=default"]) {
    expect((await page.request.get(`${base}/settings/${tab}`)).status()).toBe(403);
    expect((await post(base, "vacancies", tab, { intent: "save" })).status()).toBe(403);
  }
  expect((await post(base, "vacancies", "compliance", retention)).status()).toBe(403);
  await signIn(people.auditor);
  expect((await post(base, "settings/compliance", "compliance", retention)).status()).toBe(403);
  await signIn(people.staff);
  await page.goto(`${base}/settings/compliance`);
  await expect(page.getByLabel("Video retention (months)")).not.toHaveValue("1");
});

test("PERM-66 SHELL-39 settings are shown to people who may view them, read-only without the right to edit", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  for (const path of [
    "",
    "/overview",
    "/sso?domain=edge",
    "/compliance",
    "/sms",
    "/email-domain",
    "/email-domain/zone-file",
  ]) {
    const answer = await page.request.get(`${base}/settings${path}`);
    expect([path, answer.status()]).toEqual([path, 403]);
    expect(await answer.text()).not.toContain("Customer settings");
  }
  await page.goto(`${base}/settings/overview`);
  await expect(page.getByRole("heading", { name: "Nothing to see here" })).toBeVisible();
  await page.goto(`${base}/go?q=Compliance`);
  await expect(page.getByRole("main").getByRole("link", { name: /Compliance/ })).toHaveCount(0);

  await signIn(people.auditor);
  await page.goto(`${base}/go?q=Compliance`);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Compliance/ })
    .click();
  const tabs = page.getByRole("navigation", { name: "Customer settings" }).getByRole("link");
  await expect(tabs).toHaveText(labels.filter((label) => label !== "ATS Integration").map(startingWith));
  for (const path of [
    "notification?language=default",
    "sso?domain=edge",
    "compliance",
    "sms",
    "email-domain",
  ]) {
    await page.goto(`${base}/settings/${path}`);
    const main = page.getByRole("main");
    await expect(main.getByText("You can view this but not change it.").first()).toBeVisible();
    await expect(
      main.locator('button[value^="save"], button[value="purchase"], button[value="enable"]'),
    ).toHaveCount(0);
  }
});

test("SHELL-37 no address, id or forged post reaches another customer's settings @no-js", async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  const base = await signIn(people.staff);
  const tenants = await (await page.request.get(`${base}/settings/ats-tenants`)).text();
  const tenant = /["/](ats-tenants\/[0-9a-f]{24})"/.exec(tenants)?.[1];
  expect(tenant).toBeDefined();
  const other = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const stranger = await other.newPage();
  await fillSignIn(stranger, people.american);
  await stranger.waitForURL(/\/region\//);
  const own = basePathOf(stranger);
  await stranger.goto(`${own}/settings/sms`);
  const csrf = await stranger.locator('input[name="csrf"]').first().inputValue();
  const posts: [string, Record<string, string>][] = [
    ["branding", { intent: "save", title: "Mine now" }],
    ["notification?language=default", { intent: "save" }],
    ["sso", { intent: "save", version: "1", loginUrl: "https://evil.example", publicCertificates: "MIIB" }],
    ["compliance", { intent: "save:confirm", version: "1", confirmation: "UPDATE RETENTION" }],
    ["ats-tenants", { intent: "confirm", ids: tenant?.split("/")[1] ?? "" }],
    [tenant ?? "", { intent: "save" }],
    ["sms", { intent: "purchase", purchaseAmount: "1" }],
    ["email-domain", { intent: "rename", displayName: "Mine now" }],
  ];
  for (const [tab, form] of posts) {
    const at = `${base}/settings/${tab}`;
    // A foreign customer and one that does not exist get the same answer.
    for (const answer of [
      await other.request.get(at),
      await other.request.post(at, { form: { csrf, ...form } }),
    ]) {
      expect([at, answer.status()]).toEqual([at, 403]);
      expect(await answer.text()).not.toContain("Acme Retail");
    }
  }
  for (const path of [
    "settings/overview",
    "settings/email-domain/zone-file",
    "ats-requests?atsName=PEOPLE_FLOW",
  ])
    expect((await other.request.get(`${base}/${path}`)).status()).toBe(403);
  // Nor is another customer's id found under one's own address.
  expect((await other.request.get(`${own}/settings/${tenant}`)).status()).toBe(403);
  await other.close();
});

test.describe("a browser in another language", () => {
  test.use({ locale: "fr-FR" });
  test("SHELL-18 American wording in the overview", async ({ page, signIn }) => {
    const base = await signIn(people.american);
    await page.goto(`${base}/settings/overview`);
    await expect(page.getByRole("main").locator("dl")).toContainText("Organization");
    await expect(page.getByRole("main").locator("dl")).toContainText("US East (N. Virginia)");
  });
});

test("SET-03 GEN-120 every tab fits a phone, in light and dark mode, aligns on wide windows, and passes axe @browser", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.american);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const tab of ["overview", "sso?setup=1", "sign-in", "compliance", "email-domain", "sms"]) {
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
