import { readFileSync } from "node:fs";
import { expect, people, settled, test } from "./support/test";

test("SHELL-06 SHELL-08 SHELL-11 the frame has the organisation, switcher, menu and user @js @all", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(base);
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  await page.goto(`${base}/customers`);
  await expect(page.locator(".organisation")).toHaveText("Acme Group");
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link", { name: "Customers" })).toHaveAttribute("aria-current", "page");
  await expect(menu.getByRole("link", { name: /Talent Hub/ })).toHaveAttribute("href", /^https:\/\//);
  await expect(menu.getByRole("link", { name: /Question Bank/ })).toHaveAttribute("target", "_blank");
  await page.getByRole("button", { name: /^User menu/ }).click();
  await expect(page.getByText(people.staff)).toBeVisible();
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  // On a phone the organisation is above the customer.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${base}/customers`);
  await expect(page.locator(".top-bar").getByText("Acme Group").filter({ visible: true })).toHaveCount(1);
  expect((await page.locator(".top-bar").boundingBox())?.height).toBeLessThanOrEqual(49);
});

test("GEN-101 an Enter that only confirms an input method's text opens no customer @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  await page.getByRole("button", { name: /^Switch customer/ }).click();
  const field = page.locator("#customer-switcher").getByRole("searchbox");
  await field.fill("globex");
  const isTaken = await field.evaluate(
    (input) =>
      !input.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }),
      ),
  );
  expect(isTaken).toBe(false);
  await settled(page);
  await expect(page).toHaveURL(`${base}/customers`);
  await field.press("Enter");
  await expect(page).not.toHaveURL(`${base}/customers`);
});

