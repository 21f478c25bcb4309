/** Readers and writers of a region: uncommitted writes are invisible to all others. */
import { describe, expect, test } from "vitest";
import type { Reader, Writer } from "../../regional-api/store/engine";
import { sql } from "../../regional-api/store/sql";
import { onPostgres } from "./fixtures/engine";
import { turnsDuring } from "./fixtures/turns";
import { useWorld } from "./fixtures/use-world";
import { ids } from "./fixtures/world";

const world = useWorld("each test");
const sydney = () => world.databases.region("ap-southeast-2");
const virginia = () => world.databases.region("us-east-1");

const nameOf = async (db: Reader) =>
  (await db.get(sql.selectFrom("groups").select("name").where("id", "=", ids.group)))?.name;
const rename = (db: Writer, name: string) =>
  db.run(sql.updateTable("groups").set({ name }).where("id", "=", ids.group));

/** A promise with its resolve function. */
function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

test("a write outside of a transaction does not compile", () => {
  const { reader } = sydney();
  const attempts = [
    // @ts-expect-error -- a reader cannot write
    () => rename(reader, "x"),
    // @ts-expect-error -- nor run a query that writes
    () => reader.run(sql.deleteFrom("groups")),
    // @ts-expect-error -- nor one that returns written rows
    () => reader.get(sql.insertInto("retention_begin").values({ at: 1 }).returning("at")),
    // @ts-expect-error -- a transaction's work must be awaited
    () => sydney().write((db) => void rename(db, "x")),
  ];
  expect(attempts).toHaveLength(4);
});

test("the read connection cannot write", async () => {
  const query = sql.deleteFrom("groups").returning("id");
  const writing = {
    isSelectQueryBuilder: true,
    compile: () => query.compile(),
    toOperationNode: () => query.toOperationNode(),
  } as const;
  await expect(sydney().reader.all(writing)).rejects.toThrow(/read-?only/);
});

describe("GEN-40 other calls run between slow queries", () => {
  const queries = 20;

  test("of a reader", async () => {
    const read = async () => {
      for (let made = 0; made < queries; made += 1) await nameOf(sydney().reader);
    };
    expect(await turnsDuring(read)).toBeGreaterThanOrEqual(queries / 2);
  });

  test("of concurrent reads, each in turn", async () => {
    const read = () => Promise.all(Array.from({ length: queries }, () => nameOf(sydney().reader)));
    expect(new Set(await read()).size).toBe(1);
    expect(await turnsDuring(read)).toBeGreaterThan(0);
  });

  test("of a transaction, which stays one", async () => {
    const write = () =>
      sydney().write(async (db) => {
        for (let made = 0; made < queries; made += 1) {
          await rename(db, `Renamed ${made}`);
          expect(await nameOf(db)).toBe(`Renamed ${made}`);
        }
      });
    const before = await nameOf(sydney().reader);
    const reads: Promise<string | undefined>[] = [];
    const look = setInterval(() => void reads.push(nameOf(sydney().reader)), 1);
    expect(await turnsDuring(write)).toBeGreaterThanOrEqual(queries / 2);
    clearInterval(look);
    const read = await Promise.all(reads);
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((name) => name !== before && name !== `Renamed ${queries - 1}`)).toEqual([]);
    expect(await nameOf(sydney().reader)).toBe(`Renamed ${queries - 1}`);
  });
});

