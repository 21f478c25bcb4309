import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { mailTo } from "./support/mail";
import { hasScripts } from "./support/kit";
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  fillSignIn,
  people,
  test,
  untilOver,
} from "./support/test";

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

test("UPLOAD-02 UPLOAD-03 UPLOAD-14 UPLOAD-36 USER-23 the form, its template, the way there and back @both", async ({
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
  await expect(page.getByLabel("Notes")).toBeVisible();
  await expectAccessible(page, "the form");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "the form at 360 px");

  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download template" }).click();
  const template = await readFile(await (await waiting).path(), "utf8");
  expect(template).toContain(header);
  await submit(page, template.replaceAll(",", "\t"));
  await expect(page.getByText("File has been successfully uploaded!")).toBeVisible();
});

test("UPLOAD-04 UPLOAD-05 UPLOAD-07 UPLOAD-08 UPLOAD-09 UPLOAD-15 unreadable files are reported next to the field", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `A,B,a${at}@b.example,,`);
  const cases: [string, string | Buffer, { name?: string; mimeType?: string }][] = [
    ["Only CSV files are accepted.", `${header}\n`, { mimeType: "text/plain", name: "people.txt" }],
    ["Limited to 100 users!", [header, ...rows(101)].join("\n"), {}],
    ["The file has no users.", header, {}],
    ["The file must have the columns firstName, lastName and email.", "", {}],
    ["The file is not saved as UTF-8", Buffer.from(`${header}\nÅ,B,a@b.example,,`, "latin1"), {}],
    ["The file is a workbook or an archive", Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), {}],
    ["File size should be limited to 5MB!", Buffer.alloc(5 * 1024 * 1024 + 1, "a"), {}],
  ];
  await page.goto(`${base}/users/upload`);
  if (hasScripts()) {
    await expect(save(page)).toBeDisabled();
  } else {
    await save(page).click();
    await expect(page.getByText("Please select a file.").last()).toBeVisible();
  }
  for (const [fault, content, options] of cases) {
    await submit(page, content, options);
    await expect(page.locator(".field-error"), fault).toContainText(fault);
    if (hasScripts()) await expect(save(page)).toBeDisabled();
  }
  // Larger than the request limit: without scripts the server's page reports it.
  await submit(page, Buffer.alloc(7 * 1024 * 1024, "a"));
  await expect(page.getByText("File size should be limited to 5MB!")).toBeVisible();
});

test("UPLOAD-04 UPLOAD-10 @js a file that passes opens Save, and can be taken away again", async ({
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

test("UPLOAD-11 overlong notes are reported together with the file's errors, and stay", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/users/upload`);
  await page.getByLabel("Notes").fill("x".repeat(151));
  await choose(page, hasScripts() ? `${header}\nA,B,a@b.example,,` : header);
  await save(page).click();
  await expect(page.locator(".field-error").last()).toContainText(
    "Please keep the notes within 150 characters",
  );
  await expect(page.getByLabel("Notes")).toHaveValue("x".repeat(151));
  if (!hasScripts())
    await expect(page.locator(".field-error").first()).toContainText("The file has no users.");
});

test("UPLOAD-18 UPLOAD-20 UPLOAD-21 UPLOAD-23 UPLOAD-24 UPLOAD-28 GEN-22 UPLOAD-32 errors in place, then users, then the corrected report", async ({
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
  const checked = async () => {
    await expect(page.getByText("3 rows have errors, and no users will be created from them.")).toBeVisible();
    await expect(row("3")).toContainText("Group not found: Nobody");
    await expect(row("5")).toContainText("Please enter a valid email");
    await expect(row("5")).toContainText("Please enter a valid phone number");
    await expect(row("6")).toContainText("Duplicate email in this file (first on row 2).");
  };
  await checked();
  await expectAccessible(page, "the check page");
  await page.reload();
  await checked();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "the check page at 360 px");
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: "Create 1 user" }).click();
  await untilOver(page, page.getByRole("heading", { name: "1 user created, 3 failed." }));
  await expect(page).toHaveURL(address);
  await expect(row("2")).toContainText("Created");
  await expect(row("3")).toContainText("Failed");
  await expectAccessible(page, "the result page");
  await page.reload();
  await expect(page.getByRole("heading", { name: "1 user created, 3 failed." })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Create / })).toHaveCount(0);

  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download error report" }).click();
  const report = await readFile(await (await waiting).path(), "utf8");
  expect(report).toContain(`${header},row,error`);
  expect(report).toContain("'=1+1,Lee");

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

test("UPLOAD-26 UPLOAD-27 UPLOAD-29 the code step and the mandatory new password at the first sign-in", async ({
  page,
  signIn,
  unique,
  browser,
  baseURL,
}) => {
  const base = await signIn(people.customerAdmin);
  const stem = wordOf(unique("up"));
  const kinds = [
    { on: "Multi-Factor Authentication", email: `${stem}-mfa@acme.example` },
    { on: "Force Password Reset on first login", email: `${stem}-reset@acme.example` },
  ];
  for (const { on, email } of kinds) {
    await page.goto(`${base}/users/upload`);
    await choose(page, `${header}\nAnn,Lee,${email},,Recruiters`);
    await page.getByLabel(on).check();
    await save(page).click();
    await page.getByRole("button", { name: "Create 1 user" }).click();
    await untilOver(page, page.getByRole("heading", { name: "1 user created." }));
    const temporary = /Temporary password: (\S+)/.exec((await mailTo(page, email)).text)?.[1] ?? "";
    const other = await browser.newContext({ baseURL });
    const theirs = await other.newPage();
    await fillSignIn(theirs, email, temporary);
    if (on.startsWith("Multi")) await expect(theirs.getByText(/code/i).first()).toBeVisible();
    else await expect(theirs).toHaveURL(/\/resetPassword/);
    await other.close();
  }
});

test("UPLOAD-01 UPLOAD-25 without the right or the upload the page is missing", async ({ page, signIn }) => {
  const own = await signIn(people.customerAdmin);
  const unknown = await page.goto(`${own}/users/upload/nothing-of-that-name`);
  expect(unknown?.status()).toBe(404);
  await expect(page.getByText("Sorry, we couldn't find this page.")).toBeVisible();

  const base = await signIn(people.recruiter);
  for (const path of ["users/upload", "users/upload/template", "users/upload/nothing"]) {
    const response = await page.goto(`${base}/${path}`);
    expect(response?.status(), path).toBe(403);
  }
});
