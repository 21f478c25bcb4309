/** The journeys that every area has whose things are listed, archived and restored. */
import type { Page } from "@playwright/test";
import { button, columns, heading, main, row } from "./kit";
import { expect, expectAccessible, expectNoOverflow, test } from "./test";

type Someone = { person: string; list: string };

export type ArchivableArea = Someone & {
  /** The requirements that the journey is about. */
  rows: string;
  /** Makes one by its form, and ends on the list. */
  create: (page: Page, base: string, name: string) => Promise<void>;
  /** Another name for a unique one, where that would be too long. */
  nameOf?: (unique: string) => string;
  columns: readonly string[];
  /** The columns of the archive, which has none of actions. */
  archiveColumns: readonly string[];
  /** What else than the name a list is sorted by: as the address and as the column have it. */
  sort: readonly [inAddress: string, column: string];
  /** What the archive calls its way back, and the notice of what was restored its way on. */
  back: string;
  view: string;
  told: { archived: (count: number) => string; restored: (count: number) => string };
  /** One has no page of its own. */
  withoutPage?: true;
  /** What is to be seen elsewhere while one is archived. */
  meanwhile?: (page: Page, base: string, name: string) => Promise<void>;
};

/** Notices that say how many: "1 group has been archived." */
export const countOf = (what: string): ArchivableArea["told"] => {
  const said = (count: number) => (count === 1 ? `1 ${what} has` : `${count} ${what}s have`);
  return {
    archived: (count) => `${said(count)} been archived.`,
    restored: (count) => `${said(count)} been restored.`,
  };
};

const press = async (page: Page, name: string) => {
  await button(main(page), name).click();
};

