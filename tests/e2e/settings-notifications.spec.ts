import type { Page } from "@playwright/test";
import { conflictOn, expectAccessible, hasScripts, newCustomer, otherBrowser } from "./support/settings";
import { expect, expectNoOverflow, people, test } from "./support/test";

const arn = (name: string, channel: "EMAIL" | "SMS") =>
  `arn:aws:mobiletargeting:ap-southeast-2:000000000000:templates/${name}/${channel}`;
const control = (page: Page, event: string, channel: "Email" | "SMS", what: string) =>
  page.getByLabel(`${event}, ${channel}: ${what}`, { exact: true });
const save = (page: Page) => page.getByRole("main").getByRole("button", { name: "Save" });
const saved = (page: Page) =>
  expect(page.getByText("Email notification settings updated successfully")).toBeVisible();

test("NOTIF-01 NOTIF-02 NOTIF-07 SET-04 SET-07 the templates, their order, and the page of an unknown one", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings/overview`);
  const settings = page.getByRole("navigation", { name: "Customer settings" });
  await settings.getByRole("link", { name: "Notifications", exact: true }).click();
  await expect(page).toHaveURL(`${base}/settings/notification?language=default`);
  const tabs = page.getByRole("combobox", { name: "Notification templates" });
  await expect(tabs.getByRole("option")).toHaveText([
    "User Template",
    "Live Interview",
    "English",
    "Danish",
    "Dutch",
    "French",
    "Finnish",
    "German",
    "Italian",
    "Norwegian",
    "Spanish",
    "Swedish",
  ]);
  await expect(
    page.getByText("Users receive the same emails whichever language they use the console in."),
  ).toBeVisible();
  await expectAccessible(page, "user templates");
  await page.goto(`${base}/settings/notification?language=tlh`);
  await expect(tabs).toHaveValue("default");
  await tabs.selectOption({ label: "Live Interview" });
  if (!hasScripts()) await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(`${base}/settings/notification?language=live-interview`);
  await expect(
    page.getByText("Users receive the same emails whichever language they use the console in."),
  ).toHaveCount(0);
});

test("NOTIF-08..NOTIF-16 NOTIF-28 every tab has its groups, events, channels and timings", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const group = (name: string) => page.getByRole("region", { name, exact: true });
  const events = (name: string) => group(name).getByRole("rowheader");
  await page.goto(`${base}/settings/notification?language=default`);
  await expect(page.getByRole("main").getByRole("switch", { name: /: Enabled$/ })).toHaveCount(5);
  await expect(events("User notifications")).toHaveText([
    "New user account",
    "MFA codealways on: people need a code to sign in",
    "Resend MFA codealways on: people need a code to sign in",
    "Reset password",
    "Talent Insights PDF",
  ]);

  await page.goto(`${base}/settings/notification?language=live-interview`);
  const scheduled = ["Interview scheduled", "Interview updated", "Interview cancelled"];
  await expect(events("Scheduler notifications")).toHaveText(scheduled);
  await expect(events("Interviewer notifications")).toHaveText([...scheduled, "Runsheet reminder"]);
  await expect(events("Candidate notifications")).toHaveText([
    "Invitation",
    "First not-booked reminderafter 24 hours",
    "Second not-booked reminderafter 48 hours",
    ...scheduled,
    "Upcoming interview remindera day before",
  ]);

  await page.goto(`${base}/settings/notification?language=en-US`);
  const interview = [
    "Application invitation",
    "Assessment started",
    "Assessment submitted",
    "Resend application link",
    "First not-started reminderafter 1 day",
    "Second not-started reminderafter 2 days",
    "First not-completed reminderafter 1 day",
    "Second not-completed reminderafter 2 days",
  ];
  await expect(events("General")).toHaveText(["Auto decline notification"]);
  await expect(events("Chat Interview")).toHaveText(interview);
  await expect(events("Video Interview")).toHaveText(interview);
  await expect(events("My Insights Report")).toHaveText([
    "Success",
    "Short (not enough words)",
    "Garbage (low quality)",
    "Self-repeater (repeated responses)",
    "Non-English (non-source language)",
  ]);
  await expect(page.getByRole("main").getByRole("switch", { name: /: Enabled$/ })).toHaveCount(44);
  await expectAccessible(page, "English");
});

test("NOTIF-05 NOTIF-06 a language shows only Enable until it is enabled", async ({
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
  await expect(page.getByRole("switch", { name: /: Enabled$/ })).toHaveCount(44);
  for (const one of await page.getByRole("switch", { name: /: Enabled$/ }).all())
    await expect(one).toBeChecked();
  await expect(page.getByRole("switch", { name: /: Custom$/, checked: true })).toHaveCount(0);
  await page.reload();
  await expect(save(page)).toBeVisible();
  await page.goto(`${base}/settings/notification?language=sv`);
  await expect(save(page)).toHaveCount(0);
});

test("NOTIF-17..NOTIF-21 NOTIF-24 NOTIF-25 SHELL-33 custom templates are validated, saved, and kept while off", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Templates"));
  await page.goto(`${base}/settings/notification?language=en-US`);
  const custom = control(page, "Assessment started", "Email", "Custom").first();
  const template = control(page, "Assessment started", "Email", "Template identifier").first();
  if (hasScripts()) await expect(template).toBeHidden();
  else await expect(template).toBeVisible();

  await custom.check();
  await control(page, "Auto decline notification", "SMS", "Enabled").uncheck();
  await save(page).click();
  const message = "The input value can not be empty when switch is on.";
  await expect(page.getByRole("link", { name: message })).toBeVisible();
  await expect(template).toHaveAttribute("aria-invalid", "true");
  await expect(template).toHaveAccessibleDescription(message);
  await expect(page).toHaveTitle(/^Error: /);
  await expect(control(page, "Auto decline notification", "SMS", "Enabled")).not.toBeChecked();
  await expectAccessible(page, "with an error");

  for (const wrong of [arn("x", "SMS"), arn("x y", "EMAIL"), "https://template.example"]) {
    await template.fill(wrong);
    await save(page).click();
    await expect(page.getByRole("link", { name: "Please enter a valid url" })).toBeVisible();
    await expect(template).toHaveValue(wrong);
    await expect(custom).toBeChecked();
  }
  await template.fill(` ${arn("started-v2", "EMAIL")} `);
  await save(page).click();
  await saved(page);
  await page.reload();
  await expect(template).toHaveValue(arn("started-v2", "EMAIL"));
  await expect(control(page, "Auto decline notification", "SMS", "Enabled")).not.toBeChecked();
  await expect(control(page, "Auto decline notification", "Email", "Enabled")).toBeChecked();

  await custom.uncheck();
  await save(page).click();
  await saved(page);
  await page.reload();
  await expect(custom).not.toBeChecked();
  await custom.check();
  await expect(template).toBeVisible();
  await expect(template).toHaveValue(arn("started-v2", "EMAIL"));
});

test("NOTIF-22 NOTIF-23 NOTIF-24 NOTIF-29 turning SMS off and on asks for confirmation, Cancel reverts it, values stay", async ({
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

  // Cancelling leaves nothing to save.
  await turn(false);
  await dialog("Turn off SMS notifications?").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(global).toBeChecked();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
});

test("NOTIF-32 the mails with sign-in codes cannot be turned off, and are still on after a save @browser", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Codes"));
  await page.goto(`${base}/settings/notification?language=default`);
  for (const event of ["MFA code", "Resend MFA code"]) {
    const locked = control(page, event, "Email", "Enabled");
    await expect(locked).toBeDisabled();
    const label = page.locator("label").filter({ has: locked });
    await label.click({ force: true });
    await expect(locked).toBeChecked();
    await expect(control(page, event, "Email", "Custom")).toBeEnabled();
  }
  await control(page, "Reset password", "Email", "Enabled").uncheck();
  await save(page).click();
  await saved(page);
  await expect(control(page, "MFA code", "Email", "Enabled")).toBeChecked();
  await expect(control(page, "Resend MFA code", "Email", "Enabled")).toBeChecked();
  await expect(control(page, "Reset password", "Email", "Enabled")).not.toBeChecked();
});

test("NOTIF-27 leaving with unsaved changes asks, saving and staying do not @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/settings/notification?language=live-interview`);
  const entry = control(page, "Invitation", "Email", "Enabled");
  await entry.setChecked(!(await entry.isChecked()));
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

