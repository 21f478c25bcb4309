import type { Page } from "@playwright/test";
import { enableUntested, expectAccessible, newCustomer } from "./support/settings";
import { unreachableIdentityProvider } from "../../regional-api/seed/settings";
import { expect, people, test } from "./support/test";

// Behaviour shared by all create and edit forms, tested on real ones.

const save = (page: Page) => page.getByRole("button", { name: "Update", exact: true }).last();
const loginUrl = (page: Page) => page.getByLabel("Login URL");
const group = (page: Page, name: string) => page.getByRole("group", { name });

/** A configured single sign-on with its form open. */
async function openSso(page: Page, base: string): Promise<string> {
  const address = `${base}/settings/sso`;
  await page.goto(`${address}?setup=1`);
  await loginUrl(page).fill("https://idp.example/first");
  await page.getByRole("textbox", { name: /certificate/i }).fill(unreachableIdentityProvider.certificate);
  await save(page).click();
  await enableUntested(page);
  await expect(page.getByText("SSO configuration updated")).toBeVisible();
  await page.goto(address);
  return address;
}

test("SET-42 SET-43 every form has the same layout @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const form of [
    "users/create",
    "vacancies/create",
    "workflow-sets/workflows/create",
    "customers/create",
    "settings/ats-tenants/create",
    "settings/email-domain",
  ]) {
    await page.goto(`${base}/${form}`);
    const section = page.locator(".form-section").first();
    const heading = await section.getByRole("heading").first().boundingBox();
    const card = await section.locator(".form-section-fields").first().boundingBox();
    if (!heading || !card) throw new Error(`${form} has no section`);
    // 280 px for the heading, plus the gap; next to the settings' own menu the card is below it.
    const isBeside = !form.startsWith("settings/");
    expect([form, Math.round(card.x - heading.x)]).toEqual([form, isBeside ? 312 : 0]);
    expect([form, Math.round(card.width)]).toEqual([form, isBeside ? 560 : 904]);
  }
  await page.goto(`${base}/users/create`);
  const width = async (name: string) => (await page.getByLabel(name).boundingBox())?.width;
  expect(await width("First name")).toBe(320);
  expect(await width("Email")).toBe(480);
  expect(await width("Phone number")).toBeLessThanOrEqual(240);
  await page.getByRole("button", { name: "Save" }).click();
  const summary = await page.locator(".error-summary").boundingBox();
  expect(summary?.width).toBe(872);
  await page.goto(`${base}/settings/compliance`);
  expect(await width("Video retention (months)")).toBe(128);
  await page.goto(`${base}/users/create`);
  // On a phone all fields end at the same edge.
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await width("First name")).toBe(328);
  expect(await width("Email")).toBe(328);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${base}/vacancies/create`);
  const person = page.getByRole("group", { name: "Hiring manager 1" });
  const widthOf = async (name: string) => (await person.getByLabel(name).boundingBox())?.width ?? 0;
  expect(await widthOf("Email")).toBeGreaterThan(1.5 * (await widthOf("First name")));
});

test("SSO-33 GEN-22 a conflict shows both values and lets the user choose @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const address = await openSso(page, await newCustomer(page, await signIn(people.staff), unique("Both")));
  const other = await page.context().newPage();
  await other.goto(address);
  await loginUrl(other).fill("https://idp.example/theirs");
  await save(other).click();
  await expect(other.getByText("SSO configuration updated")).toBeVisible();

  await loginUrl(page).fill("https://idp.example/mine");
  await save(page).click();
  const panel = page.getByRole("alert").filter({ hasText: "You changed this in another tab" });
  await expect(panel).toContainText("You saved a change at");
  await expect(panel.getByRole("row", { name: /Login URL/ })).toContainText("https://idp.example/mine");
  await expect(panel.getByRole("row", { name: /Login URL/ })).toContainText("https://idp.example/theirs");
  await expect(panel.getByRole("row")).toHaveCount(2);
  await expect(loginUrl(page)).toHaveValue("https://idp.example/mine");
  await expectAccessible(page, "conflict");

  // An ordinary save is still refused; "Save mine" confirms it.
  await save(page).click();
  await expect(panel).toBeVisible();
  await panel.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByText("SSO configuration updated")).toBeVisible();
  await expect(panel).toHaveCount(0);
  await page.reload();
  await expect(loginUrl(page)).toHaveValue("https://idp.example/mine");

  await loginUrl(other).fill("https://idp.example/late");
  await save(other).click();
  const otherPanel = other.getByRole("alert").filter({ hasText: "You changed this in another tab" });
  await otherPanel.getByRole("link", { name: "Use what is stored" }).click();
  await expect(otherPanel).toHaveCount(0);
  await expect(loginUrl(other)).toHaveValue("https://idp.example/mine");
  await other.close();
});

test("GEN-97 a click on a box is not lost to an error that appears @js", async ({ page, signIn }) => {
  await page.goto(`${await signIn(people.staff)}/workflow-sets/workflows/create`);
  await page.getByRole("group", { name: "Stage 1" }).getByLabel("Chat Interview").check();
  await page.getByRole("button", { name: "Add rule" }).click();
  const box = page.getByLabel("Profanity count", { exact: true });
  for (const place of [page.locator("label", { hasText: "Profanity count" }).first(), box]) {
    await page.getByLabel("Score at least").fill("50");
    // Clear of the form's sticky footer.
    await place.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await page.getByLabel("Score at least").fill("0");
    const wasOn = await box.isChecked();
    const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2);
    // The duration of a person's press.
    await page.mouse.down();
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
    await page.mouse.up();
    await expect(box).toBeChecked({ checked: !wasOn });
    await expect(box).toBeFocused();
    await expect(page.getByText("Please enter a whole number from 1 to 100")).toBeVisible();
  }
});

test("SSO-33 SHELL-31 SHELL-33 text typed during a save is kept @js", async ({ page, signIn, unique }) => {
  const address = await openSso(page, await newCustomer(page, await signIn(people.staff), unique("Typing")));
  const done = page.getByText("SSO configuration updated");
  // The result shows where the reader is, and the scroll position is kept.
  await page.setViewportSize({ width: 360, height: 640 });
  await loginUrl(page).fill("https://idp.example/second");
  await save(page).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(300);
  await save(page).click();
  await expect(done).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(150);
  await expect(save(page)).toHaveAttribute("data-saved", "");
  await expect(save(page)).not.toHaveAttribute("data-saved", "");
  await page.setViewportSize({ width: 1280, height: 800 });

  let hold = true;
  await page.route(/settings\/sso/, async (route) => {
    if (route.request().method() === "POST" && hold) await new Promise((done) => setTimeout(done, 1500));
    await route.continue();
  });
  await loginUrl(page).fill("https://idp.example/sent");
  await save(page).click();
  const logout = page.getByLabel("Logout URL");
  await logout.fill("https://idp.example/while-saving");
  await expect(done).toBeVisible();
  await expect(logout).toHaveValue("https://idp.example/while-saving");
  await expect(logout).toBeFocused();
  await expect(loginUrl(page)).toHaveValue("https://idp.example/sent");

  // Text typed during the save is unsaved, the rest is saved.
  const compliance = page.getByRole("link", { name: "Compliance" });
  await compliance.click();
  const question = page.getByRole("dialog", { name: "Unsaved changes" });
  await question.getByRole("button", { name: "Stay" }).click();
  // Elements behind a modal dialog take neither focus nor input.
  await expect(question).toHaveCount(0);
  hold = false;
  await logout.fill("");
  // A refused save removes the notice of the previous one.
  const other = await page.context().newPage();
  await other.goto(address);
  await loginUrl(other).fill("https://idp.example/theirs");
  await save(other).click();
  await expect(other.getByText("SSO configuration updated")).toBeVisible();
  await other.close();
  await loginUrl(page).fill("https://idp.example/third");
  await save(page).click();
  await expect(page.getByText("You changed this in another tab")).toBeVisible();
  await expect(done).toHaveCount(0);
  await page.getByRole("link", { name: "Use what is stored" }).click();
  await expect(loginUrl(page)).toHaveValue("https://idp.example/theirs");
  await compliance.click();
  await expect(page).toHaveURL(/compliance$/);
});

test("SHELL-30 SSO-36 the focus returns from questions, and follows rows @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies/create`);
  await page.getByRole("button", { name: "Add hiring manager" }).click();
  await expect(group(page, "Hiring manager 2").getByLabel("First name")).toBeFocused();
  await page.getByRole("button", { name: "Add hiring manager" }).click();
  await page.getByRole("button", { name: "Remove Hiring manager 2" }).click();
  await expect(page.getByRole("button", { name: "Remove Hiring manager 2" })).toBeFocused();
  await page.getByRole("button", { name: "Remove Hiring manager 2" }).click();
  await expect(page.getByRole("button", { name: "Remove Hiring manager 1" })).toBeFocused();
  await page.getByRole("button", { name: "Remove Hiring manager 1" }).click();
  await expect(page.getByRole("button", { name: "Add hiring manager" })).toBeFocused();

  await page.goto(`${base}/settings/compliance`);
  const video = page.getByLabel("Video retention (months)");
  const stored = await video.inputValue();
  await video.fill("88");
  // Changing the appearance asks no question.
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  const update = page.getByRole("main").getByRole("button", { name: "Update" });
  await update.focus();
  await page.keyboard.press("Enter");
  const away = page.getByRole("link", { name: "Overview" });
  for (const pressed of [update, away]) {
    if (pressed === away) await away.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(pressed).toBeFocused();
    await expect(video).toHaveValue("88");
  }
  await video.fill(stored);
  await away.click();
  await expect(page).not.toHaveURL(/compliance$/);
});

test("SHELL-67 without scripts a dialog has the focus and keeps it @browser", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies?applicants=with&sort=title&order=asc`);
  await page.getByRole("rowheader").first().getByRole("link").click();
  await page.goto(`${page.url().split("?")[0]}/invite`);
  const dialog = page.getByRole("dialog");
  const focused = dialog.locator(":focus");
  await expect(dialog.getByRole("textbox").first()).toBeFocused();
  for (let stops = 0; stops < 30; stops += 1) {
    await page.keyboard.press("Tab");
    // After the dialog's last tab stop comes the browser's own UI, and then the dialog again.
    if ((await page.locator(":focus").count()) > 0) await expect(focused).toHaveCount(1);
  }
  const menu = page
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: "Users", exact: true });
  const box = await menu.boundingBox();
  if (box) await page.mouse.click(box.x + 5, box.y + 5);
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/invite$/);
});
