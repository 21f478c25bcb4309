/** Opens PostgreSQL data for serving. */
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { awsRegions, type AwsRegion } from "../../../shared/regions";
import { digestOf } from "../counters";
import { DataError } from "../data-files";
import type { Counters, StoreHooks, Store } from "../engine";
import { clientOf, directorySchema, retryOnLostConnection, poolOf, runOn, schemaOf } from "./connection";
import { WriteQueue } from "../write-queue";
import { sharedWriteLock, PostgresRegion, writersOf } from "./engine";
import { migratePostgres } from "./migrate";

/** Returns the database's name and host, without user and password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${pathname.slice(1) || "the database"} at ${host || "this machine"}`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there",
  ENOTFOUND: "there is no such host",
  ETIMEDOUT: "it does not answer",
  EAI_AGAIN: "the name of its host cannot be looked up",
  ENOENT: "nothing answers there",
  "28P01": "the password is not right",
  "28000": "the user may not sign in",
  "3D000": "there is no database of that name",
  "42501": "the user may not make the schemas and extensions that it needs",
  "0A000": "it lacks an extension: pg_trgm and btree_gin come with PostgreSQL's contrib package",
  "58P01": "it lacks an extension: pg_trgm and btree_gin come with PostgreSQL's contrib package",
  "53300": "it has no connection left",
  "57P03": "it is starting or stopping",
};

/**
 * Converts a database or network error to a DataError without the secrets of the URL; returns others
 * unchanged.
 */
function databaseError(url: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  const reason = reasons[code] ?? (/timeout/i.test(error.message) ? "it does not answer" : undefined);
  if (code === "" && reason === undefined) return error;
  return new DataError(
    `DATABASE_URL: ${placeOf(url)} cannot be used: ${reason ?? `${code} ${error.message}`}.`,
  );
}

/** The oldest supported release, as a server version number. */
const minVersion = 150_000;

