import type { Page } from "@playwright/test";
import { demoCustomers } from "../../regional-api/seed/ids";
import { mailTo } from "./support/mail";
import { archivedAndRestored, countOf } from "./support/archivable";
import { columns, heading, main, row } from "./support/kit";
import { hasScripts } from "./support/settings";
import { expect, expectAccessible, expectNoOverflow, fillSignIn, people, test } from "./support/test";

const lastNameOf = (unique: string) => unique.replace(/\W+/g, "-").slice(-45);

/** Creates a user for one test with the form. Returns name and email. */
async function createUser(page: Page, base: string, unique: (stem: string) => string, group?: string) {
  const lastName = lastNameOf(unique("User"));
  const email = `${lastName.toLowerCase()}@acme.example`;
  await page.goto(`${base}/users/create`);
  await page.getByLabel("First name").fill("Testy");
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email", { exact: true }).fill(email);
  if (group) await page.getByRole("checkbox", { name: group }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("User is created.")).toBeVisible();
  return { name: `Testy ${lastName}`, email };
}

/** An area of a person's permissions. */
const areaOf = (page: Page, name: string) =>
  page.locator("details", { has: page.locator("summary", { hasText: name }) });

/** Opens a person's details through the search. */
async function openUser(page: Page, base: string, name: string) {
  await page.goto(`${base}/users?${new URLSearchParams({ search: name })}`);
  await row(page, name).getByRole("link").click();
  await expect(heading(page, "User details")).toBeVisible();
}

