import { demoId } from "../../regional-api/seed/ids";
import { wholeArea } from "./support/archivable";
import { button, hasScripts, row } from "./support/kit";
import { expect, openFilter, people, test } from "./support/test";

wholeArea({
  rows: {
    made: "ANN-01 ANN-02 ANN-03 ANN-04 ANN-05 ANN-12 ANN-13 ANN-14",
    archived: "ANN-08 ANN-10 ANN-12 ANN-17",
    unknown: "ANN-12",
  },
  ...{ person: people.customerAdmin, list: "announcements", entry: "Announcements", one: "announcement" },
  missing: [
    ...["Please enter a title", "Please enter a text"],
    ...["Please enter the first day", "Please enter the last day"],
  ],
  fill: async (page, title) => {
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Text").fill("For all stores.");
    await page.getByLabel("First day").fill("2026-02-01");
    await page.getByLabel("Last day").fill("2026-02-03");
  },
  change: (page) => page.getByLabel("Last day").fill("2026-02-05"),
  shown: ["For all stores.", "1 Feb 2026", "5 Feb 2026"],
  columns: ["Title", "Text", "From", "To", "Created"],
  archiveColumns: ["Title", "Text", "From", "To", "Created", "Archived"],
  sort: ["lastDay", "To"],
  ...{ id: demoId("announcement:acme-retail:0"), says: "We hire for the season" },
  reader: [people.auditor, "ANN-07 ANN-16"],
});

test("ANN-08 ANN-09 the search and what is shown narrow the list and the archive", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.customerAdmin);
  const [now, toCome, over, old] = ["Christmas casuals", "Maintenance", "Careers fair", "Offices closed"];
  const find = async (path: string, shown: string, found: string[], others: string[]) => {
    await page.goto(`${base}/announcements${path}`);
    await openFilter(page, "Shown");
    await page.getByRole("combobox", { name: "Shown" }).selectOption(shown);
    await button(page, "Apply").click();
    await expect(page).toHaveURL(/shown=/);
    for (const title of found) await expect(row(page, title)).toHaveCount(1);
    for (const title of others) await expect(row(page, title)).toHaveCount(0);
  };
  await find("", "Now", [now], [toCome, over]);
  await find("?search=CAREERS", "Over", [over], [now, toCome]);
  await find("/archive", "Over", [old], []);
  await find("/archive", "Now", [], [old]);
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
