import pg from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPostgres, withDatabase } from "../../regional-api/store/postgres/open";

// Unusable databases are refused in one line, without the password, and left unchanged.

const server = process.env.TEST_POSTGRES ?? "";
const database = "refusals";
const url = `${server}/${database}`;
const withPassword = (address: string) => address.replace("postgres@", "postgres:se%20cret@");

const open = async (address: string) => {
  const store = await openPostgres({ url: address, maxConnections: 4, lost: () => undefined });
  await store.close();
};
const attempt = async (text: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};
/** Every table, index and function. */
const everything = async () =>
  [
    ...(await attempt(
      "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace <> 'pg_toast'::regnamespace AND oid > 16384 ORDER BY 1",
    )),
    ...(await attempt("SELECT oid::regprocedure::text AS name FROM pg_proc WHERE oid > 16384 ORDER BY 1")),
  ].map(({ name }) => String(name));

beforeAll(() =>
  withDatabase(`${server}/postgres`, (client) => client.query(`CREATE DATABASE ${database}`)).then(
    () => undefined,
  ),
);

test.each([
  [
    "nothing answers",
    "postgres://postgres@127.0.0.1:9/edge",
    "edge at 127.0.0.1:9 cannot be used: nothing answers there.",
  ],
  [
    "no such host",
    "postgres://postgres@nowhere.invalid/edge",
    /edge at nowhere\.invalid cannot be used: .*host/,
  ],
  [
    "no such database",
    `${server}/nothing_here`,
    /nothing_here at .* cannot be used: there is no database of that name\./,
  ],
])("%s", async (_what, address, message) => {
  const refused = open(withPassword(address)).catch((error: unknown) => String(error));
  expect(await refused).toMatch(message);
  expect(await refused).not.toMatch(/se( |%20)cret/);
});

describe("a database used by something else", () => {
  beforeEach(async () => {
    await attempt("DROP SCHEMA IF EXISTS directory, ap_southeast_2, eu_west_1, us_east_1 CASCADE");
  });

  test("foreign tables in one of the API's schemas", async () => {
    await attempt("CREATE SCHEMA eu_west_1; CREATE TABLE eu_west_1.theirs (id int)");
    const before = await everything();
    await expect(open(url)).rejects.toThrow(
      'The database has a schema "eu_west_1" that does not belong to this API.',
    );
    expect(await everything()).toEqual(before);
  });

  test("a schema of a newer release, and one whose migration was changed", async () => {
    await open(url);
    const before = await everything();
    await attempt(
      "INSERT INTO us_east_1.schema_migrations (number, name, checksum) VALUES (999, 'later', 'x')",
    );
    await expect(open(url)).rejects.toThrow(/"us_east_1" was changed by a newer release \(migration 999/);
    await attempt("DELETE FROM us_east_1.schema_migrations WHERE number = 999");
    await attempt("UPDATE us_east_1.schema_migrations SET checksum = 'x' WHERE number = 190");
    await expect(open(url)).rejects.toThrow(
      /"us_east_1": migration 190 \(region-collation\) was changed after it ran/,
    );
    expect(await everything()).toEqual(before);
  });

  test("an older release's schema is upgraded once when two processes start", async () => {
    await open(url);
    const before = await everything();
    await attempt(`ALTER TABLE us_east_1.applications DROP COLUMN "invitedAs";
      DELETE FROM us_east_1.schema_migrations WHERE number IN (180, 190)`);
    await Promise.all([open(url), open(url)]);
    expect(await everything()).toEqual(before);
  });
});
