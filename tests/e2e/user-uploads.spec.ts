import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { hasScripts } from "./support/kit";
import { expect, expectAccessible, expectNoOverflow, people, test, untilOver } from "./support/test";

const header = "firstName,lastName,email,phoneNumber,groups";
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

/** Selects a file with these lines. */
async function choose(
  page: Page,
  content: string | Buffer,
  { name = "people.csv", mimeType = "text/csv" } = {},
) {
  await page
    .getByLabel("Select file")
    .setInputFiles({ name, mimeType, buffer: Buffer.from(content as string) });
}

/** Starts the file's check: with scripts by selecting it, without by "Save". */
async function submit(
  page: Page,
  ...file: Parameters<typeof choose> extends [Page, ...infer Rest] ? Rest : never
) {
  await choose(page, ...file);
  if (!hasScripts()) await save(page).click();
}

const wordOf = (text: string) => text.replace(/\W+/g, "-").toLowerCase();

test("UPLOAD-02 UPLOAD-03 UPLOAD-14 the form is reached from the users, leads back, and accepts its own template @both", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/users`);
  await page.getByRole("link", { name: "Upload", exact: true }).click();
  await expect(page).toHaveURL(`${base}/users/upload`);
  await expect(page.getByRole("heading", { level: 1, name: "Upload users" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Users", exact: true })).toHaveAttribute(
    "href",
    `${base}/users`,
  );
  for (const name of ["Multi-Factor Authentication", "Force Password Reset on first login"])
    await expect(page.getByLabel(name)).not.toBeChecked();
  if (hasScripts()) await expect(save(page)).toBeDisabled();
  else {
    await save(page).click();
    await expect(page.getByText("Please select a file.").last()).toBeVisible();
  }
  await expectAccessible(page, "the form");

  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download template" }).click();
  const template = await readFile(await (await waiting).path(), "utf8");
  expect(template).toContain(header);
  await submit(page, template.replaceAll(",", "\t"));
  await expect(page.getByText("File has been successfully uploaded!")).toBeVisible();
});

test("UPLOAD-04 UPLOAD-10 @js a valid file enables Save, and can be removed again", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/users/upload`);
  await expect(save(page)).toBeDisabled();
  await choose(page, `${header}\nA,B,a@b.example,,\nC,D,c@d.example,,`);
  const answer = page.getByRole("status").filter({ hasText: "File has been successfully uploaded!" });
  await expect(answer).toContainText("people.csv: 2 users");
  await expect(save(page)).toBeEnabled();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(answer).toHaveCount(0);
  await expect(save(page)).toBeDisabled();
  expect(await page.getByLabel("Select file").inputValue()).toBe("");
});

test("UPLOAD-18 UPLOAD-20 UPLOAD-21 errors in place, then users, then the corrected report @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.customerAdmin);
  const stem = wordOf(unique("up"));
  const email = (number: number) => `${stem}-${number}@acme.example`;
  await page.goto(`${base}/users/upload`);
  const content = [
    header,
    `Ann,Lee,${email(1)},+61412345678,Recruiters`,
    `=1+1,Lee,${email(2)},,Nobody`,
    "",
    `"Bo ""B""",Ek,not an email,12,`,
    `Cy,Oh,${email(1)},,`,
  ].join("\r\n");
  await choose(page, content);
  await page.getByLabel("Notes").fill(`Intake of ${stem}`);
  await save(page).click();

  await expect(page).toHaveURL(/\/users\/upload\/[0-9a-f]{32}$/);
  const address = page.url();
  const row = (number: string) =>
    page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: number }) });
  await expect(page.getByText("3 rows have errors, and no users will be created from them.")).toBeVisible();
  await expect(row("3")).toContainText("Group not found: Nobody");
  await expect(row("5")).toContainText("Please enter a valid email");
  await expectAccessible(page, "the check page");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "the check page at 360 px");
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: "Create 1 user" }).click();
  await untilOver(page, page.getByRole("heading", { name: "1 user created, 3 failed." }));
  await expect(page).toHaveURL(address);
  await expect(row("2")).toContainText("Created");
  await expect(row("3")).toContainText("Failed");
  await expectAccessible(page, "the result page");
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download error report" }).click();
  const report = await readFile(await (await waiting).path(), "utf8");

  await row("2")
    .getByRole("link", { name: email(1) })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "User details" })).toBeVisible();
  await expect(page.getByText(`Intake of ${stem}`)).toBeVisible();

  // The corrected report is uploaded as a file.
  const corrected = report
    .replace("Nobody", "")
    .replace("not an email,12", `${email(3)},`)
    .replace(email(1), email(4));
  await page.goto(`${base}/users/upload`);
  await choose(page, corrected);
  await save(page).click();
  await page.getByRole("button", { name: "Create 3 users" }).click();
  await untilOver(page, page.getByRole("heading", { name: "3 users created." }));
  await expect(page.getByRole("link", { name: "Download error report" })).toHaveCount(0);
  await expect(row("2")).toContainText("=1+1");
});
