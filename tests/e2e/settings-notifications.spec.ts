import type { Page } from "@playwright/test";
import { expectAccessible, hasScripts, newCustomer, otherBrowser } from "./support/settings";
import { expect, people, test } from "./support/test";

const control = (page: Page, event: string, channel: "Email" | "SMS", what: string) =>
  page.getByLabel(`${event}, ${channel}: ${what}`, { exact: true });
const save = (page: Page) => page.getByRole("main").getByRole("button", { name: "Save" });
const saved = (page: Page) =>
  expect(page.getByText("Email notification settings updated successfully")).toBeVisible();

test("NOTIF-01 NOTIF-07 SET-04 the templates are in order, and an unknown language shows the user templates", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings/overview`);
  const settings = page.getByRole("navigation", { name: "Customer settings" });
  await settings.getByRole("link", { name: "Notifications", exact: true }).click();
  await expect(page).toHaveURL(`${base}/settings/notification?language=default`);
  const tabs = page.getByRole("combobox", { name: "Notification templates" });
  await expect(tabs.getByRole("option")).toContainText([
    "User Template",
    "Live Interview",
    "English",
    "Danish",
  ]);
  await expect(
    page.getByText("Users receive the same emails whichever language they use the console in."),
  ).toBeVisible();
  await expectAccessible(page, "user templates");
  await page.goto(`${base}/settings/notification?language=tlh`);
  await expect(tabs).toHaveValue("default");
  await tabs.selectOption({ label: "Live Interview" });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(`${base}/settings/notification?language=live-interview`);
  await expect(
    page.getByText("Users receive the same emails whichever language they use the console in."),
  ).toHaveCount(0);
});

test("NOTIF-05 NOTIF-28 a language shows only Enable until it is enabled", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Languages"));
  await page.goto(`${base}/settings/notification?language=fi`);
  await expect(save(page)).toHaveCount(0);
  await expect(page.getByRole("switch")).toHaveCount(0);
  await expectAccessible(page, "language that is not enabled");
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await saved(page);
  await expect(page.getByRole("switch", { name: /: Enabled$/, checked: true })).toHaveCount(44);
  await expect(page.getByText("after 1 day").first()).toBeVisible();
  await expect(page.getByRole("switch", { name: /: Custom$/, checked: true })).toHaveCount(0);
  await page.reload();
  await expect(save(page)).toBeVisible();
  await page.goto(`${base}/settings/notification?language=sv`);
  await expect(save(page)).toHaveCount(0);
});

test("NOTIF-22 NOTIF-23 NOTIF-29 turning SMS off and on asks for confirmation, Cancel reverts it, values stay @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Global SMS"));
  await page.goto(`${base}/settings/notification?language=live-interview`);
  const global = page.getByRole("switch", { name: "SMS notifications" });
  const runsheet = control(page, "Runsheet reminder", "SMS", "Enabled");
  const dialog = (name: string) => page.getByRole("dialog", { name });
  await runsheet.uncheck();

  // With scripts the switch asks; without, saving does.
  const turn = async (on: boolean) => {
    if (on) await global.check({ force: true }).catch(() => {});
    else await global.uncheck({ force: true }).catch(() => {});
    if (!hasScripts()) await save(page).click();
  };
  const confirm = async (title: string) => {
    await dialog(title).getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    if (hasScripts()) await save(page).click();
    await saved(page);
  };

  await turn(false);
  await expect(dialog("Turn off SMS notifications?")).toBeVisible();
  await expectAccessible(page, "question");
  await dialog("Turn off SMS notifications?").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(global).toBeChecked();
  await expect(runsheet).not.toBeChecked();

  await turn(false);
  await confirm("Turn off SMS notifications?");
  await page.goto(`${base}/settings/notification?language=en-US`);
  await expect(global).not.toBeChecked();
  await expect(control(page, "Auto decline notification", "SMS", "Enabled")).toBeDisabled();
  await expect(control(page, "Auto decline notification", "SMS", "Enabled")).toBeChecked();
  await page.goto(`${base}/settings/notification?language=live-interview`);
  await expect(runsheet).toBeDisabled();
  await expect(runsheet).not.toBeChecked();
  // Other saves change neither the switch nor the settings it disables.
  await control(page, "Runsheet reminder", "Email", "Enabled").uncheck();
  await save(page).click();
  await saved(page);

  await turn(true);
  await confirm("Turn on SMS notifications?");
  await expect(global).toBeChecked();
  await expect(runsheet).toBeEnabled();
  await expect(runsheet).not.toBeChecked();
  await expect(control(page, "Runsheet reminder", "Email", "Enabled")).not.toBeChecked();
});

test("NOTIF-27 leaving with unsaved changes asks, saving and staying do not @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings/notification?language=live-interview`);
  const entry = control(page, "Invitation", "Email", "Enabled");
  await entry.setChecked(!(await entry.isChecked()));
  const template = control(page, "Invitation", "Email", "Template identifier");
  await expect(template).toBeHidden();
  await control(page, "Invitation", "Email", "Custom").check();
  await expect(template).toBeVisible();
  const templates = page.getByRole("combobox", { name: "Notification templates" });
  await templates.selectOption({ label: "English" });
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(
    "Are you sure you want to leave? Your unsaved contents will be discarded.",
  );
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(page).toHaveURL(/language=live-interview$/);
  await expect(templates).toHaveValue("live-interview");
  await page.getByRole("link", { name: "Overview" }).click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(`${base}/settings/overview`);
});

test("NOTIF-30 two people who change different entries both save, and the page lists the other's change", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Both"));
  const address = `${base}/settings/notification?language=live-interview`;
  await page.goto(address);
  const other = await otherBrowser(page);
  await other.goto(address);
  await control(other, "Invitation", "Email", "Enabled").uncheck();
  await save(other).click();
  await saved(other);

  await control(page, "Runsheet reminder", "SMS", "Enabled").uncheck();
  await save(page).click();
  await saved(page);
  await expect(
    page.getByText(
      /These have been changed in the meantime.*: Candidate notifications – Invitation, Email\./,
    ),
  ).toBeVisible();
  await expect(control(page, "Invitation", "Email", "Enabled")).not.toBeChecked();
  await expect(control(page, "Runsheet reminder", "SMS", "Enabled")).not.toBeChecked();
  await expect(control(page, "Auto decline notification", "Email", "Enabled")).toHaveCount(0);
  await other.context().close();
});

test("NOTIF-31 enabling a language that is already enabled changes nothing and says so", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Twice"));
  const address = `${base}/settings/notification?language=da`;
  await page.goto(address);
  const other = await otherBrowser(page);
  await other.goto(address);
  await other.getByRole("button", { name: "Enable", exact: true }).click();
  await saved(other);
  await control(other, "Success", "Email", "Enabled").uncheck();
  await save(other).click();
  await saved(other);
  await other.context().close();

  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await expect(page.getByText("Danish is already enabled. Nothing was changed.")).toBeVisible();
  await expect(control(page, "Success", "Email", "Enabled")).not.toBeChecked();
});
