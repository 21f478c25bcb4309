import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outbox } from "../../regional-api/core/outbox.store";
import { startDelivery } from "../../regional-api/delivery";
import type { Store } from "../../regional-api/store/engine";
import { causeOfFailure, isStoreFailure } from "../../regional-api/store/failures";
import { openPostgres, withDatabase } from "../../regional-api/store/postgres/open";
import { sql } from "../../regional-api/store/sql";
import { startPostgres } from "../support/postgres-server";
import { TcpProxy } from "../support/tcp-proxy";

// Timeouts for connections that no longer answer. They are set in connection.ts and take seconds, so the tests run side
// by side, each on its own database.

const server = process.env.TEST_POSTGRES ?? "";
const names = ["limits_hung", "limits_customer", "limits_foreign", "limits_swallowed"] as const;
const stores: Store[] = [];
const open = async (url: string) => {
  const store = await openPostgres({ url, maxConnections: 6, lost: () => undefined });
  stores.push(store);
  return store;
};

beforeAll(async () => {
  for (const name of names)
    await withDatabase(`${server}/postgres`, (client) => client.query(`CREATE DATABASE ${name}`));
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
});

const inSydney = (store: Store) => store.region("ap-southeast-2");
/** Reads like a list whose rows are as of one moment. */
const readSomething = (store: Store, whose: string | undefined = "one") =>
  inSydney(store).reader.atThisMoment((moment) => moment.all(sql.selectFrom("users").select("id")), whose);
/** Puts a mail in the outbox. */
const writeSomething = (store: Store, to = "somebody@test.example", whose?: string) =>
  inSydney(store).write(
    (db) =>
      outbox.add(db, { channel: "EMAIL", to, subject: "s", text: "t", templateType: "TEST" }, Date.now()),
    whose,
  );
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
/** Duration in seconds. */
const secondsOf = async (work: () => Promise<unknown>) => {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
};

test.concurrent(
  "a process that hangs in the middle of a change blocks the others for five seconds @all",
  async () => {
    const [hung, other] = [await open(`${server}/limits_hung`), await open(`${server}/limits_hung`)];
    const waits: number[] = [];
    other.serve({
      clock: Date.now,
      log: () => undefined,
      waited: (ms) => waits.push(ms),
      clockDiffers: () => undefined,
    });
    expect(await other.canStore(0)).toBe(true);
    let goOn = (): void => undefined;
    const begun = new EventEmitter();
    const hanging = failureOf(
      inSydney(hung).write(async (db) => {
        begun.emit("begun");
        await new Promise<void>((resolve) => (goOn = resolve));
        await db.all(sql.selectFrom("users").select("id"));
      }),
    );
    await once(begun, "begun");
    const [reading, writing, isReady] = await Promise.all([
      secondsOf(() => readSomething(other)),
      secondsOf(() => writeSomething(other)),
      other.canStore(10_000),
    ]);
    expect(isReady).toBe(false);
    for (const seconds of [reading, writing]) {
      expect(seconds).toBeGreaterThan(4);
      expect(seconds).toBeLessThan(7.5);
    }
    expect(Math.max(...waits)).toBeGreaterThan(4_000);
    expect(await other.canStore(20_000)).toBe(true);
    goOn();
    expect(isStoreFailure(await hanging)).toBe(true);
    await writeSomething(hung);
  },
);

test.concurrent(
  "a process that hangs in a customer's change blocks only that customer for five seconds @all",
  async () => {
    const url = `${server}/limits_customer`;
    const [hung, other] = [await open(url), await open(url)];
    let goOn = (): void => undefined;
    const begun = new EventEmitter();
    const hanging = failureOf(
      inSydney(hung).write(async (db) => {
        begun.emit("begun");
        await new Promise<void>((resolve) => (goOn = resolve));
        await db.all(sql.selectFrom("users").select("id"));
      }, "one"),
    );
    await once(begun, "begun");
    const own = secondsOf(() => writeSomething(other, "one@test.example", "one"));
    const others = await secondsOf(() =>
      Promise.all([
        writeSomething(other, "two@test.example", "two"),
        writeSomething(hung, "three@test.example", "three"),
        readSomething(other, "two"),
        inSydney(other).reader.atThisMoment((moment) => moment.all(sql.selectFrom("users").select("id"))),
      ]),
    );
    expect(others).toBeLessThan(4);
    expect(await other.canStore(10_000)).toBe(true);
    expect(await own).toBeGreaterThan(4);
    goOn();
    expect(isStoreFailure(await hanging)).toBe(true);
  },
);

