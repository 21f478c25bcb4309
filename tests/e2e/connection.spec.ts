import type { Page, Route } from "@playwright/test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillCustomer, fillVacancy } from "./support/forms";
import { FaultProxy, html500 } from "../support/fault-proxy";
import { startConsole } from "../support/servers";
import { mark, row } from "./support/kit";
import {
  basePathOf,
  expect,
  expectAccessible,
  expectNoOverflow,
  fillSignIn,
  people,
  test,
} from "./support/test";

// The browser's message for each failed request.
test.use({ expectedErrors: [/Failed to load resource/] });

const words = "No connection. What you typed is kept.";
/** The dialog if one is open, else the page. */
const front = (page: Page) => page.getByRole("dialog").or(page.locator("body:not(:has(dialog[open]))"));
const bar = (page: Page) => front(page).getByText(words);
const retry = (page: Page) => front(page).getByRole("button", { name: "Retry" });
const save = (page: Page) => front(page).getByRole("button", { name: "Save" }).click();

const isConsoleCall = ({ pathname }: URL) =>
  pathname.endsWith(".data") || pathname === "/version/version.json";

/** Handles all data requests of scripts with `happen`, until the returned function is called. */
async function breakLine(page: Page, happen: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
  await page.route(isConsoleCall, happen);
  return () => page.unroute(isConsoleCall);
}

const badGateway = (route: Route) =>
  route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" });

/** The post is processed, but its answer is lost. */
const loseAnswers = async (route: Route) => {
  if (route.request().method() === "POST") await route.fetch();
  await route.abort("connectionreset");
};

const expectSamePage = (page: Page) => expect(page.locator("body")).toHaveAttribute("data-same", "yes");

test("SESS-34 VAC-42 GEN-22 each change is made once, however often the connection fails @js", async ({
  page,
  context,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const title = unique("Offline");
  await page.goto(`${base}/vacancies/create`);
  await fillVacancy(page, title, "As it was typed");
  await mark(page);

  // Before: the request never leaves the browser. The page stays usable and shows the reason.
  await context.setOffline(true);
  await save(page);
  await expect(bar(page)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(title);
  await expect(page.getByLabel("Description")).toHaveValue("As it was typed");
  await expect(page.locator(".page-spinner")).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "bar at 360 px");
  await expectAccessible(page, "no connection");
  await page.getByLabel("Description").fill("Typed while offline");
  // The button still works: pressing it again sends the current input instead of the pending request.
  await save(page);
  await context.setOffline(false);
  const question = page.getByRole("dialog", { name: "You cannot edit this vacancy's workflow" });
  await expect(question).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Typed while offline");

  // After: the vacancy is created, but the answer is lost. Retry uses the same key.
  const mend = await breakLine(page, loseAnswers);
  await save(page);
  await expect(bar(page)).toBeVisible();
  await mend();
  // A gateway's 502: the bar stays.
  const mendGateway = await breakLine(page, badGateway);
  await retry(page).click();
  await expect(retry(page)).not.toHaveAttribute("aria-busy", "true");
  await expect(bar(page)).toBeVisible();
  await mendGateway();
  await retry(page).click();
  await expect(page.getByText("Vacancy created.")).toBeVisible();
  await expect(row(page, title)).toHaveCount(1);
  await expect(page.getByText("Connected again.").last()).toBeVisible();
  await expect(page.getByText("Connected again.")).toHaveCount(0);
  await expectSamePage(page);

  // The same for a bulk action.
  await row(page, title).getByRole("checkbox").check();
  const mendAgain = await breakLine(page, loseAnswers);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await expect(row(page, title).getByRole("checkbox")).toBeChecked();
  await mendAgain();
  await retry(page).click();
  await expect(row(page, title)).toHaveCount(0);
  await expect(page).toHaveURL(`${base}/vacancies`);
  await expectSamePage(page);
  await page.goto(`${base}/vacancies/archive`);
  await expect(row(page, title)).toHaveCount(1);
});

test("SESS-34 CUST-36 a blocked request is reported and can be sent again @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const name = unique("Refused");
  await page.goto(`${base}/customers/create`);
  await fillCustomer(page, { name });
  await mark(page);
  let posts = 0;
  const refuse = (status: number) => async (route: Route) => {
    if (route.request().method() !== "POST") return route.continue();
    posts += 1;
    await route.fulfill({ status, contentType: "text/html", body: "<h1>Forbidden</h1>" });
  };
  const pass = await breakLine(page, refuse(403));
  await save(page);
  const refused = front(page).getByText("Blocked on the way to the console: nothing was saved.");
  await expect(refused).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await page.waitForTimeout(2_500);
  expect(posts).toBe(1);
  await expect(page.getByLabel("Display name")).toHaveValue(name);
  await expectAccessible(page, "refused");
  await pass();

  const passAgain = await breakLine(page, refuse(413));
  await save(page);
  const tooLarge = front(page).getByText("Too large to send: nothing was saved.");
  await expect(tooLarge).toBeVisible();
  await expect(refused).toHaveCount(0);
  await passAgain();

  await save(page);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(tooLarge).toHaveCount(0);
  await save(page);
  await expect(page.getByText("Customer created successfully.")).toBeVisible();
  await expect(row(page, name)).toHaveCount(1);
  await expectSamePage(page);
});

