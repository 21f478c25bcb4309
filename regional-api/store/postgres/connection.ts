/** Connections to PostgreSQL: values come as SQLite gives them, and a region's schema comes before the directory's. */
import { createHash } from "node:crypto";
import pg from "pg";
import type { AwsRegion } from "../../../shared/regions";
import { isConnectionLost } from "../failures";

/** The schema of what all regions share. */
export const directorySchema = "directory";
/** The schema of a region's tables. */
export const schemaOf = (awsRegion: AwsRegion): string => awsRegion.replaceAll("-", "_");

const { builtins } = pg.types;

/** Times in milliseconds, counts and sums of them fit into numbers. */
const asNumbers = new Set<number>([builtins.INT8, builtins.NUMERIC]);

/** Whole numbers come as numbers, and truth as 1 or 0. */
const sqliteTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") => {
    if (asNumbers.has(type)) return Number;
    if (type === builtins.BOOL) return (text: string) => (text === "t" ? 1 : 0);
    return format === "binary" ? pg.types.getTypeParser(type, "binary") : pg.types.getTypeParser(type);
  },
};

/** How long a connection may take to be made or to become free, in milliseconds. */
const patienceMs = 15_000;

/** How long a change or a snapshot waits for the lock, in milliseconds. */
export const lockMs = 12_000;

/**
 * What the server gives up, in milliseconds: it ends a session whose process says nothing for so long, with its locks, and
 * refuses what waits or takes longer. Whoever waits for a lock outlasts a holder that says nothing, and so does the console's
 * patience (8 s). A process closes what it does not use after 10 s, before the server would.
 */
const serverLimits = {
  idle_in_transaction_session_timeout: 5_000,
  lock_timeout: lockMs,
  statement_timeout: 15_000,
  idle_session_timeout: 15_000,
};

/** After this a connection that gives no answer is given up: the server would have said by then that it takes too long. */
const answerMs = serverLimits.statement_timeout + 2_000;

/** How a machine that is gone without a word is noticed on either side, after some 25 s at most. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
const keptAliveByServer = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
};

const optionsOf = (settings: Readonly<Record<string, string | number>>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");

/** A connection of its own, without limits of time: for what is done to all data, such as migrations. */
export const clientOf = (url: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    options: optionsOf(keptAliveByServer),
    ...keptAlive,
  });

/** Queries take milliseconds, which compiling one takes many of; and disks find any page about as soon as the next one. */
const plans = { jit: "off", random_page_cost: "1.1" };

interface PoolOptions {
  readonly url: string;
  /** Those whose tables are named plainly, the first before the others. */
  readonly schemas: readonly string[];
  readonly maxConnections: number;
  /** Whether its queries write by themselves. */
  readonly writes?: boolean;
  /** Whether a query may take as long as it does: nobody waits for it, and it holds no lock. */
  readonly isPatient?: boolean;
  /** Is told when a connection is lost while nobody uses it. */
  readonly lost: (error: Error) => void;
}

/** A pool of connections, which only read unless a transaction says otherwise; none is made before it is asked for. */
export function poolOf({
  url,
  schemas,
  maxConnections,
  lost,
  writes = false,
  isPatient = false,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: patienceMs,
    application_name: "edge-console",
    ...keptAlive,
    ...(!isPatient && { query_timeout: answerMs }),
    options: optionsOf({
      search_path: [...schemas, "public"].join(","),
      timezone: "UTC",
      default_transaction_read_only: writes ? "off" : "on",
      ...plans,
      ...keptAliveByServer,
      ...(!isPatient && serverLimits),
    }),
    types: sqliteTypes,
  });
  pool.on("error", lost);
  // One that is lost in the hands of somebody who asks nothing at the moment.
  pool.on("connect", (client) => client.on("error", lost));
  return pool;
}

/** How many texts keep their names; each is a prepared statement of every connection that ran it. */
const maxNamed = 500;
const names = new Map<string, string>();

/** The name under which a text is prepared, so that a connection reads it once; those that come up late have none. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxNamed) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  names.set(text, name);
  return name;
}

/** What a query can be run on: a pool, or one connection of it. */
export type Runner = Pick<pg.ClientBase, "query">;

const maxTries = 3;

/**
 * Does what leaves nothing behind when it fails on a connection that turns out to be lost, and is then done on another: a
 * server that restarts closes them all.
 */
export async function onAnother<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried === maxTries || !isConnectionLost(error)) throw error;
    }
  }
}

/** What a query gives: its rows, and how many it changed. */
export interface Ran<Result> {
  readonly rows: Result[];
  readonly changes: number;
}

/** Runs a query. Throws as pg does. */
export async function runOn<Result>(
  runner: Runner,
  text: string,
  params: readonly unknown[],
): Promise<Ran<Result>> {
  const name = nameOf(text);
  const result = await runner.query<Result & pg.QueryResultRow>({
    text,
    values: [...params],
    ...(name !== undefined && { name }),
  });
  return { rows: result.rows, changes: result.rowCount ?? 0 };
}
