import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reader, Region, Store, Writer } from "../../regional-api/store/engine";
import { openPostgres, withDatabase } from "../../regional-api/store/postgres/open";
import { sql } from "../../regional-api/store/sql";
import { postgresPrograms } from "../../scripts/lib/postgres.mjs";

// Concurrent changes of two processes on one database, here two stores with separate connections.

describe.skipIf(postgresPrograms() === undefined)("two stores on one database", () => {
  const url = `${process.env.TEST_POSTGRES}/two_stores`;
  let stores: [Store, Store];
  let one: Region;
  let other: Region;
  const organization = "a".repeat(24);

  beforeAll(async () => {
    const server = `${process.env.TEST_POSTGRES}/postgres`;
    await withDatabase(server, (client) => client.query("CREATE DATABASE two_stores"));
    const open = () => openPostgres({ url, maxConnections: 10, lost: () => undefined });
    // Both start at once, and one of them creates the schemas.
    stores = await Promise.all([open(), open()]);
    one = stores[0].region("ap-southeast-2");
    other = stores[1].region("us-east-1");
    const times = {
      createdAt: 1,
      updatedAt: 1,
      archivedAt: null,
      version: 0,
      changedAt: null,
      changedBy: null,
    };
    const row = { id: organization, uniqueName: "one", displayName: "0", tags: "[]", ...times };
    await one.write((db) => db.run(sql.insertInto("organizations").values(row)));
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  const stored = async (db: Reader) => {
    const row = await db.get(sql.selectFrom("organizations").selectAll().where("id", "=", organization));
    if (!row) throw new Error("it is there");
    return row;
  };
  const change = (db: Writer, changes: { displayName?: string; updatedAt?: number }) =>
    db.run(sql.updateTable("organizations").set(changes).where("id", "=", organization));

  test("read-modify-write is never interleaved, across regions", async () => {
    const add = (region: Region) =>
      region.write(async (db) => {
        const { displayName } = await stored(db);
        await change(db, { displayName: String(Number(displayName) + 1) });
      });
    await Promise.all(Array.from({ length: 100 }, (_, index) => add(index % 2 === 0 ? one : other)));
    expect((await stored(one.reader)).displayName).toBe("100");
  });

  /** Begins a change that stays open until the returned function is called. */
  const lasting = async (region: Region, whose: string | undefined, name: string) => {
    let mayEnd = (): void => undefined;
    const ends = new Promise<void>((resolve) => (mayEnd = resolve));
    let isOver: Promise<void> = Promise.resolve();
    await new Promise<void>((begun) => {
      isOver = region.write(async (db) => {
        await db.run(
          sql.insertInto("organizations").values({
            ...{ id: name.padEnd(24, "0"), uniqueName: name, displayName: name, tags: "[]" },
            ...{ createdAt: db.now, updatedAt: db.now, archivedAt: null, version: 0, changedAt: null },
            changedBy: null,
          }),
        );
        begun();
        await ends;
      }, whose);
    });
    return async () => {
      mayEnd();
      await isOver;
    };
  };
  const isDone = (work: Promise<unknown>) =>
    Promise.race([work.then(() => true), new Promise<boolean>((wait) => setTimeout(wait, 300, false))]);
  const nothing = () => Promise.resolve();

  test.each([
    ["of another customer", "one", "other", true],
    ["of the same customer", "one", "one", false],
    ["without an owner", undefined, "one", false],
  ])("a change waits for one at the other store, %s: %s, %s", async (_what, whose, other_, isAtOnce) => {
    const end = await lasting(one, whose, `waits-${whose}-${other_}`);
    const second = other.write(nothing, other_);
    expect(await isDone(second)).toBe(isAtOnce);
    const alone = other.write(nothing);
    expect(await isDone(alone)).toBe(false);
    await end();
    await Promise.all([second, alone]);
  });

  test("a name taken by another customer's concurrent change is reported as usual", async () => {
    const end = await lasting(one, "one", "taken");
    let tries = 0;
    const second = other.write(async (db) => {
      tries += 1;
      const taken = await db.get(
        sql.selectFrom("organizations").select("id").where("uniqueName", "=", "taken"),
      );
      if (taken) throw new Error("Name already exists");
      const { id: _, ...row } = await stored(db);
      await db.run(
        sql.insertInto("organizations").values({ ...row, id: "b".repeat(24), uniqueName: "taken" }),
      );
    }, "other");
    expect(await isDone(second.catch(nothing))).toBe(false);
    await end();
    await expect(second).rejects.toThrow("Name already exists");
    expect(tries).toBe(2);
  });

  test("one of two deadlocked changes is retried, and both succeed", async () => {
    let met = 0;
    let meet = (): void => undefined;
    const both = new Promise<void>((resolve) => (meet = resolve));
    const add = (region: Region, whose: string, ids: readonly string[]) => {
      let tries = 0;
      return region.write(async (db) => {
        tries += 1;
        for (const id of ids) {
          await db.run(
            sql
              .updateTable("organizations")
              .set((row) => ({ version: row("version", "+", 1) }))
              .where("id", "=", id),
          );
          if (tries > 1) continue;
          met += 1;
          if (met === 2) meet();
          await both;
        }
      }, whose);
    };
    const [left, right] = ["left".padEnd(24, "0"), "right".padEnd(24, "0")];
    await (
      await lasting(one, undefined, "left")
    )();
    await (
      await lasting(one, undefined, "right")
    )();
    await Promise.all([add(one, "one", [left, right]), add(other, "other", [right, left])]);
    const rows = await one.reader.all(
      sql.selectFrom("organizations").select("version").where("uniqueName", "in", ["left", "right"]),
    );
    expect(rows).toEqual([{ version: 2 }, { version: 2 }]);
  });

  test("a list's moment is never later than a change it does not show", async () => {
    let mayEnd = (): void => undefined;
    const ends = new Promise<void>((resolve) => (mayEnd = resolve));
    const began = new Promise<void>((begun) => {
      void one.write(async (db) => {
        await change(db, { displayName: "late", updatedAt: db.now });
        begun();
        await ends;
      }, "one");
    });
    await began;
    const elsewhere = other.reading();
    // Another customer's list does not wait.
    await elsewhere.hold("other");
    elsewhere.release();
    const list = other.reading();
    const held = list.hold("one");
    // It waits: reading now would show the old row with a later moment than the change's.
    const early = await Promise.race([
      held.then(() => "early"),
      new Promise((wait) => setTimeout(wait, 300, "waits")),
    ]);
    mayEnd();
    await held;
    const shown = await stored(list);
    list.release();
    expect(early).toBe("waits");
    expect(shown.displayName).toBe("late");
  });

  test("change times come from the database, once the lock is held", async () => {
    const times: number[] = [];
    const note = (region: Region) => region.write((db) => Promise.resolve(void times.push(db.now)));
    await Promise.all(Array.from({ length: 40 }, (_, index) => note(index % 2 === 0 ? one : other)));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.abs((times.at(-1) ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test("a reader cannot write, whatever query it is given", async () => {
    const writing = sql.deleteFrom("organizations").returning("id");
    await expect(one.reader.all(writing as never)).rejects.toThrow(/read-only/);
  });

  test("replaces a lost connection and rolls back its change", async () => {
    const failing = one.write(async (db) => {
      await change(db, { displayName: "never" });
      await withDatabase(url, (client) =>
        client.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'two_stores' AND pid <> pg_backend_pid()",
        ),
      );
      await stored(db);
    });
    await expect(failing).rejects.toThrow();
    expect((await stored(other.reader)).displayName).toBe("late");
    await one.write((db) => change(db, { displayName: "again" }));
    expect((await stored(other.reader)).displayName).toBe("again");
  });
});