test("USER-01 USER-10 USER-05 USER-07 USER-08 USER-09 USER-22 the list shows people and leads to their details", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/vacancies`);
  await page.goto(
    (await page
      .getByRole("navigation", { name: "Main menu" })
      .getByRole("link", { name: "Users" })
      .getAttribute("href")) ?? "",
  );
  await expect(heading(page, "Users")).toBeVisible();
  const headings = columns(page);
  await expect(headings).toContainText([
    "User name",
    "Email",
    "Groups",
    "Created",
    "Last active",
    "Multi-factor",
    "Password expires",
  ]);
  await expect(page.getByRole("link", { name: "Create New" })).toHaveAttribute(
    "href",
    `${base}/users/create`,
  );
  await expect(page.getByText("Unactivated").first()).toBeVisible();
  await expect(page.getByText(/^\d+ days$/).first()).toBeVisible();
  // The oldest are demo data; the newest belong to other journeys.
  await page.goto(`${base}/users?sort=createdAt&order=asc`);
  await expect(row(page, "Expired").first()).toContainText("0 day");
  await page.goto(`${base}/users`);
  await page.getByLabel("Search user").fill("rowan rec");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/search=rowan\+rec/);
  await expect(page.getByRole("rowheader")).toHaveText(["Rowan Recruiter"]);
  await row(page, "Rowan Recruiter").getByRole("link").click();
  await expect(page).toHaveURL(/\/users\/[0-9a-f]{24}\?list=search/);
  await expect(heading(page, "User details")).toBeVisible();
});

test("USER-45 USER-46 USER-55 a single sign-on user shows no password expiry and has none to reset", async ({
  page,
  signIn,
}) => {
  await signIn(people.staff);
  const initech = `/region/eu-west-1/customers/${demoCustomers.initech.id}`;
  await page.goto(`${initech}/users?search=sasha`);
  // For the second factor and the password.
  await expect(row(page, "Sasha Single-Sign").getByText("Single Sign-On", { exact: true })).toHaveCount(2);
  await expect(row(page, "Sasha Single-Sign")).not.toContainText("Expired");
  await row(page, "Sasha Single-Sign").getByRole("link").first().click();
  for (const fact of ["Password age", "Multi-factor authentication"]) {
    const value = page.locator("dt").filter({ hasText: fact }).locator("+ dd");
    await expect(value).toHaveText("Single Sign-On");
  }
  await expect(page.getByText(/Password expired|MFA off/)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Sessions", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Remembered devices" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Archive" })).toBeVisible();
  for (const name of ["Unlock", "Reset password"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
});

test("USER-117 a person with only the right to view reads people and departments, without buttons", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.auditor);
  const changes = /^(Create New|Upload|Archive|Restore|Add to group|Edit|Reset password|Unlock)$/;
  const found = new URLSearchParams({ search: people.recruiter });
  for (const path of [`users?${found}`, "users/archive", "departments", "details"]) {
    if (path === "details") {
      await page.goto(`${base}/users?${found}`);
      await page.getByRole("rowheader").getByRole("link").first().click();
    } else expect((await page.goto(`${base}/${path}`))?.status(), path).toBe(200);
    await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
    await expect(main(page).getByRole("button", { name: changes })).toHaveCount(0);
    await expect(main(page).getByRole("link", { name: changes })).toHaveCount(0);
  }
});

test("USER-121 the account page of a single sign-on user says so, and lists no remembered devices", async ({
  page,
}) => {
  await page.goto("/loginWithSSO");
  await page.getByPlaceholder("Enter your email or Account Name").fill("initech");
  await page.getByRole("button", { name: "Go to Single Sign-On" }).click();
  await page.getByLabel("Email").fill("sso.user@initech.example");
  await page.getByLabel("First name").fill("Sasha");
  await page.getByLabel("Last name").fill("Single-Sign");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("button", { name: "Continue to the console" }).click();
  await expect(page).toHaveURL(/\/customers\/[0-9a-f]{24}$/);
  await page.goto(`/region/eu-west-1/customers/${demoCustomers.initech.id}/account`);
  await expect(
    page.getByText("You sign in with Single Sign-On, and have no password or code here."),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sessions", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Remembered devices" })).toHaveCount(0);
});

test("USER-62 USER-64 USER-116 a new user gets a mail with a password that must be changed", async ({
  page,
  signIn,
  unique,
  browser,
  baseURL,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/users/create`);
  await expect(heading(page, "Create a new user")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Users" })).toHaveAttribute(
    "href",
    `${base}/users`,
  );
  await expect(page.getByRole("checkbox", { name: "Recruiters" })).toBeVisible();
  await expect(page.getByText("If none is chosen, this person has no access")).toBeVisible();
  // The provider's own group is hidden from a customer's administrator (GRP-54).
  await expect(page.getByRole("checkbox", { name: "Platform staff" })).toHaveCount(0);
  await expectAccessible(page, "the form");
  const { name, email } = await createUser(page, base, unique);
  await expect(page).toHaveURL(`${base}/users`);
  await expect(row(page, name)).toContainText("Unactivated");

  await page.goto(`${base}/users/create`);
  await page.getByLabel("First name").fill("Another");
  await page.getByLabel("Last name").fill("One");
  await page.getByLabel("Email", { exact: true }).fill(email.toUpperCase());
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText(`User exists: User with username and email ${email} already exists.`),
  ).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Another");

  const mail = await mailTo(page, email);
  const password = /Temporary password: (\S+)/.exec(mail.text)?.[1] ?? "";
  const other = await (await browser.newContext({ baseURL })).newPage();
  await fillSignIn(other, email, password);
  await expect(other).toHaveURL(/\/resetPassword/);
  await expect(other.getByText("Please choose a new password.")).toBeVisible();
  await other.context().close();
});

