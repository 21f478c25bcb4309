/**
 * The one way to the data: Kysely writes the SQL, typed by tables.ts; better-sqlite3 runs it through
 * prepared statements. Writing a query takes Kysely some 10 µs, as long as SQLite takes to answer it,
 * so queries whose text never changes are written once with `prepared`; only lists with optional
 * filters are written per call and handed to all/get/run of a Reader or Writer.
 */
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
} from "kysely";
import type { Reader, RunResult, Writer } from "./engine";
import type { Tables } from "./tables";

/** The typed query builder. It has no connection: a Database runs what it builds. */
export const sql = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

class Placeholder {
  constructor(readonly name: string) {}
}

export interface Prepared<Params, Result> {
  /** The statement's text, for EXPLAIN QUERY PLAN tests. */
  readonly text: string;
  all(db: Reader, params: Params): Result[];
  get(db: Reader, params: Params): Result | undefined;
  run(db: Writer, params: Params): RunResult;
}

/**
 * A query written once. `build` gets stand-ins for the parameters: pass them on, never look at them.
 * Usage: `prepared<{ id: string }>()((p) => sql.selectFrom("users").selectAll().where("id", "=", p.id))`.
 */
export function prepared<Params extends object>() {
  return <Result>(build: (params: Params) => Compilable<Result>): Prepared<Params, Result> => {
    const standIns = new Proxy({} as Params, { get: (_, name) => new Placeholder(String(name)) });
    const query = build(standIns).compile();
    const bind = (params: Params) =>
      query.parameters.map((value) =>
        value instanceof Placeholder ? params[value.name as keyof Params] : value,
      );
    return {
      text: query.sql,
      all: (db, params) => db.statement<Result>(query.sql).all(...bind(params)),
      get: (db, params) => db.statement<Result>(query.sql).get(...bind(params)),
      run: (db, params) => db.statement<Result>(query.sql).run(...bind(params)),
    };
  };
}