describe("while a transaction waits", () => {
  test("its writes are visible only to itself until the commit", async () => {
    const [began, mayEnd] = [signal(), signal()];
    const before = await nameOf(sydney().reader);
    const writing = sydney().write(async (db) => {
      await rename(db, "Renamed");
      began.give();
      await mayEnd.given;
      return nameOf(db);
    });
    await began.given;
    expect(await nameOf(sydney().reader)).toBe(before);
    mayEnd.give();
    expect(await writing).toBe("Renamed");
    expect(await nameOf(sydney().reader)).toBe("Renamed");
  });

  test("another change in any region waits for it, and neither is lost", async () => {
    const add = async (db: Writer, letter: string) => {
      const name = await nameOf(db);
      // Yields to other calls, as with a slower store.
      await new Promise((resolve) => setImmediate(resolve));
      await rename(db, `${name}${letter}`);
    };
    await sydney().write((db) => rename(db, ""));
    const order: string[] = [];
    await Promise.all([
      sydney().write((db) => add(db, "a").then(() => void order.push("a"))),
      virginia().write(() => Promise.resolve(void order.push("elsewhere"))),
      sydney().write((db) => add(db, "b").then(() => void order.push("b"))),
    ]);
    expect(await nameOf(sydney().reader)).toBe("ab");
    expect(order).toEqual(["a", "elsewhere", "b"]);
  });

  test.each([
    ["theirs", "one", "one"],
    ["one that does not say whose it is", undefined, "one"],
  ])("a read of all of a customer's changes waits for %s, and then sees it", async (_what, whose, for_) => {
    const [began, mayEnd] = [signal(), signal()];
    const writing = sydney().write(async (db) => {
      await rename(db, "Renamed");
      began.give();
      await mayEnd.given;
    }, whose);
    await began.given;
    const reading = sydney().reading();
    // Held without a customer before, as by another field of the call.
    await reading.hold();
    let isHeld = false;
    const held = reading.hold(for_).then(() => (isHeld = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isHeld).toBe(false);
    mayEnd.give();
    await Promise.all([writing, held]);
    expect(await nameOf(reading)).toBe("Renamed");
    reading.release();
  });

  test("other reads do not wait, and see the previous state", async () => {
    const [began, mayEnd] = [signal(), signal()];
    const before = await nameOf(sydney().reader);
    const writing = sydney().write(async (db) => {
      await rename(db, "Renamed");
      began.give();
      await mayEnd.given;
    }, "one");
    await began.given;
    for (const whose of ["other", undefined]) {
      const reading = sydney().reading();
      await reading.hold(whose);
      expect(await nameOf(reading)).toBe(before);
      reading.release();
    }
    mayEnd.give();
    await writing;
  });

  test("a snapshot released while it waits holds nothing afterwards", async () => {
    const [began, mayEnd] = [signal(), signal()];
    const writing = sydney().write(async (db) => {
      await rename(db, "Renamed");
      began.give();
      await mayEnd.given;
    });
    await began.given;
    const reading = sydney().reading();
    const held = reading.hold("one");
    reading.release();
    mayEnd.give();
    await Promise.all([writing, held]);
    await sydney().write((db) => rename(db, "Renamed again"));
    expect(await nameOf(reading)).toBe("Renamed again");
  });

  test("a change's time is when its transaction starts, not when it was requested", async () => {
    const [began, mayEnd] = [signal(), signal()];
    const first = sydney().write(async (db) => {
      began.give();
      await mayEnd.given;
      return db.now;
    });
    await began.given;
    const second = sydney().write((db) => Promise.resolve(db.now));
    world.pass(5_000);
    mayEnd.give();
    expect((await second) - (await first)).toBe(5_000);
  });
});

test.skipIf(!onPostgres)(
  "a change declared for one customer may only write that customer's rows",
  async () => {
    const moved = (whose: string | undefined) =>
      sydney().write(
        (db) => db.run(sql.updateTable("groups").set({ usersCount: 0 }).where("customerId", "=", ids.retail)),
        whose,
      );
    await moved(ids.retail);
    await moved(undefined);
    await expect(moved(ids.bank)).rejects.toThrow(/writes a row of customer/);
  },
);

test("a held snapshot shows one moment until it is released, whatever is written", async () => {
  const reading = sydney().reading();
  await reading.hold();
  const before = await nameOf(reading);
  await sydney().write((db) => rename(db, "Renamed"));
  expect(await nameOf(reading)).toBe(before);
  expect(await nameOf(sydney().reader)).toBe("Renamed");
  reading.release();
  expect(await nameOf(reading)).toBe("Renamed");
});

describe("a thrown error", () => {
  test("rolls back the whole transaction and runs no afterCommit callback", async () => {
    const calls: string[] = [];
    const before = await nameOf(sydney().reader);
    const failing = sydney().write(async (db) => {
      db.afterCommit(() => calls.push("committed"));
      await rename(db, "Renamed");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await nameOf(sydney().reader)).toBe(before);
    expect(calls).toEqual([]);
    await sydney().write(async (db) => {
      db.afterCommit(() => calls.push("afterwards"));
      await rename(db, "Again");
      expect(calls).toEqual([]);
    });
    expect(calls).toEqual(["afterwards"]);
  });

  test("rolls back only the savepoint if caught there", async () => {
    const calls: string[] = [];
    await sydney().write(async (db) => {
      await rename(db, "Whole");
      const part = db.savepoint(async () => {
        db.afterCommit(() => calls.push("part"));
        await rename(db, "Part");
        throw new Error("no");
      });
      await expect(part).rejects.toThrow("no");
      db.afterCommit(() => calls.push("whole"));
    });
    expect(await nameOf(sydney().reader)).toBe("Whole");
    expect(calls).toEqual(["whole"]);
  });
});

test("a finished transaction cannot write, and reads like any reader", async () => {
  let late: Writer | undefined;
  await sydney().write((db) => Promise.resolve(void (late = db)));
  await sydney().write((db) => rename(db, "Renamed"));
  if (!late) throw new Error("it was begun");
  expect(await nameOf(late)).toBe("Renamed");
  await expect(rename(late, "Too late")).rejects.toThrow("over");
});
