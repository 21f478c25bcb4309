import { describe, expect, test } from "vitest";
import type { Archivable, Page } from "./fixtures/archivable";
import { areas } from "./fixtures/areas";
import { exactPage } from "./fixtures/exact-page";
import { people } from "./fixtures/ids";
import { entriesAfter, entriesOf, lastPlace } from "./fixtures/record";
import { snapshot } from "./fixtures/snapshot";
import { useClient, useWorld } from "./fixtures/use-world";

// Tests for every kind of record that a customer lists, creates, changes, archives and restores.

type Variables = Record<string, unknown>;

type Row = Variables & { _id: string; version: number };

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");
/** Calls an operation whose name is known only when the test runs. */
async function run<Result>(name: string, variables: Variables) {
  const answer = await staff.send(name, variables);
  return { ...answer, result: answer.result as Result };
}

function provesArchivable(area: Archivable): void {
  const { what, rows, ids, name: nameField = "name", sorts } = area;
  const [archive, restore, variablesOf] = area.many;
  const [first, second] = ids.active;
  const sydney = () => world.databases.region("ap-southeast-2");
  const list = (page: Partial<Page> = {}) =>
    run<{ data: Row[]; pagination: { totalItems: number } }>(
      area.list[0],
      area.list[1]({ isArchived: false, skip: 0, limit: 30, ...page }),
    );
  const names = async (page: Partial<Page> = {}) =>
    (await list(page)).result.data.map((row) => row[nameField]);
  const one = (id: string) => run<Row>(area.one[0], area.one[1](id));
  const move = (operation: string, some: readonly string[], more: Variables = {}) =>
    run<{ _id: string; changedAt: string | null }[]>(operation, { ...variablesOf(some), ...more });
  const edit = (id: string) => run(area.edit[0], area.edit[1](id, "Renamed"));
  // Newest first by default.
  const all = (sorts["createdAt"] ?? []).toReversed();

  describe(`every ${what}`, () => {
    test(`${rows.list} active or archived rows, in each sort order both ways, by page`, async () => {
      expect(await names()).toEqual(all);
      expect(await names({ isArchived: true })).toEqual([area.archivedName]);
      for (const [fieldName, ascending] of Object.entries(sorts)) {
        expect(await names({ isArchived: true, sort: { fieldName, order: "asc" } })).toEqual([
          area.archivedName,
        ]);
        expect(await names({ sort: { fieldName, order: "asc" } }), fieldName).toEqual(ascending);
        expect(await names({ sort: { fieldName, order: "desc" } }), fieldName).toEqual(
          ascending.toReversed(),
        );
      }
      expect((await list()).result.pagination).toEqual(
        exactPage({ totalPages: 1, currentPage: 1, pageSize: 30, totalItems: 2 }),
      );
      expect((await list({ skip: 1, limit: 1 })).result.pagination).toEqual(
        exactPage({ totalPages: 2, currentPage: 2, pageSize: 1, totalItems: 2 }),
      );
      expect(await names({ skip: 1, limit: 1 })).toEqual(all.slice(1, 2));
      for (const wrong of [
        { sort: { fieldName: "no such field", order: "asc" as const } },
        // An existing column that the list cannot be sorted by.
        { sort: { fieldName: "customerId", order: "asc" as const } },
        { skip: -1 },
        { limit: 0 },
        { limit: 1_000_000 },
      ])
        expect((await list(wrong)).error, JSON.stringify(wrong)).toBe("Validation Error");
    });

    test(`${rows.search} a search finds parts of texts, ignores case and accents, and counts its matches`, async () => {
      for (const [searchText, found] of area.search) {
        const { data, pagination } = (await list({ searchText })).result;
        expect(
          data.map((row) => row[nameField]),
          searchText,
        ).toEqual(found);
        expect(pagination).toEqual(
          exactPage({ totalPages: 1, currentPage: 1, pageSize: 30, totalItems: found.length }),
        );
      }
      const part = area.archivedName.slice(1, 5).toUpperCase();
      expect(await names({ searchText: part })).toEqual([]);
      expect(await names({ searchText: part, isArchived: true })).toEqual([area.archivedName]);
      expect(await names({ searchText: " " })).toEqual(all);
      expect(await names({ searchText: "no name has this" })).toEqual([]);
      expect((await list({ searchText: "x".repeat(201) })).error).toBe("Validation Error");
    });

    for (const [of, filter, found] of area.filters ?? [])
      test(`${of} a list filtered by ${JSON.stringify(filter)} has the matching rows and their count`, async () => {
        const { data, pagination } = (await list({ filter })).result;
        expect(data.map((row) => row[nameField])).toEqual(found);
        expect(pagination.totalItems).toBe(found.length);
      });

    test(`${rows.one} a row is read by its id, archived or not, but not another customer's`, async () => {
      for (const id of [...ids.active, ids.archived])
        expect((await one(id)).result).toMatchObject({ _id: id });
      expect((await one(ids.foreign)).error).toBe("Not Found Error");
    });

    test(`${rows.create} a new row is stored as sent, as version 1, and the audit log names its creator`, async () => {
      const [operation, variables, readBack] = area.create;
      const { result, error } = await run<{ _id: string }>(operation, variables);
      expect(error).toBeUndefined();
      expect((await one(result._id)).result).toMatchObject({ ...readBack, version: 1 });
      const [entry, ...others] = entriesOf(sydney(), area.kind, result._id);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({
        ...{ action: "CREATED", objectName: readBack[nameField], actorId: people.staff },
        customerId: variables["customerId"],
      });
    });

    test.each(area.refused ?? [])(
      `${rows.create} the API refuses to create %s`,
      async (_what, changes, message) => {
        const [operation, variables] = area.create;
        const before = snapshot(world.databases);
        const answer = await run(operation, { ...variables, ...changes });
        expect([answer.error, answer.message]).toEqual([
          "Validation Error",
          expect.stringContaining(message),
        ]);
        expect(snapshot(world.databases)).toEqual(before);
      },
    );

    test(`${rows.edit} an edit raises the version; archived rows and another customer's cannot be edited`, async () => {
      const before = (await one(first)).result.version;
      for (const version of [before + 1, before + 2]) {
        expect((await edit(first)).error).toBeUndefined();
        expect((await one(first)).result).toMatchObject({ ...area.edit[2], version });
      }
      const untouched = snapshot(world.databases);
      expect(await edit(ids.archived)).toMatchObject({
        error: "Conflict Error",
        message: `An archived ${what} cannot be changed`,
      });
      expect((await edit(ids.foreign)).error).toBe("Not Found Error");
      expect(snapshot(world.databases)).toBe(untouched);
    });

    test(`${rows.archive} one or many are archived and restored, all or none, each once, and audited`, async () => {
      const from = lastPlace(sydney());
      const { result } = await move(archive, [first, ids.archived, second]);
      const changedAt = new Date(world.now()).toISOString();
      expect(result).toEqual([first, second].map((_id) => ({ _id, changedAt })));
      expect(await names()).toEqual([]);
      expect(await names({ isArchived: true })).toHaveLength(3);
      expect((await move(archive, [first])).result).toEqual([]);
      expect((await move(restore, [second])).result).toMatchObject([{ _id: second }]);
      expect(await names()).toHaveLength(1);
      const untouched = snapshot(world.databases);
      for (const other of [ids.foreign, "0".repeat(24)]) {
        expect((await move(restore, [first, other])).error).toBe("Not Found Error");
        expect((await move(archive, [second, other])).error).toBe("Not Found Error");
      }
      expect(snapshot(world.databases)).toBe(untouched);
      const restored = await move(restore, [first, ids.archived, second]);
      expect(restored.result.map(({ _id }) => _id)).toEqual([first, ids.archived]);
      expect(await names({ isArchived: true })).toEqual([]);
      const entries = entriesAfter(sydney(), from).filter(({ kind }) => kind === area.kind);
      expect(entries.map(({ action, objectCount, source }) => [action, objectCount, source])).toEqual([
        ["ARCHIVED", 2, "BULK"],
        ["RESTORED", 1, "CONSOLE"],
        ["RESTORED", 2, "BULK"],
      ]);
    });

    test(`${rows.undo} an Undo skips rows changed since`, async () => {
      const { result } = await move(archive, [first, second]);
      const since = { unchangedSince: result[0]?.changedAt };
      world.pass(1_000);
      // A table name cannot be a parameter.
      sydney().statement(`UPDATE ${area.table} SET updatedAt = ? WHERE id = ?`).run(world.now(), first);
      expect((await move(restore, [first, second], since)).result.map(({ _id }) => _id)).toEqual([second]);
    });
  });
}

for (const { archivable } of areas) if (archivable) provesArchivable(archivable);
