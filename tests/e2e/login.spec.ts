import { basePathOf, expect, fillSignIn, people, test } from "./support/test";

test("AUTH-01 SHELL-04 signed out, every address leads to sign-in and back", async ({ page, baseURL }) => {
  const wanted = `${baseURL}/region/ap-southeast-2/customers/1/customers?page=2`;
  await page.goto(wanted);
  await expect(page).toHaveURL(
    (url) => url.pathname === "/login" && url.searchParams.get("redirect") === wanted,
  );
  await page.goto("/anything/else");
  await expect(page).toHaveURL((url) => url.pathname === "/login");
});

test("AUTH-03 AUTH-11 AUTH-12 signs in with email and password and lands at the default customer @browser", async ({
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

test("AUTH-04 Log In waits until both fields are filled @js", async ({ page }) => {
  await page.goto("/login");
  const button = page.getByRole("button", { name: "Log In" });
  await expect(button).toBeDisabled();
  await page.getByLabel("Email").fill("a@b.example");
  await expect(button).toBeDisabled();
  await page.getByLabel("Password", { exact: true }).fill("x");
  await expect(button).toBeEnabled();
  await page.getByLabel("Email").fill("");
  await expect(button).toBeDisabled();
});

test("AUTH-05 SHELL-33 GEN-21 empty fields come back marked, with a summary that leads to them @no-js @browser", async ({
  page,
}) => {
  await page.goto("/login");
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Log In" }).click();
  expect((await answered).status()).toBe(400);
  const summary = page.getByRole("alert");
  for (const [field, message] of [
    ["email", "Please enter your email"],
    ["password", "Please enter your password"],
  ] as const) {
    await expect(page.locator(`#${field}-error`)).toHaveText(message);
    await expect(summary.getByRole("link", { name: message })).toHaveAttribute("href", `#${field}`);
  }
  await summary.getByRole("link", { name: "Please enter your email" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page).toHaveTitle(/^Error:/);
});

test("AUTH-06 malformed and overlong emails are refused next to the field @both", async ({ page }, {
  project,
}) => {
  for (const [email, message] of [
    ["not-an-email", "Please enter a valid email"],
    ["a@b", "Please enter a valid email"],
    [`${"a".repeat(95)}@b.example`, "Please keep your email within 100 characters"],
  ] as const) {
    await fillSignIn(page, email, "x");
    await expect(page.locator("#email-error")).toHaveText(message);
    await expect(page.getByLabel("Email")).toHaveValue(email);
    // The server never sends a password back; only scripts let the browser keep its own field.
    const kept = project.name === "js" ? "x" : "";
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(kept);
  }
});

test("AUTH-14 AUTH-15 USER-33 a wrong password, an unknown and an archived account get the same answer", async ({
  page,
}) => {
  await fillSignIn(page, people.recruiter, "wrong-1");
  await expect(page.getByRole("alert")).toContainText(
    "Please check that your email and password are correct.",
  );
  await expect(page.getByRole("alert")).toContainText(/You have \d attempt\(s\) remaining\./);
  for (const email of [`nobody-${Date.now()}@acme.example`, "archived@acme.example"]) {
    await fillSignIn(page, email, "wrong-1");
    await expect(page.getByRole("alert")).toContainText(
      "Please check that your email and password are correct.",
    );
  }
});

test("AUTH-17 AUTH-18 a locked account shows the locked screen, with a way back", async ({ page }) => {
  await fillSignIn(page, "locked@acme.example");
  await expect(page.getByRole("heading", { name: "Account Locked" })).toBeVisible();
  await expect(page.getByText("Sorry, you have exceeded the allowed log in attempts.")).toBeVisible();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("AUTH-37 AUTH-41 a redirect inside the console is followed, even if already signed in @both", async ({
  page,
  baseURL,
}) => {
  await fillSignIn(page, people.staff);
  await page.waitForURL(/\/customers\/[0-9a-f]{24}$/);
  const base = basePathOf(page);
  await page.context().clearCookies();
  const wanted = `${baseURL}${base}/customers/archive?sort=displayName`;
  await fillSignIn(page, people.staff, undefined, `/login?redirect=${encodeURIComponent(wanted)}`);
  await expect(page).toHaveURL(wanted);
  await page.goto(`/login?redirect=${encodeURIComponent(wanted)}`);
  await expect(page).toHaveURL(wanted);
  for (const path of ["/login", "/loginWithSSO"]) {
    await page.goto(path);
    await expect(page).toHaveURL(base);
  }
  for (const path of ["/forgetPassword", "/resetPassword?token=x"]) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("main").locator("form")).toBeVisible();
  }
});

test("AUTH-38 a trusted origin is opened at once, by a full navigation @browser", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_NAME_NOT_RESOLVED/); // nobody is there in these tests
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

test("AUTH-39 AUTH-40 an invalid redirect is ignored; customer_id selects one of the user's customers", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  for (const bad of [
    "/region/x",
    "//evil.example",
    "javascript:alert(1)",
    "https:evil.example",
    "%0d%0aSet-Cookie:x=1",
  ]) {
    await page.goto(`/login?redirect=${encodeURIComponent(bad)}`);
    await expect(page).toHaveURL(base);
  }
  await page.goto(`${base}/switch-customer`);
  const hrefs = await page
    .getByRole("main")
    .getByRole("rowheader")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const other = hrefs.find((href) => href?.includes("us-east-1"));
  await page.goto(`/login?customer_id=${other?.split("/").at(-1)}`);
  await expect(page).toHaveURL(new RegExp(`${other}$`));
  await page.goto("/login?customer_id=000000000000000000000000");
  await expect(page).toHaveURL(base);
});

test("SESS-27 SESS-28 Log Out ends the session here and at the API; neither Back nor the old cookie opens a page", async ({
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
