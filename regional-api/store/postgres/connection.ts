/**
 * PostgreSQL connections. Values are returned as SQLite returns them, and a region's schema precedes the
 * directory's.
 */
import { createHash } from "node:crypto";
import pg from "pg";
import type { AwsRegion } from "../../../shared/regions";
import { isConnectionLost } from "../failures";

/** The schema of data shared by all regions. */
export const directorySchema = "directory";
/** The schema of a region's tables. */
export const schemaOf = (awsRegion: AwsRegion): string => awsRegion.replaceAll("-", "_");

const { builtins } = pg.types;

/** Times in milliseconds, counts and their sums fit into JavaScript numbers. */
const numberTypes = new Set<number>([builtins.INT8, builtins.NUMERIC]);

/** Returns integers as numbers, and booleans as 1 or 0. */
const sqliteTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") => {
    if (numberTypes.has(type)) return Number;
    if (type === builtins.BOOL) return (text: string) => (text === "t" ? 1 : 0);
    return format === "binary" ? pg.types.getTypeParser(type, "binary") : pg.types.getTypeParser(type);
  },
};

/** Timeout for opening a connection or waiting for a free one, in milliseconds. */
const patienceMs = 15_000;

/** Timeout of a change or snapshot that waits for the lock, in milliseconds. */
export const lockMs = 12_000;

/**
 * Server-side timeouts, in milliseconds. An idle session is ended, which frees its locks; queries that wait
 * or run longer fail. The wait for a lock is longer than the timeout of an idle holder, and so is the
 * console's timeout (8 s). A process closes idle connections after 10 s, before the server would.
 */
const serverLimits = {
  idle_in_transaction_session_timeout: 5_000,
  lock_timeout: lockMs,
  statement_timeout: 15_000,
  idle_session_timeout: 15_000,
};

/** Client-side timeout of a query; longer than the server's, which should abort the query first. */
const answerMs = serverLimits.statement_timeout + 2_000;

/** Detects within about 25 s that the peer has vanished without closing the connection. */
const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
const serverKeepAlive = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
};

const optionsOf = (settings: Readonly<Record<string, string | number>>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");

/** A separate connection without timeouts, for work on all data, such as migrations. */
export const clientOf = (url: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    options: optionsOf(serverKeepAlive),
    ...keepAliveOptions,
  });

/**
 * Planner settings: queries take milliseconds, so JIT compilation would dominate; random page reads cost
 * about as much as sequential ones. 50,000 matches of a search are sorted in memory, which takes half the
 * time of a temporary file (the default is 4 MB).
 */
const plans = { jit: "off", random_page_cost: "1.1", work_mem: "16MB" };

interface PoolOptions {
  readonly url: string;
  /** Schemas on the search path, in order of lookup. */
  readonly schemas: readonly string[];
  readonly maxConnections: number;
  /** True if queries outside a transaction may write. */
  readonly writes?: boolean;
  /** Disables timeouts, for queries that block no request and hold no lock. */
  readonly isPatient?: boolean;
  /** Called when an idle connection is lost. */
  readonly lost: (error: Error) => void;
}

/**
 * Returns a pool of connections, created on demand; read-only unless `writes` or a transaction says
 * otherwise.
 */
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
    ...keepAliveOptions,
    ...(!isPatient && { query_timeout: answerMs }),
    options: optionsOf({
      search_path: [...schemas, "public"].join(","),
      timezone: "UTC",
      default_transaction_read_only: writes ? "off" : "on",
      ...plans,
      ...serverKeepAlive,
      ...(!isPatient && serverLimits),
    }),
    types: sqliteTypes,
  });
  pool.on("error", lost);
  // Covers connections that are lost while checked out but idle.
  pool.on("connect", (client) => client.on("error", lost));
  return pool;
}

/** Maximum number of named query texts; each is a prepared statement on every connection that ran it. */
const maxNamed = 500;
const names = new Map<string, string>();

/**
 * Returns the name of the prepared statement for a query text, so that connections parse it once; texts
 * beyond the limit get none.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxNamed) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  names.set(text, name);
  return name;
}

/** A pool, or one of its connections. */
export type Runner = Pick<pg.ClientBase, "query">;

const maxTries = 3;

/**
 * Runs `work`, and retries it on another connection if its own was lost, e.g. by a restart of the server.
 * `work` must leave nothing behind when it fails.
 */
export async function retryOnLostConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried === maxTries || !isConnectionLost(error)) throw error;
    }
  }
}

/** A query's rows and number of changed rows. */
export interface QueryResult<Result> {
  readonly rows: Result[];
  readonly changes: number;
}

/** Runs a query. Throws the errors of pg. */
export async function runOn<Result>(
  runner: Runner,
  text: string,
  params: readonly unknown[],
): Promise<QueryResult<Result>> {
  const name = nameOf(text);
  const result = await runner.query<Result & pg.QueryResultRow>({
    text,
    values: [...params],
    ...(name !== undefined && { name }),
  });
  return { rows: result.rows, changes: result.rowCount ?? 0 };
}