test("a customer admin reads and saves the notifications", async ({ page, signIn }) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/settings/notification?language=default`);
  await save(page).click();
  await saved(page);
});

test("the notifications fit a phone @browser", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${base}/settings/notification?language=live-interview`);
  await expectNoOverflow(page, "notifications at 360 px");
  const label = page.locator("label").filter({ has: control(page, "Invitation", "SMS", "Enabled") });
  expect((await label.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await expectAccessible(page, "notifications at 360 px");
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

test("NOTIF-30 one entry changed by two people is not overwritten unseen: the second sees both values, and chooses", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Same"));
  const address = `${base}/settings/notification?language=live-interview`;
  const custom = (one: Page) => control(one, "Invitation", "Email", "Custom");
  const template = (one: Page) => control(one, "Invitation", "Email", "Template identifier");
  await page.goto(address);
  const other = await otherBrowser(page);
  await other.goto(address);
  await custom(other).check();
  await template(other).fill(arn("theirs", "EMAIL"));
  await control(other, "Upcoming interview reminder", "Email", "Enabled").uncheck();
  await save(other).click();
  await saved(other);

  await custom(page).check();
  await template(page).fill(arn("mine", "EMAIL"));
  await save(page).click();
  const panel = conflictOn(page);
  await expect(panel).toContainText("You saved a change at");
  // The other person changed two; the one not touched here is not offered as a choice.
  await expect(panel.getByRole("row")).toHaveCount(2);
  const row = panel.getByRole("row", { name: /Candidate notifications – Invitation, Email: Template/ });
  await expect(row).toContainText(arn("mine", "EMAIL"));
  await expect(row).toContainText(arn("theirs", "EMAIL"));
  await expect(template(page)).toHaveValue(arn("mine", "EMAIL"));
  await expectAccessible(page, "conflict");

  await page.getByRole("button", { name: "Save mine" }).click();
  await saved(page);
  await expect(template(page)).toHaveValue(arn("mine", "EMAIL"));
  await expect(control(page, "Upcoming interview reminder", "Email", "Enabled")).not.toBeChecked();
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
