import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AwsRegion } from "../../shared/regions";
import { openDatabases } from "../../regional-api/store/database";
import type { Reader, Store, Writer } from "../../regional-api/store/engine";
import { openPostgres, withDatabase } from "../../regional-api/store/postgres/open";
import { verifyPostgres } from "../../regional-api/store/postgres/verify";
import { appendEntry } from "../../regional-api/store/record-chain";
import { sql } from "../../regional-api/store/sql";
import { verifyDataDir } from "../../regional-api/store/verify";
import type { Row } from "../../regional-api/store/tables";
import { precomputedCount } from "../../regional-api/core/list-counts.store";
import { numbers } from "../support/numbers";
import { entryOfToday } from "../support/record-of-before";

// Random changes to many customers compared with a model of their answers: by two processes, here two stores, on
// PostgreSQL, and by one on files.

const url = `${process.env.TEST_POSTGRES}/side_by_side`;
const folder = mkdtempSync(join(tmpdir(), "edge-side-by-side-"));
type Engine = "PostgreSQL" | "files";
const histories = [1, 2, 3].flatMap((seed) =>
  (["PostgreSQL", "files"] as const).map((engine) => [engine, seed] as const),
);
const changes = 400;
/** Concurrent changes; more than there are customers, so that changes of the same customer overlap too. */
const atOnce = 24;
const perRegion = 5;
const idOf = (...parts: (string | number)[]) => parts.join("-").padEnd(24, "_");

interface Customer {
  readonly id: string;
  readonly awsRegion: AwsRegion;
}
const customersOf = (seed: number): Customer[] =>
  (["ap-southeast-2", "eu-west-1"] as const).flatMap((awsRegion) =>
    Array.from({ length: perRegion }, (_, index) => ({ id: idOf(awsRegion, seed, index), awsRegion })),
  );
const group = ({ id }: Pick<Customer, "id">) => `g-${id}`;

let all: Record<Engine, readonly [Store, ...Store[]]>;
beforeAll(async () => {
  const server = `${process.env.TEST_POSTGRES}/postgres`;
  await withDatabase(server, (client) => client.query("CREATE DATABASE side_by_side"));
  const open = () => openPostgres({ url, maxConnections: 10, lost: () => undefined });
  all = { PostgreSQL: [await open(), await open()], files: [openDatabases(folder)] };
  const organization = {
    id: "o",
    uniqueName: "o",
    displayName: "O",
    createdAt: 1,
    updatedAt: 1,
  };
  for (const [store] of Object.values(all))
    await store
      .region("eu-west-1")
      .write((db) => db.run(sql.insertInto("organizations").values(organization)));
});
afterAll(async () => {
  for (const store of Object.values(all).flat()) await store.close();
  rmSync(folder, { recursive: true });
});

const problemsOf = async (engine: Engine) =>
  (engine === "files" ? verifyDataDir(folder) : await verifyPostgres(url)).problems;

const early = { createdAt: 1, updatedAt: 1, archivedAt: null };

async function make(store: Store, { id, awsRegion }: Customer): Promise<void> {
  await store.region(awsRegion).write(async (db) => {
    const shared = { organizationId: "o", tags: "[]", ...early };
    const names = { uniqueName: id, displayName: id, rootHierarchyId: id };
    await db.run(
      sql.insertInto("customers").values({ ...shared, ...names, id, nameKey: id, createdBy: null }),
    );
    await db.run(
      sql
        .insertInto("hierarchies")
        .values({ ...shared, id, parentId: null, customerId: id, name: id, position: 0 }),
    );
    const one = { id: group({ id }), customerId: id, hierarchyId: id, nameKey: id };
    await db.run(sql.insertInto("groups").values({ ...shared, ...one, name: "0" }));
  });
}

const groupOf = async (db: Reader, customer: Customer): Promise<Row<"groups">> => {
  const row = await db.get(sql.selectFrom("groups").selectAll().where("id", "=", group(customer)));
  if (!row) throw new Error("it is there");
  return row;
};
const record = (db: Writer, id: string, { id: customerId }: Customer) =>
  appendEntry(db, entryOfToday(id, customerId), []);

/** The state a customer should have according to the answers. */
interface Expected {
  renamed: number;
  entries: number;
  readonly active: Set<string>;
  readonly archived: Set<string>;
}

