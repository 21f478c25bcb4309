import { demoVacancyId } from "../../regional-api/seed/ids";
import { expect, expectAccessible, expectNoOverflow, people, test } from "./support/test";

test("GEN-111 SHELL-100 AUD-17 AUD-18 AUD-22 an action on a group is in the record and its history, with the previous values, which fill its form @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.customerAdmin);
  const name = unique("Recorders");
  await page.goto(`${base}/groups/create`);
  await page.getByLabel("Group name").fill(name);
  await page.getByLabel("Group Description").fill("Before it was changed");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Group Description").fill("After it was changed");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("User group updated successfully.")).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "History", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Record of changes", level: 1 })).toBeVisible();
  await expect(page.getByText(`History of Group: ${name}.`)).toBeVisible();
  const entries = page.getByRole("link", { name: `the group ${name}` });
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toHaveAccessibleName(/ changed the group .* \d\d:\d\d:\d\d$/);
  await expect(page.getByText("Description: Before it was changed → After it was changed")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: /^Today, / })).toHaveCount(1);
  await expectAccessible(page, "record of changes");

  await entries.first().click();
  await expect(page.getByText("Record entry", { exact: true })).toBeVisible();
  await expect(page.getByText("Before it was changed")).toBeVisible();
  await expect(page.getByText("After it was changed")).toBeVisible();
  await expectAccessible(page, "entry of the record");
  await expectNoOverflow(page, "entry of the record");

  await page.getByRole("link", { name: "Fill in the earlier values" }).click();
  await expect(page.getByText("Nothing is saved yet")).toBeVisible();
  await expect(page.getByLabel("Group name")).toHaveValue(name);
  await expect(page.getByLabel("Group Description")).toHaveValue("Before it was changed");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("User group updated successfully.")).toBeVisible();
  await expect(page.getByText("Before it was changed")).toBeVisible();

  // The address shows the same rows to anyone.
  await page.goto(`${base}/record?kind=GROUP&action=CREATED&search=${name.split(" ")[0] ?? ""}`);
  await expect(page.getByRole("link", { name: `created the group ${name}` })).toHaveCount(1);
});

test("AUD-10 an entry about a candidate links to the history of the application and of the details", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`);
  await page.getByRole("rowheader").first().getByRole("link").click();
  const happened = page.getByRole("region", { name: "What happened" });
  await expect(happened).toBeVisible();
  await expectAccessible(page, "a candidate's page");
  await happened.getByRole("link", { name: "History of the candidate's details" }).click();
  await expect(page.getByRole("heading", { name: "Record of changes", level: 1 })).toBeVisible();
  await page.goBack();
  await happened.getByRole("link", { name: "History of this application" }).click();
  await expect(page).toHaveURL(/record\?of=APPLICATION&id=[0-9a-f]{24}$/);
  await expect(page.getByText(/^History of Application/)).toBeVisible();
});