test("SESS-34 a link waits for the connection, or is blocked @js", async ({ page, context, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  await mark(page);
  await context.setOffline(true);
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Create New" }).click();
  await expect(bar(page)).toBeVisible();
  await expect(page).toHaveURL(`${base}/customers`);
  await main.getByRole("link", { name: "View Archive" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Archive" })).toBeVisible();
  await expect(page).toHaveURL(`${base}/customers/archive`);
  await expectSamePage(page);

  // A search leads to the palette's page once the connection is back.
  await context.setOffline(true);
  await page.locator(".go-to input").fill("acme");
  await expect(retry(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/(search|go)\?q=acme$/);
  await expectSamePage(page);

  // Blocked on the way, it is reported, and another link replaces it.
  await page.route(/customers\/create\.data/, (route) =>
    route.fulfill({ status: 401, contentType: "text/html", body: "<h1>Sign in</h1>" }),
  );
  await page.goto(`${base}/customers`);
  await main.getByRole("link", { name: "Create New" }).click();
  const refused = front(page).getByText("Blocked on the way");
  await expect(refused).toBeVisible();
  await expect(page).toHaveURL(`${base}/customers`);
  await main.getByRole("link", { name: "View Archive" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Archive" })).toBeVisible();
  await expect(refused).toHaveCount(0);
});

test("a screen whose script is gone after a deploy is loaded in full @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  await mark(page);
  await page.route(/\/assets\/form-.*\.js/, (route) => route.fulfill({ status: 404, body: "Not found" }), {
    times: 2,
  });
  await page.getByRole("main").getByRole("link", { name: "Create New" }).click();
  await expect(page.getByLabel("Display name")).toBeVisible();
  await expect(page).toHaveURL(`${base}/customers/create`);
  await expect(page.locator("body")).not.toHaveAttribute("data-same", "yes");
});

test("CAND-18 VAC-30 failing suggestions are reported at their field @js", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies/create`);
  await page.getByLabel("Name", { exact: true }).fill("Kept");
  const location = page.getByRole("combobox", { name: "Location" });
  const failed = page.getByText(
    "Suggestions are not available at the moment. You can still type the location.",
  );
  const answers: ((route: Route) => Promise<void>)[] = [
    (route) => route.abort(),
    badGateway,
    (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to the hotel</h1>" }),
  ];
  for (const answer of answers) {
    await page.route("**/places?*", answer, { times: 1 });
    await location.fill("newc");
    await expect(failed).toBeVisible();
    await location.fill("");
    await expect(failed).toHaveCount(0);
  }
  await page.route(
    "**/places?*",
    (route) => route.fulfill({ status: 302, headers: { location: "/login" } }),
    {
      times: 1,
    },
  );
  await location.fill("newc");
  await expect(page.getByText("No suggestions: your session has ended.")).toBeVisible();
  await expect(page).toHaveURL(`${base}/vacancies/create`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Kept");

  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await location.press("ArrowDown");
  await expect(options).toHaveCount(2);
  await location.press("Escape");
  await expect(options.first()).toBeHidden();
  await location.press("ArrowDown");
  await expect(options).toHaveCount(2);
  await location.press("ArrowDown");
  await location.press("Enter");
  await expect(location).toHaveValue("Newcastle, New South Wales, Australia");
  await expect(page.getByText("Please select a department")).toHaveCount(0);
});

test("SHELL-54 GEN-22 a region's failure keeps form, dialog and ticks @js", async ({ page, unique }) => {
  const folder = mkdtempSync(join(tmpdir(), "edge-console-region-"));
  const region = await FaultProxy.start(String(process.env.API_ADDRESS));
  const web = await startConsole(folder, { REGIONAL_API_URL: region.origin, REGIONAL_API_TIMEOUT: "1500" });
  const failed = front(page).getByText("The platform could not answer. What you typed is kept");
  try {
    await fillSignIn(page, people.staff, undefined, `${web.origin}/login`);
    await page.waitForURL(/\/region\//);
    const base = `${web.origin}${basePathOf(page)}`;
    const name = unique("Failing region");
    await page.goto(`${base}/groups/create`);
    await page.getByLabel("Group name").fill(name);
    await page.getByLabel("Description").fill("As it was typed");
    await mark(page);
    region.fail(html500);
    await save(page);
    await expect(failed).toBeVisible();
    await expect(page.getByText(/Reference: [0-9a-f-]{36}/)).toBeVisible();
    await region.heal();
    await expect(page.getByLabel("Group name")).toHaveValue(name);
    await expect(page.getByLabel("Description")).toHaveValue("As it was typed");
    await expectAccessible(page, "region failed");
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoOverflow(page, "failed at 360 px");
    await page.setViewportSize({ width: 1280, height: 720 });
    // The group is created and the answer is lost: the form reports it, and the button sends it once more.
    region.fail({ kind: "swallow" }, { isChange: true });
    await retry(page).click();
    await expect(page.getByText("We could not confirm the outcome").first()).toBeVisible();
    await expect(failed).toHaveCount(0);
    await region.heal();
    await save(page);
    await expect(page.getByText("User group created.")).toBeVisible();
    await page.goto(`${base}/groups?q=${encodeURIComponent(name)}`);
    await expect(row(page, name)).toHaveCount(1);

    await mark(page);
    await row(page, name).getByRole("checkbox").check();
    region.fail(html500);
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(failed).toBeVisible();
    await expect(row(page, name).getByRole("checkbox")).toBeChecked();
    await region.heal();
    await retry(page).click();
    await expect(row(page, name)).toHaveCount(0);
    await expectSamePage(page);
  } finally {
    await web.end("SIGTERM");
    await region.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("GEN-06 only the first and the last of several quick clicks are loaded @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings/overview`);
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(".data")) loads.push(new URL(request.url()).pathname);
  });
  const tabs = page.getByRole("navigation", { name: "Settings" });
  await tabs.evaluate((nav) => {
    const links = [...nav.querySelectorAll("a")];
    for (const name of ["Branding", "Email Domain", "Branding", "SMS"])
      links.find((link) => link.textContent?.includes(name))?.click();
  });
  await expect(page).toHaveURL(`${base}/settings/sms`);
  expect(loads.filter((path) => path.includes("/settings/"))).toEqual([
    `${base}/settings/branding.data`,
    `${base}/settings/sms.data`,
  ]);
  // None takes effect after another link was followed.
  await page.evaluate(() => {
    const link = (text: string) =>
      [...document.querySelectorAll("a")].find((one) => one.textContent?.includes(text))?.click();
    for (const text of ["Branding", "Email Domain", "Groups"]) link(text);
  });
  await expect(page).toHaveURL(`${base}/groups`);
  await page.waitForTimeout(800);
  await expect(page).toHaveURL(`${base}/groups`);
});

