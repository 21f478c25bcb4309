import type { Page } from "@playwright/test";
import { archivedAndRestored, countOf } from "./support/archivable";
import { hasScripts, heading, main, row, slug } from "./support/kit";
import { expect, expectAccessible, expectNoOverflow, people, test } from "./support/test";

async function createOrganization(page: Page, base: string, name: string) {
  await page.goto(`${base}/organisations/create`);
  await page.getByLabel("Unique name").fill(slug(name));
  await page.getByLabel("Display name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Organisation is created.")).toBeVisible();
}

test("ORG-01 ORG-19 ORG-24 ORG-32 ORG-35 ORG-46 create and rename @both", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/organisations`);
  await expect(heading(page, "Organisations")).toBeVisible();
  await page.getByRole("link", { name: "Create New" }).click();
  await expect(heading(page, "Create a new organisation")).toBeVisible();
  await expect(main(page).getByRole("link", { name: "Organisations" })).toHaveAttribute(
    "href",
    `${base}/organisations`,
  );
  const name = unique("Guild");
  await createOrganization(page, base, name);
  await expect(page).toHaveURL(`${base}/organisations`);
  await row(page, name).getByRole("link").click();
  await expect(heading(page, "Rename organisation")).toBeVisible();
  await expect(main(page)).toContainText(slug(name));
  await expectAccessible(page, "the form");
  await page.getByLabel("Display name").fill(`Renamed ${name}`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Organisation is renamed.")).toBeVisible();
  await expect(row(page, `Renamed ${name}`)).toBeVisible();
});

archivedAndRestored({
  rows: "GEN-02 ORG-09 SHELL-31 ORG-36 ORG-38 ORG-40 ORG-42",
  ...{ person: people.staff, list: "organisations", withoutPage: true },
  create: createOrganization,
  columns: ["Name", "Created"],
  archiveColumns: ["Name", "Created", "Archived"],
  sort: ["displayName", "Name"],
  ...{ back: "Organisations", view: "Organisations" },
  told: countOf("organisation"),
  meanwhile: async (page, base, name) => {
    // It is not offered to new customers (ORG-42).
    await page.goto(`${base}/customers/create`);
    await expect(page.getByRole("option", { name: "Acme Group" })).toBeAttached();
    await expect(page.getByRole("option", { name })).toHaveCount(0);
  },
});

test("ORG-25 ORG-26 ORG-28 ORG-33 ORG-34 errors show next to the field and the input stays", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/organisations/create`);
  if (hasScripts()) {
    // A field left empty shows an error; Save waits for both (ORG-25).
    await page.getByLabel("Unique name").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
  } else await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please enter unique organisation name").first()).toBeVisible();
  await expect(page.getByText("Please enter display organisation name").first()).toBeVisible();
  await page.getByLabel("Unique name").fill("ACME-group");
  await page.getByLabel("Display name").fill("Another");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Create organisation failed.")).toBeVisible();
  await expect(page.getByText("Please enter a unique organisation name").first()).toBeVisible();
  await expect(page.getByLabel("Unique name")).toHaveValue("ACME-group");
  await expect(page.getByLabel("Display name")).toHaveValue("Another");
});

test("GEN-04 ORG-07 ORG-45 the search is in the query string and ignores accents", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/organisations?search=acm%C3%A9`);
  await expect(page.getByRole("rowheader")).not.toHaveCount(0);
  await page.goto(`${base}/organisations?search=glob&sort=nonsense&size=7`);
  await expect(page.getByRole("rowheader")).toHaveText(["Globex"]);
});

test("ORG-37 the organisation of the open customer cannot be selected", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/organisations?search=acme+group`);
  const box = row(page, "Acme Group").getByRole("checkbox");
  await expect(box).toBeDisabled();
  await page.setViewportSize({ width: 360, height: 700 });
  await expectNoOverflow(page, "360 px");
});

test("ORG-25 Save waits until both fields are filled @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/organisations/create`);
  const save = page.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await page.getByLabel("Unique name").fill("one");
  await page.getByLabel("Display name").fill("  ");
  await expect(save).toBeDisabled();
  await page.getByLabel("Display name").fill("One");
  await expect(save).toBeEnabled();
});

test("ORG-04 ORG-39 the selection is counted, and required by the button @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/organisations`);
  const archive = page.getByRole("button", { name: "Archive", exact: true });
  await expect(archive).toBeDisabled();
  await page.locator(".all-check").check();
  await expect(archive).toBeEnabled();
  const chosen = await page.locator(".row-check:checked").count();
  expect(chosen).toBeGreaterThan(0);
  await expect(page.getByText(new RegExp(`^${chosen} .*selected`))).toBeVisible();
  await page.goto(`${base}/organisations/archive`);
  await expect(page.getByRole("button", { name: "Restore", exact: true })).toBeDisabled();
});

test.describe("in American English", () => {
  test.use({ locale: "en-US" });
  test("ORG-01 ORG-06 the list is called Organizations and dates read MMM DD, YYYY", async ({
    page,
    signIn,
  }) => {
    const base = await signIn(people.staff);
    await page.goto(`${base}/organisations`);
    await expect(page.getByRole("heading", { level: 1, name: "Organizations" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(/[A-Z][a-z]{2} \d{2}, \d{4}/);
    await page.goto(`${base}/organisations/create`);
    await expect(page.getByRole("heading", { level: 1, name: "Create a new organization" })).toBeVisible();
  });
});

test("ORG-06 dates read DD MMM YYYY in British English", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/organisations`);
  await expect(page.getByRole("main")).toContainText(/\d{2} [A-Z][a-z]{2} \d{4}/);
});