test("USER-66 USER-67 USER-72 errors show next to each field, and the input stays", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/users/create`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please enter your first name").first()).toBeVisible();
  await page.getByLabel("First name").fill("Åse");
  await page.getByLabel("Last name").fill("O'Neill");
  await page.getByLabel("Email", { exact: true }).fill("ase@acme.example");
  const country = page.getByLabel("Country code");
  await expect(country).toHaveValue("");
  await expect(country.locator("option").nth(1)).toHaveText("Australia (+61)");
  await country.selectOption("AU");
  await page.getByLabel("Phone number").fill("12");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please enter a valid phone number").first()).toBeVisible();
  await expect(page.getByLabel("Last name")).toHaveValue("O'Neill");
});

test("USER-41 USER-44 USER-47 USER-48 USER-52 USER-65 USER-84 a person's details are read and edited @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const { name, email } = await createUser(page, base, unique);
  await openUser(page, base, name);
  const main = page.getByRole("main");
  for (const [term, value] of [
    ["Customer", "Acme Retail"],
    ["Email", email],
    ["Phone number", "-"],
    ["Last active", "Unactivated"],
    ["Password age", "0 day"],
    ["Multi-factor authentication", "OFF"],
  ] as const)
    await expect(main.locator("dl div, dl").filter({ hasText: term }).first()).toContainText(value);
  await expect(main.getByText("Created", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(heading(page, "Edit user")).toBeVisible();
  const address = page.getByLabel("Email", { exact: true });
  await expect(address).toHaveValue(email);
  await expect(address).toHaveAttribute("readonly");
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expectAccessible(page, "the edit form");
  await page.getByLabel("First name").fill("Edited");
  await page.getByLabel("Country code").selectOption("AU");
  await page.getByLabel("Phone number").fill("412 345 678");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("User is updated.")).toBeVisible();
  await expect(heading(page, "User details")).toBeVisible();
  await expect(main).toContainText("+61412345678");
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByLabel("Phone number")).toHaveValue("412345678");
  await page.getByLabel("Country code").selectOption("");
  await page.getByLabel("Phone number").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("User is updated.")).toBeVisible();
  await expect(main).not.toContainText("+61412345678");
});

archivedAndRestored({
  rows: "USER-27 USER-29 ORG-40 USER-36 USER-37 USER-51 USER-53",
  ...{ person: people.staff, list: "users" },
  nameOf: (unique) => `Testy ${lastNameOf(unique)}`,
  create: async (page, base, name) => void (await createUser(page, base, () => name.slice(6))),
  columns: ["User name", "Email", "Groups", "Created"],
  archiveColumns: ["User name", "Email", "Groups", "Created", "Last active", "Archived"],
  sort: ["email", "Email"],
  ...{ back: "Users", view: "Users" },
  notices: countOf("user"),
  checkWhileArchived: async (page, _base, name) => {
    await row(page, name).getByRole("link").click();
    const back = main(page).getByRole("link", { name: "Archive", exact: true });
    await expect(back).toHaveAttribute("href", /\/users\/archive(\?|$)/);
    for (const button of ["Archive", "Unlock", "Reset password"])
      await expect(page.getByRole("button", { name: button, exact: true })).toHaveCount(0);
  },
});

test("USER-32 USER-90 refuses to archive one's own account and the last users who can edit others @twice", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await openUser(page, base, "Casey Custodian");
  await expect(page.getByRole("button", { name: "Archive", exact: true })).toBeDisabled();

  const globex = (await signIn(people.american)).replace("/ap-southeast-2/", "/us-east-1/");
  await page.goto(`${globex}/users?search=uma`);
  await row(page, "Uma Sam").getByRole("checkbox").check();
  const archive = page.getByRole("button", { name: "Archive", exact: true });
  if (hasScripts()) await expect(archive).toBeDisabled();
  else await archive.click();
  await expect(page.getByText("You cannot archive yourself.")).toBeVisible();
  await expect(row(page, "Uma Sam")).toBeVisible();
});

test("USER-24 USER-25 USER-115 selected people are added to groups, in a dialog over the same list @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const { name } = await createUser(page, base, unique);
  const listed = `${base}/users?${new URLSearchParams({ search: name })}`;
  await page.goto(listed);
  const button = page.getByRole("main").getByRole("button", { name: "Add to group", exact: true });
  const open = async () => {
    if (hasScripts()) await expect(button).toBeDisabled();
    await row(page, name).getByRole("checkbox").check();
    await button.click();
    await expect(page).toHaveURL(/\/users\/add-to-group\?/);
  };
  const dialog = page.getByRole("dialog", { name: "Add to group" });
  await open();
  await expect(dialog).toContainText("1 user");
  await expectAccessible(page, "the dialog");
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(({ pathname, search }) => pathname + search === listed);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // With scripts the selection is kept, and cleared for the next step.
  if (hasScripts()) {
    await expect(row(page, name).getByRole("checkbox")).toBeChecked();
    await expect(button).toBeEnabled();
    await row(page, name).getByRole("checkbox").uncheck();
  }
  await open();
  await dialog.getByRole("button", { name: "Add to group" }).click();
  await expect(dialog.getByText("Please select at least one group").first()).toBeVisible();
  for (const group of ["Recruiters", "Hiring Managers"])
    await dialog.getByRole("checkbox", { name: group, exact: true }).check();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "the dialog at 360 px");
  await dialog.getByRole("button", { name: "Add to group" }).click();
  await expect(page.getByText("User added to group.")).toBeVisible();
  await expect(page).toHaveURL(listed);
  await row(page, name).getByRole("link").click();
  const main = page.getByRole("main");
  await expect(main.getByText("Hiring Managers", { exact: true })).toBeVisible();
  await expect(main.getByText("Recruiters", { exact: true })).toBeVisible();
});

test("USER-42 USER-59 USER-60 a locked user is unlocked and can sign in at once", async ({
  page,
  signIn,
  unique,
  browser,
  baseURL,
}) => {
  const base = await signIn(people.staff);
  const { name, email } = await createUser(page, base, unique);
  await openUser(page, base, name);
  await expect(page.getByRole("button", { name: "Unlock" })).toBeDisabled();
  const other = await (await browser.newContext({ baseURL })).newPage();
  for (let tries = 0; tries < 5; tries += 1) {
    await fillSignIn(other, email, `wrong ${tries}`);
    await expect(other.getByRole("alert").or(other.locator(".notice, .callout")).first()).toBeVisible();
  }
  await page.reload();
  await expect(page.getByTitle("User is locked")).toBeVisible();
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByText("The user has been unlocked")).toBeVisible();
  await expect(page.getByTitle("User is locked")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Unlock" })).toBeDisabled();
  const password = /Temporary password: (\S+)/.exec((await mailTo(page, email)).text)?.[1] ?? "";
  await fillSignIn(other, email, password);
  await expect(other).toHaveURL(/\/resetPassword/);
  await other.context().close();
});

test("USER-43 USER-88 the details list a person's rights and their sources", async ({ page, signIn }) => {
  const base = await signIn(people.customerAdmin);
  await openUser(page, base, "Rowan Recruiter");
  const area = areaOf(page, "Vacancy & Application Management");
  await expect(area.locator("summary")).toContainText("13 of 15");
  await area.locator("summary").click();
  // Named once, above the actions that it gives.
  await expect(area.getByText("Allowed by group Recruiters, policy Recruiters: all departments")).toHaveCount(
    1,
  );
  await expect(area.getByRole("listitem").filter({ hasText: "Create vacancy" })).toBeVisible();
  const others = areaOf(page, "User Management");
  await expect(others.locator("summary")).toContainText("0 of 7");
  await others.locator("summary").click();
  await expect(others.getByText("Not given")).toBeVisible();
  await expectAccessible(page, "the details");

  await page.goto(`${base}/users?search=avery`);
  await row(page, "Avery Admin").getByRole("link").click();
  await expect(
    page.getByText("This person has more rights than you, so you cannot change their account."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Archive", exact: true })).toHaveCount(0);
  const whole = areaOf(page, "Vacancy & Application Management");
  await whole.locator("summary").click();
  await expect(whole.getByText("Allowed by a group of the provider: all customers")).toBeVisible();
});

test("USER-122 USER-123 USER-124 one action is answered in a sentence, with who gave it", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.customerAdmin);
  const { name } = await createUser(page, base, unique, "Recruiters");
  await openUser(page, base, name);
  await page.getByRole("link", { name: "May this person …?" }).click();
  await page.getByLabel("Action", { exact: true }).selectOption({ label: "Archive vacancy" });
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  const notice = main(page).getByRole("status").filter({ hasText: name });
  await expect(notice).toContainText(`Yes, ${name} is allowed “Archive vacancy” in all departments.`);
  await expect(notice).toContainText("Allowed by group Recruiters, policy Recruiters: all departments");
  await expect(notice).toContainText("added them to the group.");
  await expect(notice).toContainText("The record does not say when it was added to the policy.");
  await expectAccessible(page, "the answer");

  await page.getByLabel("Action", { exact: true }).selectOption({ label: "Edit user" });
  await page.getByLabel("Department", { exact: true }).selectOption({ index: 2 });
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(notice).toContainText("None of this person's groups allows it.");
  const address = page.url();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "the answer at 360 px");

  // The address holds the question and its answer; another customer's department is not found.
  await page.goto(address);
  await expect(notice).toContainText(`No, ${name} is not allowed “Edit user” in`);
  await page.goto(address.replace(/department=[^&]*/, "department=0d0000000000000000000002"));
  await expect(page.getByText("This department does not exist any more.")).toBeVisible();
});

test("USER-89 USER-119 USER-120 sessions are listed and ended, another person's and one's own", async ({
  page,
  signIn,
  unique,
  browser,
  baseURL,
}) => {
  const base = await signIn(people.staff);
  const { name, email } = await createUser(page, base, unique, "Recruiters");
  const link = /https?:\S+/;
  await openUser(page, base, name);
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByText("An email has been sent to this user.")).toBeVisible();
  const other = await (await browser.newContext({ baseURL })).newPage();
  const address = new URL(link.exec((await mailTo(page, email)).text)?.[0] ?? "");
  await other.goto(address.pathname + address.search);
  await other.getByLabel("New password", { exact: true }).fill("A-New-Secret-1!");
  await other.getByLabel("Repeat the new password").fill("A-New-Secret-1!");
  await other.getByRole("button", { name: "Set password" }).click();
  await fillSignIn(other, email, "A-New-Secret-1!");
  await other.waitForURL((url) => url.pathname !== "/login");

  await page.reload();
  await expect(page.getByText("Not signed in anywhere.")).toHaveCount(0);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("This user has been signed out everywhere.")).toBeVisible();
  await expect(page.getByText("Not signed in anywhere.")).toBeVisible();
  await other.goto(base);
  await expect(other).toHaveURL(/\/login/);

  await fillSignIn(other, email, "A-New-Secret-1!");
  await other.waitForURL((url) => url.pathname !== "/login");
  await other.goto(`${base}/account`);
  await expect(heading(other, "Your account")).toBeVisible();
  await expect(other.getByText("This session")).toBeVisible();
  await expect(other.getByText("Last sign-in", { exact: true })).toBeVisible();
  // A second browser of the same person, signed out from the first (USER-120).
  const second = await (await browser.newContext({ baseURL })).newPage();
  await fillSignIn(second, email, "A-New-Secret-1!");
  await second.waitForURL((url) => url.pathname !== "/login");
  await other.reload();
  const known = /^Unknown browser|on /;
  await expect(other.getByRole("rowheader").filter({ hasText: known }).first()).toBeVisible();
  await other.getByRole("button", { name: /^End the session of / }).click();
  await expect(other.getByText("The session has been ended.")).toBeVisible();
  await expect(other.getByRole("button", { name: /^End the session of / })).toHaveCount(0);
  await second.goto(`${base}/account`);
  await expect(second).toHaveURL(/\/login/);
  await second.context().close();
  await other.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(other).toHaveURL(/\/login/);
  await other.goto(`${base}/account`);
  await expect(other).toHaveURL(/\/login/);
  await other.context().close();
});
