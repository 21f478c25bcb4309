/** Journeys shared by all areas whose items are listed, archived and restored. */
import type { Page } from "@playwright/test";
import { button, columns, heading, main, row } from "./kit";
import { expect, expectAccessible, expectNoOverflow, test } from "./test";

type Someone = { person: string; list: string };

export type ArchivableArea = Someone & {
  /** The journey's requirements. */
  rows: string;
  /** Creates an item with the form, and ends on the list. */
  create: (page: Page, base: string, name: string) => Promise<void>;
  /** A shorter name where the unique one would be too long. */
  nameOf?: (unique: string) => string;
  columns: readonly string[];
  /** Columns of the archive; it has no actions column. */
  archiveColumns: readonly string[];
  /** A second sort besides the name: its value in the query string and its column. */
  sort: readonly [inAddress: string, column: string];
  /** The archive's link back to the list, and the link in the notice of a restore. */
  back: string;
  view: string;
  notices: { archived: (count: number) => string; restored: (count: number) => string };
  /** Items have no detail page. */
  withoutPage?: true;
  /** Checks other pages while an item is archived. */
  checkWhileArchived?: (page: Page, base: string, name: string) => Promise<void>;
};

/** Notices with a count: "1 group has been archived." */
export const countOf = (what: string): ArchivableArea["notices"] => {
  const subject = (count: number) => (count === 1 ? `1 ${what} has` : `${count} ${what}s have`);
  return {
    archived: (count) => `${subject(count)} been archived.`,
    restored: (count) => `${subject(count)} been restored.`,
  };
};

const press = async (page: Page, name: string) => {
  await button(main(page), name).click();
};

