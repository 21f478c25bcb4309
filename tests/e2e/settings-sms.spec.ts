import type { Page } from "@playwright/test";
import { expectAccessible, newCustomer } from "./support/settings";
import { expect, people, test } from "./support/test";

const figure = (page: Page, label: string) =>
  page.getByText(label, { exact: true }).locator("..").locator("dd").first();
const remaining = (page: Page) => figure(page, "Remaining credits");
const submitPurchase = (page: Page, amount: string) => {
  const form = page.locator("#purchase");
  return form
    .getByLabel("Credits to add")
    .fill(amount)
    .then(() => form.locator(".form-actions").getByRole("button", { name: "Purchase", exact: true }).click());
};
/** The confirmation before credits are bought. */
const question = (page: Page) => page.getByRole("dialog", { name: /^Purchase [\d,]+ credits?\?$/ });
const purchase = async (page: Page, amount: string) => {
  await submitPurchase(page, amount);
  await question(page).getByRole("button", { name: "Purchase", exact: true }).click();
};
const saved = (page: Page) => expect(page.getByText("Settings successfully saved")).toBeVisible();

test("SMS-01 SMS-02 SMS-26 credits are bought and shown, with a warning when low", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Credits"));
  await page.goto(`${base}/settings/sms`);
  await expect(remaining(page)).toHaveText("0");
  await expect(page.getByText("Credits are running low")).toBeVisible();
  await expectAccessible(page, "no credits");
  await submitPurchase(page, "99");
  await expect(question(page)).toContainText("A text message takes one credit for each part it is sent in.");
  await expect(question(page)).toContainText("The price per credit is in your agreement");
  await expectAccessible(page, "question");
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByLabel("Credits to add")).toHaveValue("99");
  await expect(remaining(page)).toHaveText("0");
  await purchase(page, "99");
  await saved(page);
  await expect(remaining(page)).toHaveText("99");
  await expect(page.getByText("Credits are running low")).toBeVisible();
  await expect(page.getByLabel("Credits to add")).toHaveValue("");
  await purchase(page, " 1 ");
  await expect(remaining(page)).toHaveText("100");
  await expect(page.getByText("Credits are running low")).toHaveCount(0);
  await expect(figure(page, "Total credits purchased")).toHaveText("100");

  // Without scripts it is part of the page.
  const list = page.getByRole("main").getByRole("region", { name: "Purchase history" }).last();
  await expect(list.getByRole("columnheader")).toHaveText([
    "Purchased At",
    "Amount",
    "Purchased By",
    "Notes",
  ]);
  await expect(list.getByRole("row").nth(1)).toContainText("1admin@acme.example");
  await expect(list.getByRole("row").nth(2)).toContainText("99admin@acme.example");
  await expect(page.getByText(/^Times are in [A-Z]\w+/)).toBeVisible();
  await expectAccessible(page, "purchase history");
});

test("SMS-07 the history opens as a dialog with its own address, its list at most 300px high @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings/sms`);
  await page.getByRole("link", { name: "Purchase history" }).click();
  await expect(page).toHaveURL(`${base}/settings/sms?show=history`);
  const dialog = page.getByRole("dialog", { name: "Purchase history" });
  await expect(dialog.getByRole("region", { name: "Purchase history" })).toHaveCSS("max-height", "300px");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${base}/settings/sms`);
  await expect(dialog).toHaveCount(0);
});

test("SMS-09 SMS-10 SMS-11 reminder and alert are validated and saved, the retention stays", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Alerts"));
  await page.goto(`${base}/settings/sms`);
  const threshold = page.getByLabel("Threshold");
  const reminder = page.getByLabel("Reminder recipients");
  const alert = page.getByLabel("Alert recipients");
  const save = page.getByRole("main").getByRole("button", { name: "Save" });
  await expect(threshold).toHaveValue("100");
  await expect(reminder).toHaveValue("");

  await threshold.fill("0");
  await reminder.fill("it@acme.example, nobody");
  await alert.fill("boss@acme.example");
  await save.click();
  await expect(threshold).toHaveAccessibleDescription(/Please input a valid number/);
  await expect(reminder).toHaveAccessibleDescription(/Please input valid email address/);
  await expect(alert).not.toHaveAccessibleDescription(/Please input/);
  await expect(
    page.getByRole("alert").getByRole("link", { name: "Please input valid email address" }),
  ).toHaveAttribute("href", `#${await reminder.getAttribute("id")}`);
  await expect(reminder).toHaveValue("it@acme.example, nobody");
  await threshold.fill("250");
  await reminder.fill("it@acme.example, ops@acme.example\nit@acme.example");
  await save.click();
  await saved(page);
  await page.reload();
  await expect(threshold).toHaveValue("250");
  await expect(reminder).toHaveValue("it@acme.example\nops@acme.example");
  await expect(alert).toHaveValue("boss@acme.example");
  // The setting was created with the default retention, so compliance uses its update mode.
  await page.goto(`${base}/settings/compliance`);
  await expect(page.getByLabel("Video retention (months)")).toHaveValue("1200");
});

test("SMS-16 a double click buys once, and the data is refetched half a second later @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Refetch"));
  await page.goto(`${base}/settings/sms`);
  const reads: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes("/settings/sms.data")) reads.push(Date.now());
  });
  await submitPurchase(page, "7");
  await expect(question(page)).toBeVisible();
  // The question stays until it is answered.
  await page.waitForTimeout(700);
  reads.length = 0;
  await question(page).getByRole("button", { name: "Purchase", exact: true }).dblclick();
  await saved(page);
  await expect(remaining(page)).toHaveText("7");
  await expect.poll(() => reads.length).toBe(2);
  const [first = 0, second = 0] = reads;
  expect(second - first).toBeGreaterThan(450);
  // The notice outlives the refetch.
  await page.waitForTimeout(700);
  await saved(page);
});
