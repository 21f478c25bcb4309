import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../regional-api/core/ids";
import type { Store } from "../../regional-api/store/engine";
import { openPostgres, withDatabase } from "../../regional-api/store/postgres/open";
import { sql } from "../../regional-api/store/sql";
import { startPostgres, type PostgresServer } from "../support/postgres-server";
import { TcpProxy } from "../support/tcp-proxy";

// The primary fails and its synchronous standby takes over behind a TCP proxy.

const settings = ["fsync=off", "wal_level=replica"];
let primary: PostgresServer;
let standby: PostgresServer;
let address: TcpProxy;
let url: string;

/** True once the standby replicates synchronously. */
const isSynchronous = () =>
  withDatabase(primary.url("postgres"), async (client) => {
    const { rows } = await client.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
    return rows.length > 0;
  });

beforeAll(async () => {
  primary = await startPostgres({ settings: [...settings, "synchronous_standby_names=*"] });
  standby = await startPostgres({ settings, primary });
  address = await TcpProxy.start(primary.port);
  url = `postgres://postgres@127.0.0.1:${address.port}/postgres`;
  while (!(await isSynchronous())) await pause(50);
});
afterAll(async () => {
  address.stop();
  await standby.stop();
});

/** Promotes the standby. */
async function promote(): Promise<void> {
  const client = new pg.Client({ connectionString: standby.url("postgres") });
  await client.connect();
  await client.query("SELECT pg_promote(true, 10)");
  await client.end();
}

test("keeps acknowledged writes exactly once on the standby, and the same store continues with it", async () => {
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
    address.breakAll();
    await promote();
    address.target = standby.port;
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
