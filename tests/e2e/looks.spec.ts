import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, people, test } from "./support/test";

// The areas' own journeys look at their screens in light and wide; here all of them are dark, and as narrow as a phone.
test.use({ colorScheme: "dark", viewport: { width: 360, height: 740 } });

async function look(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
    await expectNoOverflow(page, path);
    await expectAccessible(page, path);
  }
}

test("quality: public pages, dark and narrow @js", async ({ page }) => {
  await look(page, ["/login", "/forgetPassword", "/resetPassword?token=x&region=eu-west-1", "/loginWithSSO"]);
});

test("SHELL-39 quality: without access, dark and narrow @js", async ({ page, signIn }) => {
  await look(page, [await signIn(people.noAccess)]);
});

test("quality: customers and the frame, dark and narrow @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  const paths = ["customers", "customers/archive", "customers/create", "switch-customer", "no/such/screen"];
  await look(
    page,
    paths.map((path) => `${base}/${path}`),
  );
  // What opens over a page, and a form that says what is wrong.
  await page.goto(`${base}/customers/create`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expectNoOverflow(page, "errors");
  await expectAccessible(page, "errors");
  for (const name of [/^User menu/, /^Switch customer/, "Main menu"]) {
    await page.goto(`${base}/customers`);
    await page.getByRole("button", { name }).click();
    await expectNoOverflow(page, `${name}`);
    await expectAccessible(page, `${name}`);
  }
});

test("quality: settings and ATS requests, dark and narrow @js", async ({ page, signIn, expectedErrors }) => {
  test.slow();
  // The logo in the demo data is kept by somebody else.
  expectedErrors.push(/net::ERR_/);
  const base = await signIn(people.staff);
  const tabs = [
    "overview",
    "branding",
    "notification",
    "sso",
    "compliance",
    "ats-tenants",
    "sms",
    "email-domain",
  ];
  await look(page, [...tabs.map((tab) => `${base}/settings/${tab}`), `${base}/ats-requests`]);
});

test("quality: vacancies and applications, dark and narrow @js", async ({ page, signIn }) => {
  test.slow();
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies?sort=applicationCount&order=desc`);
  const vacancy = await page.locator("a.row-link").first().getAttribute("href");
  await look(page, [
    `${base}/vacancies`,
    `${base}/vacancies/archive`,
    `${base}/vacancies/create`,
    `${vacancy}`,
    `${vacancy}/edit`,
    `${vacancy}/invite`,
  ]);
});
