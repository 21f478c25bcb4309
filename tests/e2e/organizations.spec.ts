import type { Page } from "@playwright/test";
import { archivedAndRestored, countOf } from "./support/archivable";
import { hasScripts, heading, main, row, slug } from "./support/kit";
import { expect, expectAccessible, people, test } from "./support/test";

async function createOrganization(page: Page, base: string, name: string) {
  await page.goto(`${base}/organisations/create`);
  await page.getByLabel("Unique name").fill(slug(name));
  await page.getByLabel("Display name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Organisation is created.")).toBeVisible();
}

test("ORG-06 ORG-07 ORG-24 ORG-32 ORG-35 ORG-45 an organisation is created, found and renamed @both", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/organisations`);
  await expect(heading(page, "Organisations")).toBeVisible();
  await page.getByRole("link", { name: "Create New" }).click();
  await expect(heading(page, "Create a new organisation")).toBeVisible();
  const save = page.getByRole("button", { name: "Save" });
  if (hasScripts()) {
    await page.getByLabel("Unique name").fill("one");
    await page.getByLabel("Display name").fill("  ");
    await expect(save).toBeDisabled();
    await page.getByLabel("Display name").fill("One");
    await expect(save).toBeEnabled();
  }
  await expect(main(page).getByRole("link", { name: "Organisations" })).toHaveAttribute(
    "href",
    `${base}/organisations`,
  );
  const name = unique("Guild");
  await createOrganization(page, base, name);
  await expect(page).toHaveURL(`${base}/organisations`);
  await expect(row(page, name)).toContainText(/\d{2} [A-Z][a-z]{2} \d{4}/);
  await page.goto(`${base}/organisations?search=${encodeURIComponent(name.replace("Guild", "guíld"))}`);
  await row(page, name).getByRole("link").click();
  await expect(heading(page, "Rename organisation")).toBeVisible();
  const uniqueName = page.getByLabel("Unique name");
  await expect(uniqueName).toHaveValue(slug(name));
  await expect(uniqueName).toHaveAttribute("readonly");
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
  notices: countOf("organisation"),
  checkWhileArchived: async (page, base, name) => {
    // It is not offered to new customers (ORG-42).
    await page.goto(`${base}/customers/create`);
    await expect(page.getByRole("option", { name: "Acme Group" })).toBeAttached();
    await expect(page.getByRole("option", { name })).toHaveCount(0);
  },
});

test("ORG-33 ORG-34 a unique name in use is refused next to the field and the input stays", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/organisations/create`);
  await page.getByLabel("Unique name").fill("ACME-group");
  await page.getByLabel("Display name").fill("Another");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Create organisation failed.")).toBeVisible();
  await expect(page.getByText("Please enter a unique organisation name").first()).toBeVisible();
  await expect(page.getByLabel("Unique name")).toHaveValue("ACME-group");
  await expect(page.getByLabel("Display name")).toHaveValue("Another");
});
