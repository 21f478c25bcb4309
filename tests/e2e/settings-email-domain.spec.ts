import type { Page } from "@playwright/test";
import { expectAccessible, newCustomer } from "./support/settings";
import { expect, expectNoOverflow, people, test } from "./support/test";

const displayName = (page: Page) => page.getByLabel("Display name");
const address = (page: Page) => page.getByLabel("Email address");

/** Sets up an email domain from the first button to the confirmation. */
async function setUp(page: Page, base: string, email: string) {
  await page.goto(`${base}/settings/email-domain`);
  await page.getByRole("link", { name: "Setup customised email domain" }).click();
  await displayName(page).fill("Careers");
  await address(page).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(
    page.getByText(
      "The first step of the process is successfully configured. To continue setup, please complete steps 2 and 3.",
    ),
  ).toBeVisible();
}

/** Waits until the verification has ended, and reloads the page. */
async function untilStatus(page: Page, title: string) {
  await expectAnswer(page, page.url(), title);
  await page.reload();
  await expect(page.getByText(title)).toBeVisible();
}

/** Polls a page, without rendering it, until it contains the text. */
const expectAnswer = (page: Page, url: string, text: string) =>
  expect.poll(async () => (await page.request.get(url)).text(), { timeout: 15_000 }).toContain(text);

test("MAIL-02 MAIL-06 MAIL-09 MAIL-15 MAIL-17 MAIL-25 an email domain is set up, verified, switched on and off", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Domain"));
  await page.goto(`${base}/settings/email-domain`);
  await page.getByRole("link", { name: "Setup customised email domain" }).click();
  await displayName(page).fill("Careers");
  await address(page).fill("jobs@journey.example");
  await page.getByRole("button", { name: "Continue" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("jobs@journey.example");
  await expect(dialog).toContainText("cannot be changed later");
  await expectAccessible(page, "confirmation");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(address(page)).toHaveValue("jobs@journey.example");

  await setUp(page, base, "jobs@journey.example");
  await expect(page.getByText("Email domain is pending set up")).toBeVisible();
  await expect(page.getByText("Verification may take up to 72 hours.")).toBeVisible();
  await expect(page.getByText("wait at least 10 minutes")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Refresh" })).toBeVisible();
  await expect(address(page)).toHaveAttribute("readonly");
  await expect(page.getByLabel("Value", { exact: true })).toHaveCount(3);
  const names = await page.getByLabel("Name", { exact: true }).evaluateAll(valuesOf);
  const values = await page.getByLabel("Value", { exact: true }).evaluateAll(valuesOf);
  expect(names).toHaveLength(3);
  names.forEach((name, index) => {
    const [token] = name.split(".");
    expect(name).toBe(`${token}._domainkey.journey.example`);
    expect(values[index]).toBe(`${token}.dkim.edge.example`);
  });
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
  const zone = await page.request.get(`${base}/settings/email-domain/zone-file`);
  expect(zone.headers()["content-disposition"]).toContain("journey.example");
  expect(await zone.text()).toBe(
    names.map((name, index) => `${name}. 3600 IN CNAME ${values[index]}.\n`).join(""),
  );

  const toggle = page.getByRole("button", { name: "Switch on" });
  await expect(toggle).toBeDisabled();
  await untilStatus(page, "Email domain is successfully set up");
  await toggle.click();
  await expect(page.getByText("Customised email domain successfully switched on.")).toBeVisible();
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("Customised email domain successfully switched off.")).toBeVisible();

  await displayName(page).fill("Careers team");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Display name successfully updated.")).toBeVisible();
  await page.reload();
  await expect(displayName(page)).toHaveValue("Careers team");
  await displayName(page).fill("a@b");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please input a valid display name").first()).toBeVisible();
  await expect(displayName(page)).toHaveValue("a@b");
});

const valuesOf = (inputs: (HTMLElement | SVGElement)[]) =>
  inputs.map((input) => ("value" in input ? String(input.value) : ""));

test("MAIL-16 MAIL-19 MAIL-20 a domain that does not exist fails and can be retried", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Invalid"));
  await setUp(page, base, "jobs@journey.invalid");
  await untilStatus(page, "Email domain failed to set up");
  await expect(page.getByText(/Last checked: \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/)).toBeVisible();
  await expect(page.getByText("The domain was not found by the DNS server.")).toBeVisible();
  await expectAccessible(page, "failed");
  await page.getByRole("button", { name: "Retry verification" }).click();
  await expect(page.getByText("Email domain is pending set up")).toBeVisible();
  await expect(page.getByText("Please wait at least 10 minutes before refreshing.")).toBeVisible();
});

test("MAIL-23 an open page notices the end of the verification without a reload @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Watching"));
  await page.clock.install();
  await setUp(page, base, "jobs@watching.example");
  await expect(page.getByText("Email domain is pending set up")).toBeVisible();
  // A separate request sees the end; this page has not polled since.
  await expectAnswer(page, `${base}/settings/email-domain`, "Email domain is successfully set up");
  await expect(page.getByText("Email domain is pending set up")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(6);
  await page.clock.runFor(15_000);
  await expect(page.getByText("Email domain is successfully set up")).toBeVisible();
  // MAIL-15: with scripts a switch.
  const toggle = page.getByRole("switch", { name: "Customised email domain" });
  await toggle.click();
  await expect(page.getByText("Customised email domain successfully switched on.")).toBeVisible();
  await expect(toggle).toBeChecked();
});

test("MAIL-13 MAIL-14 MAIL-18 the other states are explained", async ({ page, signIn }) => {
  const base = await signIn(people.american);
  await page.goto(`${base}/settings/email-domain`);
  await expect(page.getByText("Email domain is not started to set up")).toBeVisible();
  const staff = await signIn(people.staff);
  await page.goto(`${staff}/switch-customer?q=Acme+Logistics`);
  await page.getByRole("main").getByRole("link", { name: "Acme Logistics" }).click();
  await page.waitForURL((url) => !url.pathname.includes("switch-customer"));
  const logistics = /^\/region\/[^/]+\/customers\/[^/]+/.exec(new URL(page.url()).pathname)?.[0] ?? "";
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${logistics}/settings/email-domain`);
  await expect(page.getByText("Verification is retried automatically. No action is needed.")).toBeVisible();
  await expectNoOverflow(page, "email domain");
  await expectAccessible(page, "temporary failure");
});
