import { createServer, connect, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../regional-api/core/ids";
import type { Store } from "../../regional-api/store/engine";
import { openPostgres, withDatabase } from "../../regional-api/store/postgres/open";
import { sql } from "../../regional-api/store/sql";
import { startPostgres, type PostgresServer } from "../support/postgres-server";

// The primary fails and its synchronous standby takes its place, behind an address that leads to either.

const settings = ["fsync=off", "wal_level=replica"];
let primary: PostgresServer;
let standby: PostgresServer;
let address: Server;
const sockets = new Set<Socket>();
let target: number;
let url: string;

/** Whether the standby has what the primary acknowledges. */
const isSynchronous = () =>
  withDatabase(primary.url("postgres"), async (client) => {
    const { rows } = await client.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
    return rows.length > 0;
  });

beforeAll(async () => {
  primary = await startPostgres({ settings: [...settings, "synchronous_standby_names=*"] });
  standby = await startPostgres({ settings, primary });
  target = primary.port;
  address = createServer((socket) => {
    const onward = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy()).on("close", () => (sockets.delete(one), other.destroy()));
      one.pipe(other);
    }
  });
  await new Promise<void>((listens) => address.listen(0, "127.0.0.1", listens));
  const own = address.address();
  url = `postgres://postgres@127.0.0.1:${own && typeof own === "object" ? own.port : 0}/postgres`;
  while (!(await isSynchronous())) await pause(50);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  address.close();
  await standby.stop();
});

/** Makes the standby a primary. */
async function promote(): Promise<void> {
  const client = new pg.Client({ connectionString: standby.url("postgres") });
  await client.connect();
  await client.query("SELECT pg_promote(true, 10)");
  await client.end();
}

test("what was acknowledged is on the standby once, and the same store goes on with it", async () => {
  let store: Store | undefined;
  try {
    store = await openPostgres({ url, maxConnections: 6, lost: () => undefined });
    const region = store.region("ap-southeast-2");
    const acknowledged: string[] = [];
    let [isOver, failed, serial] = [false, 0, 0];
    const work = async () => {
      while (!isOver) {
        serial += 1;
        const name = `organisation-${serial}`;
        const row = {
          id: newId(Date.now()),
          uniqueName: name,
          displayName: name,
          tags: "[]",
          archivedAt: null,
        };
        const times = { createdAt: 1, updatedAt: 1, version: 0, changedAt: null, changedBy: null };
        try {
          await region.write((db) => db.run(sql.insertInto("organizations").values({ ...row, ...times })));
          acknowledged.push(name);
        } catch {
          failed += 1;
          await pause(20);
        }
      }
    };
    const working = [work(), work(), work()];
    const until = async (count: number) => {
      while (acknowledged.length < count) await pause(20);
    };
    await until(30);
    await primary.kill();
    for (const socket of sockets) socket.destroy();
    await promote();
    target = standby.port;
    const promoted = acknowledged.length;
    await until(promoted + 30);
    isOver = true;
    await Promise.all(working);
    const stored = (await region.reader.all(sql.selectFrom("organizations").select("uniqueName"))).map(
      ({ uniqueName }) => uniqueName,
    );
    expect(failed).toBeGreaterThan(0);
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
  } finally {
    await store?.close();
  }
});
