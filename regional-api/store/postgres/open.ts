/** Opens the data in PostgreSQL for serving. */
import pg from "pg";
import { awsRegions, defaultAwsRegion, type AwsRegion } from "../../regions";
import { DataError } from "../data-files";
import type { Serving, Store } from "../engine";
import { directorySchema, poolOf, schemaOf } from "./connection";
import { Turns } from "../turns";
import { PostgresRegion } from "./engine";
import { migratePostgres } from "./migrate";

/** The database's name and where it is, without the user and the password. */
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

/** An error of the database or of the way to it as a DataError, without what the URL keeps secret; any other as it is. */
function databaseError(url: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  const reason = reasons[code] ?? (/timeout/i.test(error.message) ? "it does not answer" : undefined);
  if (code === "" && reason === undefined) return error;
  return new DataError(
    `DATABASE_URL: ${placeOf(url)} cannot be used: ${reason ?? `${code} ${error.message}`}.`,
  );
}

/** The oldest release that it is tried on, as the server gives its number. */
const leastVersion = 150_000;

/** Throws a DataError for a server that is too old, or that only reads. */
async function assertUsable(client: pg.ClientBase, url: string): Promise<void> {
  const { rows } = await client.query<{ version: number; shown: string; readOnly: boolean }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS shown,
       pg_is_in_recovery() AS "readOnly"`,
  );
  const [server] = rows;
  if (!server || server.version < leastVersion)
    throw new DataError(
      `DATABASE_URL: ${placeOf(url)} is PostgreSQL ${server?.shown ?? "of an unknown release"}; 15 or newer is needed.`,
    );
  if (server.readOnly)
    throw new DataError(`DATABASE_URL: ${placeOf(url)} is a standby, which only reads. Name the primary.`);
}

/** Does `work` on a connection of its own, which is made for it. Throws a DataError for a database that cannot be used. */
export async function withDatabase<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // Said to whoever waits for a query; when nobody does there is nothing to say.
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

/** However often it is asked, whether changes can be stored is looked up this often. */
const storeCheckMs = 5_000;

class PostgresStore implements Store {
  private known: { at: number; isWritable: Promise<boolean> } | undefined;

  constructor(private readonly regions: Readonly<Record<AwsRegion, PostgresRegion>>) {}

  region(awsRegion: AwsRegion): PostgresRegion {
    return this.regions[awsRegion];
  }

  all(): PostgresRegion[] {
    return awsRegions.map((awsRegion) => this.regions[awsRegion]);
  }

  serve({ clock, log }: Serving): void {
    for (const region of this.all()) {
      if (clock !== Date.now) region.clock = clock;
      region.log = (line) => log({ region: region.awsRegion, ...line });
    }
  }

  async ping(): Promise<void> {
    for (const { pool } of this.all()) await pool.query("SELECT 1");
  }

  canStore(now: number): Promise<boolean> {
    if (this.known && now - this.known.at < storeCheckMs) return this.known.isWritable;
    // A standby refuses the first of these; the number of a transaction is stored with its end.
    const isWritable = this.regions[defaultAwsRegion].pool
      .query("BEGIN READ WRITE; SELECT pg_current_xact_id(); COMMIT")
      .then(
        () => true,
        () => false,
      );
    this.known = { at: now, isWritable };
    return isWritable;
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map(({ pool }) => pool.end()));
  }
}

export interface PostgresOptions {
  readonly url: string;
  /** Of each region. */
  readonly maxConnections: number;
  /** Is told when a connection is lost while nobody uses it. */
  readonly lost: (error: Error) => void;
  /** Fills a database that has no schema of this API yet, as part of what makes it. */
  readonly fill?: ((client: pg.ClientBase) => Promise<void>) | undefined;
}

/** The store in the database, brought up to date. Throws a DataError for one that cannot be used, and changes nothing in it. */
export async function openPostgres({ url, maxConnections, lost, fill }: PostgresOptions): Promise<Store> {
  await withDatabase(url, (client) => migratePostgres(client, fill));
  const turns = new Turns();
  const regionOf = (awsRegion: AwsRegion) =>
    new PostgresRegion(
      awsRegion,
      poolOf({ url, schemas: [schemaOf(awsRegion), directorySchema], maxConnections, lost }),
      turns,
    );
  return new PostgresStore({
    "ap-southeast-2": regionOf("ap-southeast-2"),
    "eu-west-1": regionOf("eu-west-1"),
    "us-east-1": regionOf("us-east-1"),
  });
}
