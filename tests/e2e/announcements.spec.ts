import type { Page } from "@playwright/test";
import { demoId } from "../../regional-api/seed/ids";
import { archivedAndRestored, countOf, madeAndEdited, unknownAndNarrow } from "./support/archivable";
import { button, hasScripts, main, row } from "./support/kit";
import { expect, openFilter, people, test } from "./support/test";

const fill = async (page: Page, title: string) => {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Text").fill("For all stores.");
  await page.getByLabel("First day").fill("2026-02-01");
  await page.getByLabel("Last day").fill("2026-02-03");
};
const area = { person: people.customerAdmin, list: "announcements" };
const columns = ["Title", "Text", "From", "To", "Created"];

madeAndEdited({
  rows: "ANN-01 ANN-02 ANN-03 ANN-04 ANN-05 ANN-12 ANN-13 ANN-14",
  ...{ ...area, entry: "Announcements" },
  headings: ["Create a new announcement", "Announcement details"],
  missing: [
    ...["Please enter a title", "Please enter a text"],
    ...["Please enter the first day", "Please enter the last day"],
  ],
  fill,
  change: (page) => page.getByLabel("Last day").fill("2026-02-05"),
  shown: ["For all stores.", "1 Feb 2026", "5 Feb 2026"],
  told: { created: "Announcement is created.", updated: "Announcement is updated." },
});

archivedAndRestored({
  rows: "ANN-08 ANN-10 ANN-12 ANN-17",
  ...area,
  create: async (page, base, title) => {
    await page.goto(`${base}/announcements/create`);
    await fill(page, title);
    await button(page, "Save").click();
    await expect(page.getByText("Announcement is created.")).toBeVisible();
  },
  columns,
  archiveColumns: [...columns, "Archived"],
  sort: ["lastDay", "To"],
  ...{ back: "Announcements", view: "Announcements" },
  told: countOf("announcement"),
});

unknownAndNarrow({ rows: "ANN-12", ...area, id: demoId("announcement:acme-retail:0") });

test("ANN-07 PERM-84 whoever may only read finds no button and no form to change anything", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.auditor);
  await page.goto(`${base}/announcements`);
  await expect(main(page).getByRole("link", { name: "Create New" })).toHaveCount(0);
  await expect(main(page).getByRole("button", { name: "Archive" })).toHaveCount(0);
  await page.getByRole("link", { name: "Christmas casuals" }).click();
  await expect(main(page)).toContainText("We hire for the season");
  await expect(main(page).getByRole("link", { name: "Edit" })).toHaveCount(0);
  await expect(main(page).getByRole("button", { name: "Archive" })).toHaveCount(0);
  expect((await page.goto(`${base}/announcements/create`))?.status()).toBe(403);
});

test("ANN-08 ANN-09 the search and what is shown narrow the list and the archive", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  const [now, toCome, over, old] = ["Christmas casuals", "Maintenance", "Careers fair", "Offices closed"];
  const find = async (path: string, shown: string) => {
    await page.goto(`${base}/announcements${path}`);
    await openFilter(page, "Shown");
    await page.getByRole("combobox", { name: "Shown" }).selectOption(shown);
    await button(page, "Apply").click();
    await expect(page).toHaveURL(/shown=/);
  };
  await find("", "Now");
  await expect(row(page, now)).toHaveCount(1);
  for (const title of [toCome, over]) await expect(row(page, title)).toHaveCount(0);
  await find("?search=CAREERS", "Over");
  await expect(row(page, over)).toHaveCount(1);
  for (const title of [now, toCome]) await expect(row(page, title)).toHaveCount(0);
  await find("/archive", "Over");
  await expect(row(page, old)).toHaveCount(1);
  await find("/archive", "Now");
  await expect(row(page, old)).toHaveCount(0);
});

test("ANN-17 the beginning of a text is in its row, and only long texts are left", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/announcements`);
  await expect(row(page, "Maintenance on Sunday")).toContainText("Interviews cannot be taken");
  await page.getByRole("checkbox", { name: "Has long text" }).check();
  if (!hasScripts()) await button(page, "Apply").click();
  await expect(page).toHaveURL(/hasLongText=1/);
  await expect(row(page, "Christmas casuals")).toHaveCount(1);
  await expect(row(page, "Maintenance on Sunday")).toHaveCount(0);
});
