import type { Page } from "@playwright/test";
import { expect, expectAccessible, people, test } from "./support/test";

const views = (page: Page) => page.getByRole("button", { name: "Views", exact: true });

/** Opens a list's menu and follows one of its links. */
async function choose(page: Page, name: string) {
  await views(page).click();
  await page.getByRole("link", { name, exact: true }).click();
}

/** Saves the list's current state under a name. */
async function save(page: Page, name: string, more: (page: Page) => Promise<void> = () => Promise.resolve()) {
  await choose(page, "Save this view…");
  await expect(page.getByRole("heading", { level: 1, name: "Save this view" })).toBeVisible();
  // The back link contains the list's name.
  await expect(page.getByRole("main").getByRole("link", { name: /^Views of [A-Z]/ })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await more(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("View saved.")).toBeVisible();
}

/** True if the address has these parameters. */
function isSearch({ searchParams }: URL, asked: string): boolean {
  return searchParams.toString() === new URLSearchParams(asked).toString();
}

/** Opens a view's actions on the page of all views. */
const actionsOf = (page: Page, name: string) =>
  page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();

test("GEN-32 GEN-34 a view is saved, opened, and deleted @twice", async ({ page, signIn, unique }) => {
  const base = await signIn(people.staff);
  const name = unique("Mine");
  const query = "sort=title&order=asc&applicants=with";
  const expected = `${query}&columns=title,created`;
  await page.goto(`${base}/vacancies?${expected}`);
  const count = await page.locator(".page-count").first().innerText();
  await save(page, name);
  await expect(page).toHaveURL((url) => isSearch(url, query));

  await page.goto(`${base}/vacancies`);
  await choose(page, name);
  await expect(page).toHaveURL((url) => isSearch(url, expected));
  await expect(page.locator(".page-count").first()).toHaveText(count);

  await choose(page, "All views");
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Shown now");
  await expectAccessible(page, "the views of a list");
  await actionsOf(page, name);
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(page.getByRole("dialog")).toContainText(`Delete “${name}”?`);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("View deleted.")).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toHaveCount(0);
});