test("SHELL-10 GEN-06 every customer can be found and opened on a separate page", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/switch-customer`);
  await page.getByRole("main").getByRole("searchbox").fill("initech");
  await page.getByRole("main").getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(`${base}/switch-customer?q=initech`);
  await page.getByRole("rowheader").getByRole("link", { name: "Initech", exact: true }).click();
  await expect(page).toHaveURL(/\/region\/eu-west-1\/customers\/[0-9a-f]{24}$/);
});

test("SHELL-07 SHELL-37 SHELL-38 unknown paths and regions are not found, inside the layout", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const response = await page.goto(`${base}/no/such/screen`);
  expect(response?.status()).toBe(404);
  await expect(page.getByText("Sorry, we couldn't find this page.")).toBeVisible();
  await expect(page).toHaveTitle("Page not found – Acme Retail – Edge");
  await expect(page.getByRole("main").getByRole("link", { name: "Contact support" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Go to the start page" })).toHaveAttribute(
    "href",
    "/",
  );
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  expect((await page.goto("/region/mars-1/customers/1/customers"))?.status()).toBe(404);
  await expect(page.getByText("Sorry, we couldn't find this page.")).toBeVisible();
  expect((await page.goto("/region/__proto__/customers/1/customers"))?.status()).toBe(404);
  expect((await page.goto("/region/only"))?.status()).toBe(404);
});

test("SHELL-51 any other path, and a region without a customer, redirect to the default customer", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  for (const path of [
    "/somewhere/else?x=1",
    "/",
    "/region",
    "/region/us-east-1",
    "/region/eu-west-1/",
    "/region/eu-west-1/customers",
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(base);
  }
});

test("SHELL-39 SHELL-40 SHELL-41 without access a page shows no content", async ({ page, signIn }) => {
  const base = await signIn(people.noAccess);
  await page.goto(base);
  await expect(page.getByText("Nothing to see here")).toBeVisible();
  await expect(
    page.getByText("You are successfully logged in but do not have access to this page."),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", /./);
  expect((await page.goto(`${base}/customers`))?.status()).toBe(403);
});

test("SHELL-15 job requisitions link to the region's part of the talent hub", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  for (const [path, target] of [
    ["job-requisitions", "https://talent-hub.example/apse2/job-requisitions"],
    ["job-requisitions/abc%2Fd", "https://talent-hub.example/apse2/job-requisitions/abc%2Fd"],
  ]) {
    const response = await page.request.get(`${base}/${path}`, { maxRedirects: 0 });
    expect(response.headers().location).toBe(target);
  }
});

test("SHELL-21 time zone and appearance are chosen in the user menu and persist @js @browser @all", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.reload();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.getByRole("button", { name: /^User menu/ }).click();
  const saved = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "UTC" }).click();
  await saved;
  await page.goto(`${base}/customers/archive`);
  await page.getByRole("button", { name: /^User menu/ }).click();
  await expect(page.getByRole("button", { name: "UTC" })).toHaveAttribute("aria-pressed", "true");
});

test("SESS-36 the running version is public", async ({ request }) => {
  const response = await request.get("/version/version.json");
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(await response.json()).toEqual({ version });
});

test("SHELL-34 a navigation that is slow shows a spinner over the whole page @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  // Only scripts add this, so from here on they handle links.
  await expect(page.getByRole("checkbox", { name: "Select all rows on this page" })).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/customers/archive.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "View Archive" }).click();
  const spinner = page.locator(".page-spinner");
  await expect(spinner).toBeVisible();
  const size = page.viewportSize();
  expect(await spinner.boundingBox()).toMatchObject({ x: 0, y: 0, ...size });
  release();
  await expect(page).toHaveURL(`${base}/customers/archive`);
  await expect(spinner).toBeHidden();
});

test("SHELL-49 without scripts no screen has a dead button", async ({ page, signIn }) => {
  test.slow();
  /** Buttons without effect: disabled, or neither submitting a form nor opening a panel. */
  const dead = () =>
    page
      .locator("button:visible")
      .evaluateAll((buttons) =>
        (buttons as HTMLButtonElement[])
          .filter(
            (button) =>
              button.disabled ||
              !(button.hasAttribute("popovertarget") || (button.type === "submit" && button.form?.action)),
          )
          .map((button) => button.outerHTML.slice(0, 200)),
      );
  const visit = async (path: string) => {
    expect((await page.goto(path))?.status(), path).toBe(200);
    expect(await page.locator("button:visible").count(), path).toBeGreaterThan(0);
    expect(await dead(), path).toEqual([]);
  };
  for (const path of ["/login", "/forgetPassword", "/resetPassword?token=x", "/loginWithSSO"])
    await visit(path);
  const base = await signIn(people.staff);
  for (const path of [
    "vacancies",
    "switch-customer",
    "customers",
    "customers/archive",
    "customers/create",
    "settings/overview",
    "settings/branding",
    "settings/notification?language=default",
    "settings/sso?domain=edge",
    "settings/compliance",
    "settings/ats-tenants",
    "settings/ats-tenants/create",
    "settings/sms",
    "settings/email-domain",
    "ats-requests",
  ])
    await visit(`${base}/${path}`);
});

test("SESS-08 SESS-35 an answer aborted half-way is not an error @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  // All but the end of the first screen's answer arrives; the end is delayed until the request is aborted.
  await page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = async (input, init) => {
      const answer = await real(input, init);
      if (!answer.url.includes("/vacancies.data")) return answer;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(bytes);
          init?.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
        },
      });
      return new Response(body, answer);
    };
  });
  const reports: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/client-errors")) reports.push(request.postData() ?? "");
  });
  await page.goto(`${base}/customers`);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  // The next screen's script is delayed, so its data arrives first.
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/list-*.js", async (route) => {
    await held;
    await route.continue();
  });
  const answered = page.waitForResponse((response) => response.url().includes("/vacancies.data"));
  await menu.getByRole("link", { name: "Vacancies" }).click();
  await (await answered).finished();
  await menu.getByRole("link", { name: "ATS Requests" }).click();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "ATS Requests" })).toBeVisible();
  expect(reports).toEqual([]);
});

test("SHELL-92 a record's page has its name as heading, and in the browser tab's title", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  for (const [list, name, kind] of [
    ["groups", "Auditors", "Group details"],
    ["policies", "Auditors", "Policy details"],
    ["workflow-sets", "Graduates", "Workflow set details"],
    ["organisations", "Acme Group", "Rename organisation"],
  ] as const) {
    await page.goto(`${base}/${list}`);
    await page.getByRole("main").getByRole("link", { name, exact: true }).first().click();
    await expect(page).toHaveTitle(`${name} – ${kind} – Acme Retail – Edge`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${kind} ${name}`);
  }
});
