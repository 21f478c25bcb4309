/** Synchronous access for tests to a PostgreSQL store, independent of the API's connections. */
import type { Compilable } from "kysely";
import { awsRegions, type AwsRegion } from "../../shared/regions";
import type { Database, Databases } from "../../regional-api/store/database";
import type { Region, Store } from "../../regional-api/store/engine";
import { directorySchema, schemaOf } from "../../regional-api/store/postgres/connection";
import { inPostgres } from "../../regional-api/store/by-engine";
import { spelled, SynchronousPostgres } from "./synchronous-postgres";

const statementOf = (postgres: SynchronousPostgres, sqlText: string) => {
  const run = (params: readonly unknown[]) => {
    const { text, values } = spelled(sqlText, params);
    return postgres.query(text, values);
  };
  const firstOf = (row: object) => Object.values(row)[0] as unknown;
  return {
    all: (...params: unknown[]) => run(params).rows,
    get: (...params: unknown[]) => run(params).rows[0],
    run: (...params: unknown[]) => ({ changes: run(params).changes }),
    iterate: (...params: unknown[]) => run(params).rows.values(),
    raw: () => ({ all: (...params: unknown[]) => run(params).rows.map((row) => Object.values(row)) }),
    pluck: () => ({
      all: (...params: unknown[]) => run(params).rows.map(firstOf),
      get: (...params: unknown[]) => run(params).rows.map(firstOf)[0],
    }),
  };
};

function databaseOf(region: Region, url: string): Database {
  const { awsRegion } = region;
  const postgres = new SynchronousPostgres(url, [schemaOf(awsRegion), directorySchema]);
  const run = (query: Compilable<unknown>) => {
    const { sql, parameters } = inPostgres(query);
    return postgres.query(sql, parameters);
  };
  const transaction = (work: () => unknown) => {
    postgres.query("BEGIN", []);
    try {
      const result = work();
      postgres.query("COMMIT", []);
      return result;
    } catch (error) {
      postgres.query("ROLLBACK", []);
      throw error;
    }
  };
  const synchronous = {
    statement: (text: string) => statementOf(postgres, text),
    all: (query: Compilable<unknown>) => run(query).rows,
    get: (query: Compilable<unknown>) => run(query).rows[0],
    run: (query: Compilable<unknown>) => ({ changes: run(query).changes }),
    transaction,
    sqlite: {
      prepare: (text: string) => statementOf(postgres, text),
      exec: (text: string) => statementOf(postgres, text).run(),
      transaction: (work: () => unknown) => () => transaction(work),
    },
  };
  // Tests know the class of the SQLite driver; this covers what they use of it.
  return new Proxy(region, {
    get: (target, name) =>
      name in synchronous
        ? synchronous[name as keyof typeof synchronous]
        : bound(target, Reflect.get(target, name)),
  }) as unknown as Database;
}

const bound = (target: object, value: unknown): unknown =>
  typeof value === "function" ? (value.bind(target) as unknown) : value;

/** A store with its regions' data as `Database` objects. */
export function synchronously(store: Store, url: string): Databases {
  const all = awsRegions.map((awsRegion) => databaseOf(store.region(awsRegion), url));
  const region = (awsRegion: AwsRegion) => all.find((one) => one.awsRegion === awsRegion);
  const more = { region, all: () => all };
  return new Proxy(store, {
    get: (target, name) =>
      name in more ? more[name as keyof typeof more] : bound(target, Reflect.get(target, name)),
  }) as unknown as Databases;
}