test.concurrent(
  "refuses reads and changes in time while another program's session keeps the lock @all",
  async () => {
    const store = await open(`${server}/limits_foreign`);
    const foreign = new pg.Client({ connectionString: `${server}/limits_foreign` });
    await foreign.connect();
    try {
      await foreign.query("SELECT pg_advisory_lock(4810)");
      const seconds = await secondsOf(async () => {
        const failures = await Promise.all([
          failureOf(readSomething(store)),
          failureOf(writeSomething(store)),
          failureOf(writeSomething(store)),
        ]);
        expect(failures.map(isStoreFailure)).toEqual([true, true, true]);
      });
      expect(seconds).toBeLessThan(18);
    } finally {
      await foreign.end();
    }
    await writeSomething(store);
  },
);

test.concurrent(
  "gives up connections that die without notice, and sends mails again @all",
  async ({ expect }) => {
    const proxy = await TcpProxy.start(Number(new URL(server).port));
    const url = Object.assign(new URL(`${server}/limits_swallowed`), { port: String(proxy.port) }).href;
    const store = await open(url);
    const handed: string[] = [];
    const worker = startDelivery(
      {
        channel: "EMAIL",
        duty: "mails",
        hand: (mail) => Promise.resolve({ outcome: "TAKEN", count: handed.push(mail.recipient) }),
        logOutcome: () => undefined,
        logStuck: () => undefined,
      },
      { databases: store, clock: Date.now },
    );
    try {
      await writeSomething(store, "before@test.example");
      await worker.flush();
      expect(handed).toEqual(["before@test.example"]);
      // A held snapshot, a change, and the mail duty are in progress.
      const begun = new EventEmitter();
      const duty = failureOf(
        store.alone("mails", async () => {
          begun.emit("begun");
          await pause(1_000);
          await readSomething(store);
        }),
      );
      await once(begun, "begun");
      const underWay = [
        failureOf(
          inSydney(store).write(async (db) => {
            await pause(500);
            await db.all(sql.selectFrom("users").select("id"));
          }),
        ),
        failureOf(
          inSydney(store).reader.atThisMoment(async (moment) => {
            await pause(500);
            await Promise.all([1, 2, 3].map(() => moment.all(sql.selectFrom("users").select("id"))));
          }),
        ),
      ];
      await pause(250);
      proxy.swallowAll();
      const seconds = await secondsOf(async () => {
        expect((await Promise.all(underWay)).map(isStoreFailure)).toEqual([true, true]);
        await writeSomething(store, "after@test.example");
        await expect.poll(() => handed, { timeout: 25_000 }).toContain("after@test.example");
        await duty;
      });
      expect(seconds).toBeLessThan(40);
      expect(await store.canStore(0)).toBe(true);
    } finally {
      await worker.stop();
      proxy.stop();
    }
  },
);

/** A 200 MB file system; undefined unless root, who may mount it. */
function smallDisk(): string | undefined {
  const path = mkdtempSync(join(tmpdir(), "edge-postgres-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=200m,mode=777", "tmpfs", path]);
  if (status === 0) return path;
  rmSync(path, { recursive: true });
  return undefined;
}
const disk = smallDisk();

test.skipIf(disk === undefined)(
  "GEN-72 notices that the database's disk is full before a save fails",
  async () => {
    const path = disk ?? "";
    const filler = join(path, "filler");
    const own = await startPostgres({ settings: ["fsync=off", "max_wal_size=32MB"], folder: path });
    let store: Store | undefined;
    try {
      store = await openPostgres({ url: own.url("postgres"), maxConnections: 6, lost: () => undefined });
      expect(await store.canStore(0)).toBe(true);
      spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]);
      expect(await store.canStore(10_000)).toBe(false);
      const failure = await failureOf(
        inSydney(store).write(async (db) => {
          for (let count = 0; count < 40; count += 1) {
            const mail = {
              channel: "EMAIL",
              to: "a@test.example",
              subject: "s",
              templateType: "TEST",
            } as const;
            await outbox.add(db, { ...mail, text: randomBytes(4_000).toString("hex") }, Date.now());
          }
        }),
      );
      expect([causeOfFailure(failure), isStoreFailure(failure)]).toEqual(["53100", true]);
      rmSync(filler);
      expect(await store.canStore(20_000)).toBe(true);
      await writeSomething(store);
    } finally {
      await store?.close();
      await own.stop();
      spawnSync("umount", [path]);
      rmSync(path, { recursive: true, force: true });
    }
  },
);