test("GEN-06 APP-18 pressing Apply twice loads once @js", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies`, { waitUntil: "networkidle" });
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/vacancies\/\w+(\?|$)/);
  // The vacancy's filters, not those of the list, which is shown until it is rendered.
  const filters = page.getByRole("main").getByRole("search").filter({ hasText: "Unviewed only" });
  await expect(filters).toBeVisible();
  const loads: string[] = [];
  page.on("request", (request) => {
    if (/\/vacancies\/\w+\.data/.test(request.url())) loads.push(request.url());
  });
  await filters.evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await page.waitForTimeout(800);
  expect(loads).toHaveLength(1);
});

test("SESS-16 SESS-40 AUTH-113 tabs notice each other's sign-out and sign-in @js", async ({
  page,
  context,
  unique,
}) => {
  await fillSignIn(page, people.recruiter);
  await page.waitForURL(/\/region\//);
  const base = basePathOf(page);
  const title = unique("Tabs");
  await page.goto(`${base}/vacancies/create`);
  await fillVacancy(page, title, "As it was typed");

  const other = await context.newPage();
  await other.goto(`${base}/vacancies`);
  await other.getByRole("button", { name: "User menu" }).click();
  await other.getByRole("button", { name: "Log Out" }).click();
  await other.waitForURL(/\/login/);
  const ended = page.getByRole("dialog", { name: "Your session is expired!" });
  await expect(ended).toContainText("What you typed is still on this page.");

  const opened = context.waitForEvent("page");
  await ended.getByRole("link", { name: "Log in in a new tab" }).click();
  const third = await opened;
  await expect(third).toHaveURL((url) => url.pathname === "/login");
  await fillSignIn(third, people.recruiter);
  await third.waitForURL(/\/region\//);
  await expect(ended).toHaveCount(0);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(title);
  await save(page);
  await expect(page.getByRole("dialog", { name: "You cannot edit this vacancy's workflow" })).toBeVisible();
});

test("SESS-16 a form posted after signing out is kept", async ({ page, context, unique }) => {
  await fillSignIn(page, people.recruiter);
  await page.waitForURL(/\/region\//);
  const base = basePathOf(page);
  const title = unique("Kept");
  await page.goto(`${base}/vacancies/create`);
  await fillVacancy(page, title, "As it was typed");
  const other = await context.newPage();
  await other.goto(`${base}/vacancies`);
  const csrf = await other.locator('input[name="csrf"]').first().inputValue();
  await other.request.post("/logout", { form: { csrf } });
  await save(page);
  await expect(page.getByText("Your session is expired!")).toBeVisible();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByLabel("Email").fill(people.recruiter);
  await page.getByLabel("Password", { exact: true }).fill("Console-Demo-1!");
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByRole("button", { name: "Back to the form" }).click();
  await expect(page.getByText("We kept what you had typed.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(title);
  await expect(page.getByLabel("Department").locator("option:checked")).toContainText("Bondi");
});

test("GEN-06 VAC-21 a list is refetched a second after a change @js", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies/archive?size=100`);
  const box = page.locator(".row-check").last();
  const loads: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes("/vacancies/archive.data"))
      loads.push(Date.now());
  });
  await box.check();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Vacancy(s) restored")).toBeVisible();
  await expect(page.locator(".notices > :focus")).toHaveCount(1);
  await expect.poll(() => loads.length).toBe(2);
  expect((loads[1] ?? 0) - (loads[0] ?? 0)).toBeGreaterThan(900);
  // The notice of the change stays.
  await expect(page.getByText("Vacancy(s) restored")).toBeVisible();
});