test.each(histories)(
  "loses no change, whichever changes overlap, on %s, history %i",
  async (engine, seed) => {
    const stores = all[engine];
    const { below, one } = numbers(seed);
    const customers = customersOf(seed);
    for (const customer of customers) await make(stores[0], customer);
    const expected = new Map<string, Expected>(
      customers.map(({ id }) => [id, { renamed: 0, entries: 0, active: new Set(), archived: new Set() }]),
    );
    const emails = new Map<string, string>();
    const times: { readonly id: string; readonly now: number; readonly name: number }[] = [];
    const lists: { readonly id: string; readonly asOf: number; readonly name: number }[] = [];
    let platform = 0;
    let refused = 0;

    /** Increments the number in the group's name; a lost update would show. */
    const rename = async (db: Writer, customer: Customer) => {
      const { name, version } = await groupOf(db, customer);
      const next = { name: String(Number(name) + 1), version: version + 1, updatedAt: db.now };
      await db.run(sql.updateTable("groups").set(next).where("id", "=", group(customer)));
      db.afterCommit(() => times.push({ id: customer.id, now: db.now, name: Number(next.name) }));
    };

    const acts: ((name: string, customer: Customer, store: Store, of: Expected) => Promise<void>)[] = [
      async (name, customer, store, of) => {
        await store.region(customer.awsRegion).write(async (db) => {
          await rename(db, customer);
          await record(db, name, customer);
        }, customer.id);
        of.renamed += 1;
        of.entries += 1;
      },
      // Adds a person with an email that others want too, at every customer of the region.
      async (name, customer, store, of) => {
        const { id: customerId, awsRegion } = customer;
        const email = `${below(20)}@${seed}.example`;
        const isMade = await store.region(awsRegion).write(async (db) => {
          const known = sql.selectFrom("user_directory").select("id").where("email", "=", email);
          if (await db.get(known.where("awsRegion", "=", awsRegion))) return false;
          const place = { organizationId: "o", customerId };
          await db.run(
            sql
              .insertInto("user_directory")
              .values({ id: name, email, awsRegion, ...place, archivedAt: null }),
          );
          const person = {
            username: email,
            firstName: "F",
            lastName: "L",
            source: "LOCAL",
            userType: "END_USER",
          } as const;
          await db.run(
            sql
              .insertInto("users")
              .values({ id: name, email, ...place, ...person, ...early, hierarchyId: customerId }),
          );
          await db.run(
            sql
              .insertInto("group_members")
              .values({ groupId: group(customer), userId: name, createdAt: db.now }),
          );
          await record(db, name, customer);
          return true;
        }, customerId);
        if (!isMade) return void (refused += 1);
        const key = `${awsRegion} ${email}`;
        expect(emails.get(key)).toBeUndefined();
        emails.set(key, name);
        of.active.add(name);
        of.entries += 1;
      },
      // Archives or restores the person changed longest ago; the model follows the result.
      async (_name, customer, store, of) => {
        const changed = await store.region(customer.awsRegion).write(async (db) => {
          const user = await db.get(
            sql
              .selectFrom("users")
              .select(["id", "archivedAt"])
              .where("customerId", "=", customer.id)
              .orderBy("updatedAt")
              .limit(1),
          );
          if (!user) return undefined;
          const archivedAt = user.archivedAt === null ? db.now : null;
          await db.run(
            sql.updateTable("users").set({ archivedAt, updatedAt: db.now }).where("id", "=", user.id),
          );
          // In the transaction: the customer's next change begins after it.
          db.afterCommit(() => {
            of[archivedAt === null ? "archived" : "active"].delete(user.id);
            of[archivedAt === null ? "active" : "archived"].add(user.id);
          });
          return user.id;
        }, customer.id);
        if (changed === undefined) refused += 1;
      },
      // A platform change to all customers of a region, recorded for none of them.
      async (name, { awsRegion }, store) => {
        const ofRegion = customers.filter((one) => one.awsRegion === awsRegion);
        await store.region(awsRegion).write(async (db) => {
          for (const customer of ofRegion) await rename(db, customer);
          await appendEntry(db, entryOfToday(name, null), []);
        });
        for (const { id } of ofRegion) (expected.get(id) as Expected).renamed += 1;
        platform += 1;
      },
      // A change that is rolled back leaves nothing.
      async (name, customer, store) => {
        const failing = store.region(customer.awsRegion).write(async (db) => {
          await rename(db, customer);
          await record(db, name, customer);
          throw new Error("undone");
        }, customer.id);
        await expect(failing).rejects.toThrow("undone");
      },
      // A list as of a moment contains every change acknowledged before the call, and no partial one.
      async (_name, customer, store, of) => {
        const known = of.renamed;
        const asOf = Date.now() - 1;
        const list = store.region(customer.awsRegion).reading();
        await list.hold(customer.id);
        const { version, name } = await groupOf(list, customer);
        list.release();
        expect(Number(name)).toBeGreaterThanOrEqual(known);
        expect(version).toBe(Number(name) + 1);
        lists.push({ id: customer.id, asOf, name: Number(name) });
      },
    ];
    const weights = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 5];

    let begun = 0;
    const work = async () => {
      while (begun < changes) {
        begun += 1;
        const name = idOf("h", seed, begun);
        const customer = one(customers);
        await acts[one(weights)]?.(name, customer, one(stores), expected.get(customer.id) as Expected);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));

    for (const customer of customers) {
      const wanted = expected.get(customer.id) as Expected;
      const { reader } = stores[0].region(customer.awsRegion);
      const row = await groupOf(reader, customer);
      expect(row).toMatchObject({
        name: String(wanted.renamed),
        version: wanted.renamed + 1,
        usersCount: wanted.active.size,
      });
      const people = await reader.all(
        sql.selectFrom("users").select(["id", "archivedAt"]).where("customerId", "=", customer.id),
      );
      const idsOf = (isActive: boolean) =>
        people.filter(({ archivedAt }) => (archivedAt === null) === isActive).map(({ id }) => id);
      expect(new Set(idsOf(true))).toEqual(wanted.active);
      expect(new Set(idsOf(false))).toEqual(wanted.archived);
      for (const isArchived of [true, false])
        expect(await precomputedCount(reader, { list: "users", customerId: customer.id, isArchived })).toBe(
          wanted[isArchived ? "archived" : "active"].size,
        );
      const entries = await reader.all(
        sql.selectFrom("record_entries").select("link").where("chain", "=", customer.id).orderBy("seq"),
      );
      // The links are in the order of their positions as well.
      expect(entries.map(({ link }) => link)).toEqual(
        Array.from({ length: wanted.entries }, (_, index) => index + 1),
      );
    }
    // A change missing from a list would be overwritten unseen by an editor relying on the list's moment.
    const unseen = lists.filter(({ id, asOf, name }) =>
      times.some((change) => change.id === id && change.now <= asOf && change.name > name),
    );
    expect(unseen).toEqual([]);
    expect(lists.length).toBeGreaterThan(20);
    expect(platform).toBeGreaterThan(5);
    expect(refused).toBeGreaterThan(5);
    expect(emails.size).toBeGreaterThan(20);
    expect(await problemsOf(engine)).toEqual([]);
  },
);
