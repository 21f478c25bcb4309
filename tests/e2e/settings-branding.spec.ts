import type { Page } from "@playwright/test";
import { expectAccessible, newCustomer, tryToSave } from "./support/settings";
import { expect, expectNoOverflow, people, test } from "./support/test";

const part = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
/** A colour's text field; scripts add a picker before it. */
const colour = (page: Page, name: string, which: "Background" | "Font" | "Link") =>
  part(page, name).getByLabel(which, { exact: true });
const preview = (page: Page) => page.getByRole("figure", { name: "Preview of the chat interview" });
const paint = (page: Page, text: string) =>
  preview(page)
    .getByText(text)
    .evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return [backgroundColor, color];
    });

test("BRAND-01 BRAND-02 BRAND-03 branding starts with defaults, is created, then saved @browser @all", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Brand"));
  await page.goto(`${base}/settings/branding`);
  await expect(page.getByRole("heading", { name: "Branding", exact: true })).toBeVisible();
  await expect(page.getByRole("group").filter({ has: page.getByRole("textbox") })).toHaveCount(8);
  await expect(colour(page, "Header", "Background")).toHaveValue("#2d38ff");
  await expect(colour(page, "Header", "Font")).toHaveValue("#ffffff");
  await expect(colour(page, "Header", "Link")).toHaveCount(0);
  await expect(part(page, "Question").getByLabel("Black")).toBeChecked();
  for (const name of ["Hint", "Question"]) await expect(colour(page, name, "Link")).toHaveValue("#0000EE");
  await expect(colour(page, "Response", "Link")).toHaveCount(0);
  // The default colours cause no warning.
  await expect(page.getByText(/contrast/)).toHaveCount(0);
  await expectAccessible(page, "new branding");

  await page.getByLabel("Title").fill("Careers at Brand");
  await colour(page, "Button", "Background").fill("#123456");
  await colour(page, "Header", "Font").fill("");
  await colour(page, "Header", "Font").blur();
  await expect(page.getByText("Please enter a valid HEX code")).toHaveCount(0);
  await part(page, "Question").getByLabel("White").check();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Add customer branding success.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
  await expect(colour(page, "Button", "Background")).toHaveValue("#123456");
  await expect(colour(page, "Header", "Font")).toHaveValue("#ffffff");
  await expect(part(page, "Question").getByLabel("White")).toBeChecked();
  await expect(preview(page).getByText("Careers at Brand")).toBeVisible();

  await colour(page, "Button", "Background").fill("#abc");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Edit customer branding success.")).toBeVisible();
  await page.reload();
  await expect(colour(page, "Button", "Background")).toHaveValue("#abc");
  expect(await paint(page, "Send")).toEqual(["rgb(170, 187, 204)", "rgb(255, 255, 255)"]);
});

test("BRAND-11 BRAND-12 BRAND-13 invalid values block saving, except a link colour, whose default is saved", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Link"));
  await page.goto(`${base}/settings/branding`);
  await page.getByLabel("Logo URL").fill("logo.svg");
  await colour(page, "Header", "Background").fill("#12345");
  await tryToSave(page.getByRole("button", { name: "Create" }));
  for (const message of ["Please enter a valid url", "Please enter a valid HEX code"])
    await expect(page.getByText(message).first()).toBeVisible();
  await expect(colour(page, "Header", "Background")).toHaveValue("#12345");
  await expect(page.getByText("Add customer branding success.")).toHaveCount(0);
  await page.getByLabel("Logo URL").fill("http://assets.example/logo.svg");
  await colour(page, "Header", "Background").fill("#123456");
  await colour(page, "Hint", "Link").fill("blue");
  await colour(page, "Question", "Link").fill("#c00");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Add customer branding success.")).toBeVisible();
  await expect(page.getByText(/saved as their defaults: Hint\./)).toBeVisible();
  await expect(colour(page, "Hint", "Link")).toHaveValue("#0000EE");
  await expect(colour(page, "Question", "Link")).toHaveValue("#c00");
  await expect(page.getByText("A logo at an http address can be saved but is never shown.")).toBeVisible();
  await expect(preview(page).locator("img.chat-logo")).toHaveCount(0);
});

test("BRAND-14 the preview follows each change, picker and text are in sync, low contrast is pointed out @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Live"));
  await page.goto(`${base}/settings/branding`);
  await page.getByLabel("Title").fill("Live title");
  await expect(preview(page).getByText("Live title")).toBeVisible();
  const picker = part(page, "Response").locator('input[type="color"]').first();
  await colour(page, "Response", "Background").fill("#0a0");
  await expect(picker).toHaveValue("#00aa00");
  await expect.poll(() => paint(page, "Last week")).toEqual(["rgb(0, 170, 0)", "rgb(0, 0, 0)"]);
  await picker.fill("#102030");
  await expect(colour(page, "Response", "Background")).toHaveValue("#102030");
  await expect.poll(() => paint(page, "Last week")).toEqual(["rgb(16, 32, 48)", "rgb(0, 0, 0)"]);
  await expect(part(page, "Response").getByText(/Font on background: contrast 1\.\d to 1/)).toBeVisible();
  await part(page, "Response").getByLabel("White").check();
  await expect(part(page, "Response").getByText(/contrast/)).toHaveCount(0);
  await expect.poll(() => paint(page, "Last week")).toEqual(["rgb(16, 32, 48)", "rgb(255, 255, 255)"]);

  await colour(page, "Hint", "Link").fill("nope");
  await expect(colour(page, "Hint", "Link")).toHaveAccessibleDescription(
    "Please enter a valid HEX code. #0000EE will be saved in its place.",
  );
  await expect(page.getByRole("button", { name: "Create" })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Preview" })).toHaveCount(0);
});

test("BRAND-15 without scripts Preview shows the input and saves nothing @browser", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Typed"));
  await page.goto(`${base}/settings/branding`);
  await page.getByLabel("Title").fill("Typed title");
  await colour(page, "Button", "Background").fill("#123456");
  await colour(page, "Hint", "Link").fill("nope");
  await expect(preview(page).getByText("Typed title")).toHaveCount(0);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(preview(page).getByText("Typed title")).toBeVisible();
  expect(await paint(page, "Send")).toEqual(["rgb(18, 52, 86)", "rgb(255, 255, 255)"]);
  await expect(part(page, "Hint").getByText("#0000EE will be saved in its place.")).toBeVisible();
  await page.goto(`${base}/settings/branding`);
  await expect(preview(page).getByText("Typed title")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create" })).toBeVisible();
});

test("BRAND-14 a logo that fails to load leaves the preview intact, on a phone and in dark mode too @js @all", async ({
  page,
  signIn,
}) => {
  await page.route("https://assets.edge.example/**", (route) => route.abort());
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${base}/settings/branding`);
  await expect(preview(page).getByText("Acme Careers")).toBeVisible();
  await expect(preview(page).getByText("Send")).toBeVisible();
  // The preview is far below the fields, so a link to it is at the top.
  await expect(preview(page)).not.toBeInViewport();
  await page.getByRole("link", { name: "Go to the preview" }).click();
  await expect(preview(page)).toBeInViewport();
  await expectNoOverflow(page, "branding");
  await expectAccessible(page, "branding");
});