/** Creates two items, archives them and undoes it; archives and restores one on its page, then in list and archive. */
export function archivedAndRestored(area: ArchivableArea): void {
  const { notices, withoutPage = false, nameOf = (unique) => unique } = area;
  test(`${area.rows} ${area.list}: created, archived, undone, archived again, restored`, async ({
    page,
    signIn,
    unique,
  }) => {
    test.slow();
    const base = await signIn(area.person);
    const list = `${base}/${area.list}`;
    const names = [nameOf(unique("One")), nameOf(unique("Other"))] as const;
    const [one] = names;
    const link = () => row(page, one).getByRole("link", { name: one, exact: true });
    for (const name of names) await area.create(page, base, name);
    await expect(columns(page)).toContainText([...area.columns]);
    // The newest is first, even if other tests create items at the same time.
    const shown = await page.getByRole("row").allInnerTexts();
    const [older, newer] = names.map((name) => shown.findIndex((text) => text.includes(name)));
    expect(newer).toBeGreaterThan(0);
    expect(newer).toBeLessThan(older ?? 0);
    await expectAccessible(page, "the list");

    for (const name of names) await row(page, name).getByRole("checkbox").check();
    await press(page, "Archive");
    await expect(page.getByText(notices.archived(2))).toBeVisible();
    for (const name of names) await expect(row(page, name)).toHaveCount(0);
    await expect(main(page).getByRole("checkbox", { checked: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    for (const name of names) await expect(row(page, name)).toHaveCount(1);

    const toArchive = async () => {
      await press(page, "Archive");
      await expect(page.getByText(notices.archived(1))).toBeVisible();
      await expect(page).toHaveURL(list);
      await page.getByRole("status").getByRole("link", { name: "View Archive" }).click();
      await expect(page).toHaveURL(`${list}/archive`);
    };
    if (!withoutPage) {
      await link().click();
      await toArchive();
      await link().click();
      await expect(page.getByText("Archived", { exact: true }).first()).toBeVisible();
      await expect(main(page).getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
      await press(page, "Restore");
      await expect(page.getByText(notices.restored(1))).toBeVisible();
      await page.goto(list);
    }

    await row(page, one).getByRole("checkbox").check();
    await toArchive();
    await expect(columns(page)).toContainText([...area.archiveColumns]);
    await expect(columns(page).filter({ hasText: "Actions" })).toHaveCount(0);
    await expect(main(page).getByRole("link", { name: area.back, exact: true })).toHaveAttribute(
      "href",
      list,
    );
    await expect(row(page, one).getByRole("link", { name: /^Edit/ })).toHaveCount(0);
    await expectAccessible(page, "the archive");
    await area.checkWhileArchived?.(page, base, one);

    await page.goto(`${list}/archive`);
    await row(page, one).getByRole("checkbox").check();
    await press(page, "Restore");
    await expect(page.getByText(notices.restored(1))).toBeVisible();
    await expect(row(page, one)).toHaveCount(0);
    await page.getByRole("status").getByRole("link", { name: area.view, exact: true }).click();
    await expect(page).toHaveURL(list);
    await expect(row(page, one)).toHaveCount(1);
    // A notice shows once.
    await page.reload();
    await expect(page.getByText(notices.restored(1))).toHaveCount(0);
    await page.goto(`${list}?sort=${area.sort[0]}&order=asc&size=50`);
    const column = page.getByRole("columnheader", { name: area.sort[1] });
    await expect(column).toHaveAttribute("aria-sort", "ascending");
  });
}

type Made = Someone & {
  rows: string;
  /** The area's menu entry. */
  entry: string;
  /** The headings of the form and of the detail page. */
  headings: readonly [form: string, page: string];
  /** Fills in the open form. */
  fill: (page: Page, name: string) => Promise<void>;
  /** Changes an item in the open form and checks the result. */
  change: (page: Page) => Promise<void>;
  shown: readonly string[];
  notices: { created: string; updated: string };
  /** Messages next to the fields when the form is sent empty. */
  missing: readonly string[];
  save?: string;
};

/** Menu, list, form (sent empty first), the new item's page, and its edit. */
export function madeAndEdited({ save = "Save", notices, headings, ...area }: Made): void {
  test(`${area.rows} ${area.list}: created, read and edited`, async ({ page, signIn, unique }) => {
    const base = await signIn(area.person);
    await page.goto(base);
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await menu.getByRole("link", { name: area.entry, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/${area.list}(\\?|$)`));
    await page.getByRole("link", { name: "Create New" }).click();
    await expect(heading(page, headings[0])).toBeVisible();
    await button(page, save).click();
    for (const text of area.missing) await expect(page.getByText(text).first()).toBeVisible();
    await expectAccessible(page, "the form");
    const name = unique("Made");
    await area.fill(page, `  ${name} `);
    await button(page, save).click();
    await expect(page.getByText(notices.created)).toBeVisible();
    await page.getByRole("link", { name, exact: true }).click();
    await expect(heading(page, headings[1])).toBeVisible();
    await expectAccessible(page, "the page of one");
    await main(page).getByRole("link", { name: "Edit" }).click();
    await area.change(page);
    await button(page, save).click();
    await expect(page.getByText(notices.updated)).toBeVisible();
    for (const text of area.shown) await expect(main(page)).toContainText(text);
  });
}

/** An unknown id is not found; all pages fit a phone. `id`: an existing item. */
export function unknownAndNarrow({ rows, list, person, id }: Someone & { rows: string; id: string }): void {
  test(`${rows} ${list}: an unknown record is not found; the pages fit a phone`, async ({ page, signIn }) => {
    const base = await signIn(person);
    await page.goto(`${base}/${list}/${"0".repeat(24)}`);
    await expect(page.getByText("Sorry, we couldn't find this page.")).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ["", "/archive", "/create", `/${id}`, `/${id}/edit`]) {
      await page.goto(`${base}/${list}${path}`);
      await expectNoOverflow(page, path);
    }
  });
}

type Whole = Omit<Made, "rows" | "headings" | "notices"> &
  Omit<ArchivableArea, "rows" | "create" | "back" | "view" | "notices" | "archiveColumns"> &
  Partial<Pick<Made, "headings" | "notices">> & {
    /** Requirements for create and edit, for archive and restore, and for an unknown id. */
    rows: { made: string; archived: string; unknown?: string };
    /** The noun for an item, from which the default texts are made (`commonTexts`). */
    one: string;
    /** The archive's columns, if they differ. */
    archiveColumns?: readonly string[];
    /** An existing item, and text on its page. */
    id?: string;
    says?: string;
    /** A read-only person, and the requirement. */
    reader?: readonly [person: string, rows: string];
  };

/** A read-only person sees no buttons and no forms that change anything. */
function onlyRead(list: string, rows: string, person: string, id: string, says: string): void {
  test(`${rows} ${list}: people who may only read can change nothing`, async ({ page, signIn }) => {
    const base = await signIn(person);
    const expectNothing = async () => {
      for (const name of ["Create New", "Edit"])
        await expect(main(page).getByRole("link", { name, exact: true })).toHaveCount(0);
      for (const name of ["Archive", "Restore"])
        await expect(main(page).getByRole("button", { name, exact: true })).toHaveCount(0);
    };
    for (const path of ["", "/archive"]) {
      await page.goto(`${base}/${list}${path}`);
      await expect(page.getByRole("row").nth(1)).toBeVisible();
      await expectNothing();
    }
    await page.goto(`${base}/${list}/${id}`);
    await expect(main(page)).toContainText(says);
    await expectNothing();
    expect((await page.goto(`${base}/${list}/create`))?.status()).toBe(403);
  });
}

/** All journeys for an area with a one-step form; only texts that differ from the default are given. */
export function wholeArea({ rows, one, id = "", says = "", reader, ...area }: Whole): void {
  const title = one.replace(/^./, (letter) => letter.toUpperCase());
  const { list, person, entry, save = "Save" } = area;
  const notices = area.notices ?? { created: `${title} is created.`, updated: `${title} is updated.` };
  madeAndEdited({
    headings: [`Create a new ${one}`, `${title} details`],
    ...area,
    notices: notices,
    rows: rows.made,
  });
  archivedAndRestored({
    archiveColumns: area.columns,
    ...area,
    rows: rows.archived,
    create: async (page, base, name) => {
      await page.goto(`${base}/${list}/create`);
      await area.fill(page, name);
      await button(page, save).click();
      await expect(page.getByText(notices.created)).toBeVisible();
    },
    ...{ back: entry, view: entry, notices: countOf(one) },
  });
  if (rows.unknown) unknownAndNarrow({ rows: rows.unknown, list, person, id });
  if (reader) onlyRead(list, reader[1], reader[0], id, says);
}