/** Throws a DataError if the server is too old or read-only. */
async function assertUsable(client: pg.ClientBase, url: string): Promise<void> {
  const { rows } = await client.query<{ version: number; shown: string; readOnly: boolean }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS shown,
       pg_is_in_recovery() AS "readOnly"`,
  );
  const [server] = rows;
  if (!server || server.version < minVersion)
    throw new DataError(
      `DATABASE_URL: ${placeOf(url)} is PostgreSQL ${server?.shown ?? "of an unknown release"}; 15 or newer is needed.`,
    );
  if (server.readOnly)
    throw new DataError(`DATABASE_URL: ${placeOf(url)} is a standby, which only reads. Name the primary.`);
}

/** Runs `work` on a separate connection. Throws a DataError if the database cannot be used. */
export async function withDatabase<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = clientOf(url);
  // Pending queries report the error; without any, it does not matter.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await assertUsable(client, url);
    return await work(client);
  } catch (error) {
    throw databaseError(url, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Minimum interval between checks for writability, however often they are requested. */
const storeCheckMs = 5_000;
/** Time in ms after which a check counts as failed. */
const storeWithinMs = 3_000;

/**
 * Needs the same as a change: it grows a file and shares the lock of all writes. The temporary table belongs
 * to the connection and is truncated on commit. A standby refuses it.
 */
const storeCheck = `CREATE TEMP TABLE IF NOT EXISTS store_check (filler text) ON COMMIT DELETE ROWS;
  BEGIN READ WRITE; SET LOCAL lock_timeout = ${storeWithinMs};
  INSERT INTO store_check SELECT repeat(md5(n::text), 50) FROM generate_series(1, 40) AS n;
  ${sharedWriteLock}; COMMIT`;

/** Interval of a keep-alive query during a long duty, because the server ends idle sessions. */
const beatMs = 5_000;

/** Advisory locks of duties, which only one process runs at a time, by the hash of their name. */
const dutyLockSpace = 4_812;

/**
 * Counters in an unlogged table. A crash of the server loses them, which is acceptable because they hold only
 * the latest windows.
 */
class PostgresCounters implements Counters {
  private newest = 0;

  constructor(private readonly pool: pg.Pool) {}

  async read(key: string, window: number): Promise<number> {
    const text = "SELECT count FROM call_counts WHERE key = $1 AND span = $2";
    const { rows } = await retryOnLostConnection(() =>
      runOn<{ count: number }>(this.pool, text, [digestOf(key), window]),
    );
    return rows[0]?.count ?? 0;
  }

  async add(key: string, window: number): Promise<void> {
    // Restarts the count if it is from an earlier window.
    const text = `INSERT INTO call_counts AS c (key, span, count) VALUES ($1, $2, 1) ON CONFLICT (key) DO UPDATE
      SET span = excluded.span, count = CASE WHEN c.span = excluded.span THEN c.count + 1 ELSE 1 END`;
    await retryOnLostConnection(() => runOn(this.pool, text, [digestOf(key), window]));
    if (window <= this.newest) return;
    this.newest = window;
    await runOn(this.pool, "DELETE FROM call_counts WHERE span < $1", [window - 1]);
  }
}

class PostgresStore implements Store {
  private known: { at: number; isWritable: Promise<boolean> } | undefined;
  readonly isShared = true;
  readonly counters: Counters;

  constructor(
    private readonly regions: Readonly<Record<AwsRegion, PostgresRegion>>,
    /**
     * Separate from the regions' pools, because it writes, and because each running duty occupies one of its
     * connections.
     */
    private readonly further: pg.Pool,
  ) {
    this.counters = new PostgresCounters(further);
  }

  async alone(duty: string, work: () => Promise<void>): Promise<boolean> {
    const client = await this.further.connect();
    let lost: Error | undefined;
    try {
      const { rows } = await client.query<{ isMine: number }>(
        `SELECT pg_try_advisory_lock(${dutyLockSpace}, hashtext($1)) AS "isMine"`,
        [duty],
      );
      if (!rows[0]?.isMine) return false;
      let beat: Promise<unknown> | undefined;
      const beating = setInterval(() => {
        // Closes the connection if there is no response, so that ending it does not wait.
        beat ??= client.query("SELECT 1").then(
          () => (beat = undefined),
          () => client.end(),
        );
      }, beatMs);
      try {
        await work();
      } finally {
        clearInterval(beating);
        await beat;
        await client.query(`SELECT pg_advisory_unlock(${dutyLockSpace}, hashtext($1))`, [duty]);
      }
      return true;
    } catch (error) {
      lost = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // After a failure the connection may still hold the lock, so it is closed.
      client.release(lost);
    }
  }

  region(awsRegion: AwsRegion): PostgresRegion {
    return this.regions[awsRegion];
  }

  all(): PostgresRegion[] {
    return awsRegions.map((awsRegion) => this.regions[awsRegion]);
  }

  serve({ clock, log, ...serving }: StoreHooks): void {
    for (const region of this.all()) {
      if (clock !== Date.now) region.clock = clock;
      region.log = (line) => log({ region: region.awsRegion, ...line });
      region.serving = serving;
    }
  }

  async ping(): Promise<void> {
    for (const { pool } of this.all()) await pool.query("SELECT 1");
  }

  canStore(now: number): Promise<boolean> {
    if (this.known && now - this.known.at < storeCheckMs) return this.known.isWritable;
    const tried = this.tryToStore().then(
      () => true,
      () => false,
    );
    const isWritable = Promise.race([tried, pause(storeWithinMs, false, { ref: false })]);
    this.known = { at: now, isWritable };
    return isWritable;
  }

  private async tryToStore(): Promise<void> {
    const client = await this.further.connect();
    let failed = true;
    try {
      await client.query(storeCheck);
      failed = false;
    } finally {
      client.release(failed);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.further.end(), ...this.all().map(({ pool }) => pool.end())]);
  }
}

/** Enough for about six duties, the counters, and the check for writability. */
const furtherConnections = 10;

export interface PostgresOptions {
  readonly url: string;
  /** Per region. */
  readonly maxConnections: number;
  /** Called when an idle connection is lost. */
  readonly lost: (error: Error) => void;
  /** Fills a database that has no schema of this API, in the transaction that creates the schema. */
  readonly fill?: ((client: pg.ClientBase) => Promise<void>) | undefined;
}

/** Opens and migrates the store. Throws a DataError if the database cannot be used, and leaves it unchanged. */
export async function openPostgres({ url, maxConnections, lost, fill }: PostgresOptions): Promise<Store> {
  await withDatabase(url, (client) => migratePostgres(client, fill));
  const turns = new WriteQueue(writersOf(maxConnections));
  const regionOf = (awsRegion: AwsRegion) =>
    new PostgresRegion(
      awsRegion,
      poolOf({ url, schemas: [schemaOf(awsRegion), directorySchema], maxConnections, lost }),
      turns,
    );
  const regions = {
    "ap-southeast-2": regionOf("ap-southeast-2"),
    "eu-west-1": regionOf("eu-west-1"),
    "us-east-1": regionOf("us-east-1"),
  };
  const further = poolOf({
    url,
    schemas: [directorySchema],
    maxConnections: furtherConnections,
    lost,
    writes: true,
  });
  return new PostgresStore(regions, further);
}