/** Two are made, archived and taken back; one is archived and restored by its page, and by the list and the archive. */
export function archivedAndRestored(area: ArchivableArea): void {
  const { told, withoutPage = false, nameOf = (unique) => unique } = area;
  test(`${area.rows} ${area.list}: made, archived, taken back, archived, restored`, async ({
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
    // The newest is first, whatever others make meanwhile.
    const shown = await page.getByRole("row").allInnerTexts();
    const [older, newer] = names.map((name) => shown.findIndex((text) => text.includes(name)));
    expect(newer).toBeGreaterThan(0);
    expect(newer).toBeLessThan(older ?? 0);
    await expectAccessible(page, "the list");

    for (const name of names) await row(page, name).getByRole("checkbox").check();
    await press(page, "Archive");
    await expect(page.getByText(told.archived(2))).toBeVisible();
    for (const name of names) await expect(row(page, name)).toHaveCount(0);
    await expect(main(page).getByRole("checkbox", { checked: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    for (const name of names) await expect(row(page, name)).toHaveCount(1);

    const toArchive = async () => {
      await press(page, "Archive");
      await expect(page.getByText(told.archived(1))).toBeVisible();
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
      await expect(page.getByText(told.restored(1))).toBeVisible();
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
    await area.meanwhile?.(page, base, one);

    await page.goto(`${list}/archive`);
    await row(page, one).getByRole("checkbox").check();
    await press(page, "Restore");
    await expect(page.getByText(told.restored(1))).toBeVisible();
    await expect(row(page, one)).toHaveCount(0);
    await page.getByRole("status").getByRole("link", { name: area.view, exact: true }).click();
    await expect(page).toHaveURL(list);
    await expect(row(page, one)).toHaveCount(1);
    // A notice shows once.
    await page.reload();
    await expect(page.getByText(told.restored(1))).toHaveCount(0);
    await page.goto(`${list}?sort=${area.sort[0]}&order=asc&size=50`);
    const column = page.getByRole("columnheader", { name: area.sort[1] });
    await expect(column).toHaveAttribute("aria-sort", "ascending");
  });
}

type Made = Someone & {
  rows: string;
  /** Its entry in the menu. */
  entry: string;
  /** The headings of the form and of the page of one. */
  headings: readonly [form: string, page: string];
  /** Fills the form in that is open. */
  fill: (page: Page, name: string) => Promise<void>;
  /** Changes one, in the form that is open, and looks at what is shown of it then. */
  change: (page: Page) => Promise<void>;
  shown: readonly string[];
  told: { created: string; updated: string };
  /** What stands beside the fields when the form is sent empty. */
  missing: readonly string[];
  save?: string;
};

/** From the menu to the list, to the form, which is sent empty first, to the page of what was made, and its edit. */
export function madeAndEdited({ save = "Save", told, headings, ...area }: Made): void {
  test(`${area.rows} ${area.list}: made, read and edited`, async ({ page, signIn, unique }) => {
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
    await expect(page.getByText(told.created)).toBeVisible();
    await page.getByRole("link", { name, exact: true }).click();
    await expect(heading(page, headings[1])).toBeVisible();
    await expectAccessible(page, "the page of one");
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoOverflow(page, "the page of one");
    await main(page).getByRole("link", { name: "Edit" }).click();
    await area.change(page);
    await button(page, save).click();
    await expect(page.getByText(told.updated)).toBeVisible();
    for (const text of area.shown) await expect(main(page)).toContainText(text);
  });
}

type Unchosen = Someone & { rows: string; told: string };

/** With nothing chosen, Archive and Restore wait for a choice, or without scripts ask for one. */
export function nothingChosen({ rows, list, person, told }: Unchosen): void {
  const pages = [
    [list, "Archive"],
    [`${list}/archive`, "Restore"],
  ] as const;
  test(`${rows} ${list}: Archive and Restore wait for a choice @js`, async ({ page, signIn }) => {
    const base = await signIn(person);
    for (const [path, name] of pages) {
      await page.goto(`${base}/${path}`);
      await expect(button(page, name)).toBeDisabled();
      const row = page.locator(".row-check:enabled").first();
      const all = page.getByRole("checkbox", { name: "Select all rows on this page" });
      for (const box of [row, all]) {
        await box.check();
        await expect(button(page, name)).toBeEnabled();
        await box.uncheck();
        await expect(button(page, name)).toBeDisabled();
      }
    }
  });

  test(`${rows} ${list}: with nothing chosen that is said, and nothing changes @no-js`, async ({
    page,
    signIn,
  }) => {
    const base = await signIn(person);
    for (const [path, name] of pages) {
      // The oldest first: other journeys make and archive theirs meanwhile.
      await page.goto(`${base}/${path}?sort=createdAt&order=asc`);
      const oldest = async () => (await page.getByRole("row").allInnerTexts()).slice(0, 6);
      const before = await oldest();
      await button(page, name).click();
      await expect(page.getByText(told)).toBeVisible();
      expect(await oldest()).toEqual(before);
    }
  });
}

/** An unknown one is not found; the pages fit a telephone. `id`: of one that is there. */
export function unknownAndNarrow({ rows, list, person, id }: Someone & { rows: string; id: string }): void {
  test(`${rows} ${list}: an unknown one is not found; the pages fit a telephone`, async ({
    page,
    signIn,
  }) => {
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

type Whole = Omit<Made, "rows" | "headings" | "told"> &
  Omit<ArchivableArea, "rows" | "create" | "back" | "view" | "told" | "archiveColumns"> &
  Partial<Pick<Made, "headings" | "told">> & {
    /** The requirements of what is made and edited, of what is archived and restored, and of an unknown one. */
    rows: { made: string; archived: string; unknown?: string };
    /** A record's noun, of which the usual words are made (`usualTexts`). */
    one: string;
    /** The columns of the archive, where it has others. */
    archiveColumns?: readonly string[];
    /** One that is there, and what its page shows of it. */
    id?: string;
    says?: string;
    /** Somebody who may read and change nothing, and the requirement of that. */
    reader?: readonly [person: string, rows: string];
  };

/** Whoever may only read finds no button and no form to change anything. */
function onlyRead(list: string, rows: string, person: string, id: string, says: string): void {
  test(`${rows} ${list}: whoever may only read changes nothing`, async ({ page, signIn }) => {
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

/** All of these, of an area whose form is filled in at once; words that are not the usual ones are said. */
export function wholeArea({ rows, one, id = "", says = "", reader, ...area }: Whole): void {
  const title = one.replace(/^./, (letter) => letter.toUpperCase());
  const { list, person, entry, save = "Save" } = area;
  const told = area.told ?? { created: `${title} is created.`, updated: `${title} is updated.` };
  madeAndEdited({ headings: [`Create a new ${one}`, `${title} details`], ...area, told, rows: rows.made });
  archivedAndRestored({
    archiveColumns: area.columns,
    ...area,
    rows: rows.archived,
    create: async (page, base, name) => {
      await page.goto(`${base}/${list}/create`);
      await area.fill(page, name);
      await button(page, save).click();
      await expect(page.getByText(told.created)).toBeVisible();
    },
    ...{ back: entry, view: entry, told: countOf(one) },
  });
  if (rows.unknown) unknownAndNarrow({ rows: rows.unknown, list, person, id });
  if (reader) onlyRead(list, reader[1], reader[0], id, says);
}