test("GEN-32 GEN-34 a view of one vacancy's applications can be opened for another", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies?applicants=with&sort=title&order=asc`);
  const [first = "", second = ""] = await page
    .getByRole("rowheader")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  await page.goto(`${first}?q=nobody-has-this-name`);
  // An empty list has views, too.
  await expect(page.getByRole("row")).toHaveCount(0);
  await expectAccessible(page, "a list without candidates");
  const name = unique("Nobody");
  await save(page, name);
  await page.goto(second);
  await choose(page, name);
  await expect(page).toHaveURL((url) => url.pathname === second && url.search === "?q=nobody-has-this-name");
});

test("GEN-34 errors in a view show next to its fields, and the input stays", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const ann = unique("Ann");
  await page.goto(`${base}/users?search=ann%40acme.example`);
  await choose(page, "Save this view…");
  const name = page.getByRole("textbox", { name: "Name" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Please enter a name").first()).toBeVisible();
  await name.fill(ann);
  await page.getByRole("checkbox", { name: /Share with everyone/ }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page.getByText("A view that looks for an email address or a phone number cannot be shared").first(),
  ).toBeVisible();
  await expect(name).toHaveValue(ann);
  await page.getByRole("checkbox", { name: /Share with everyone/ }).uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("View saved.")).toBeVisible();

  await choose(page, "Save this view…");
  await name.fill(ann.toUpperCase());
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Another view of this list already has this name").first()).toBeVisible();
  await expect(name).toHaveValue(ann.toUpperCase());
  await expectAccessible(page, "the form of a view");
});

test("GEN-33 GEN-34 GEN-35 anyone can open a shared view first, only its creator can update and rename it", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const name = unique("Sorted groups");
  await page.goto(`${base}/groups?sort=name&order=asc`);
  await save(page, name, (form) => form.getByRole("checkbox", { name: /Share with everyone/ }).check());

  await page.goto(`${base}/groups?size=50`);
  await choose(page, "All views");
  await actionsOf(page, name);
  await page.getByRole("button", { name: `Update ${name} to what the list shows now` }).click();
  await expect(page.getByText(`“${name}” was updated to what the list shows now.`)).toBeVisible();
  await actionsOf(page, name);
  await page.getByRole("link", { name: `Edit ${name}` }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(`${name}, fifty`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("View saved.")).toBeVisible();

  await page.context().clearCookies();
  await signIn(people.customerAdmin);
  await page.goto(`${base}/groups`);
  await choose(page, "All views");
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("Everyone, created by");
  await actionsOf(page, `${name}, fifty`);
  await page.getByRole("button", { name: new RegExp(`^Open ${name}, fifty first`) }).click();
  await expect(row).toContainText("Opens first");
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await menu.getByRole("link", { name: "Groups" }).click();
  await expect(page).toHaveURL(`${base}/groups?size=50`);
  // An address without a query is the plain list for everyone.
  await page.goto(`${base}/groups`);
  await expect(page).toHaveURL(`${base}/groups`);
  await menu.getByRole("link", { name: "Users" }).click();
  await expect(page).toHaveURL(`${base}/users`);
  await page.goto(`${base}/groups`);
  await choose(page, "All views");
  await actionsOf(page, `${name}, fifty`);
  await page.getByRole("button", { name: `Do not open ${name}, fifty first` }).click();
  await expect(page.getByText("The list opens without a view.")).toBeVisible();
});

test("GEN-34 the palette lists views", async ({ page, signIn, unique }) => {
  const base = await signIn(people.recruiter);
  const name = unique("Palette");
  await page.goto(`${base}/vacancies?applicants=without`);
  await save(page, name);
  await page.goto(`${base}/go?q=${encodeURIComponent(name)}`);
  await page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(name) })
    .click();
  await expect(page).toHaveURL(`${base}/vacancies?applicants=without`);
});

test("GEN-36 empty parameters of a form do not stay in the address", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies?search=&applicants=with&from=&to=&tz=Australia%2FSydney`);
  await expect(page).toHaveURL(`${base}/vacancies?applicants=with`);
  await page.goto(`${base}/customers?search=`);
  await expect(page).toHaveURL(`${base}/customers`);
});

test("GEN-31 customers, users, groups, workflows and messages know their neighbours in the list", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const place = page.getByRole("navigation", { name: "Previous and next in the list" });
  for (const [path, back] of [
    ["customers?sort=displayName&order=asc", "Customers"],
    ["users?sort=email&order=asc", "Users"],
    ["groups?sort=name&order=asc", "Groups"],
    ["workflow-sets/workflows?sort=name&order=asc", "Workflows"],
  ] as const) {
    await page.goto(`${base}/${path}`);
    await page.getByRole("rowheader").first().getByRole("link").click();
    // Other journeys add to these lists, so their totals change.
    await expect(place, path).toContainText(/\b1 of \d/);
    await place.getByRole("link", { name: "Next in the list" }).click();
    await expect(place, path).toContainText(/\b2 of \d/);
    await page.locator(".trail").getByRole("link", { name: back, exact: true }).click();
    await expect(page).toHaveURL((url) => `${url.pathname}${url.search}`.endsWith(`/${path}`));
  }
  await page.goto(`${base}/groups`);
  await page.getByRole("rowheader").first().getByRole("link").click();
  await expect(page).toHaveURL(/\?list=all$/);
  await expect(place).toContainText("1 of ");

  await page.goto(`${base}/notifications?tab=sms&search=1`);
  await page.getByRole("rowheader").first().getByRole("link").click();
  await expect(page.getByRole("dialog")).toContainText("1 of ");
  await page.getByRole("dialog").getByRole("link", { name: "Next in the list" }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Previous in the list" })).toBeVisible();
});

test("GEN-34 views that fail to load are reported in the menu, and affect nothing else @js", async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  const base = await signIn(people.staff);
  await page.route(/\/views(\.json|\.data)?\?/, (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(`${base}/vacancies`);
  await views(page).click();
  await expect(page.getByText("Failed to load views.")).toBeVisible();
  await expect(page.getByRole("link", { name: "All views" })).toBeVisible();
  await expect(page.locator(".page-count").first()).toBeVisible();
});
