import { expect, fillSignIn, people, test } from "./support/test";

test("AUTH-03 AUTH-11 AUTH-12 signs in with email and password and lands at the default customer @js @browser @all", async ({
  page,
}, { project }) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  for (const name of ["Privacy", "Cookie", "Acceptable Use"]) {
    await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("href", /^https?:/);
  }
  for (const name of ["Forgot your password?", "Use Single Sign-On"])
    await expect(page.getByRole("link", { name })).toBeVisible();
  const card = await page.getByRole("main").boundingBox();
  expect(card?.width).toBe(550);
  await expect(page.getByLabel("Email")).toBeFocused();
  // "Forgot your password?" is level with the label but follows the field in tab order.
  await page.getByLabel("Password", { exact: true }).focus();
  if (project.name === "js") await page.keyboard.press("Tab"); // the button that shows it
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Forgot your password?" })).toBeFocused();
  await fillSignIn(page, people.staff);
  await expect(page).toHaveURL(/\/region\/ap-southeast-2\/customers\/[0-9a-f]{24}$/);
  if (project.name === "js") await expect(page.locator("#main")).toBeFocused();
  await expect(page.getByText("Acme Group").first()).toBeVisible();
});

test("AUTH-17 AUTH-18 a locked account shows the locked screen, with a way back", async ({ page }) => {
  await fillSignIn(page, "locked@acme.example");
  await expect(page.getByRole("heading", { name: "Account Locked" })).toBeVisible();
  await expect(page.getByText("Sorry, you have exceeded the allowed log in attempts.")).toBeVisible();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("AUTH-38 a trusted origin is opened at once, by a full navigation @js @browser @all", async ({
  page,
}) => {
  const wanted = "https://talent-hub.example/apse2/job-requisitions?x=1";
  const left = page.waitForRequest(wanted);
  await fillSignIn(page, people.staff, undefined, `/login?redirect=${encodeURIComponent(wanted)}`);
  expect((await left).isNavigationRequest()).toBe(true);
});

test("AUTH-38 another origin passes the leaving page; Cancel stays", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`/login?redirect=${encodeURIComponent("https://evil.example/path?x=1")}`);
  await expect(page.getByRole("heading", { name: "You are leaving Edge" })).toBeVisible();
  await expect(page.getByText("evil.example", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Continue" })).toHaveAttribute(
    "href",
    "https://evil.example/path?x=1",
  );
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(base);
});

test("SESS-27 SESS-28 Log Out ends the session here and at the API; neither Back nor the old cookie opens a page @twice", async ({
  page,
}) => {
  await fillSignIn(page, people.staff);
  await page.waitForURL(/\/customers\/[0-9a-f]{24}$/);
  const signedInUrl = page.url();
  const kept = await page.context().cookies();
  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL((url) => url.pathname === "/login");
  await page.goBack();
  await expect(page.getByLabel("Email")).toBeVisible();
  await page.context().addCookies(kept);
  await page.goto(signedInUrl);
  await expect(page).toHaveURL((url) => url.pathname === "/login");
});
