/**
 * The one way to the data: Kysely writes the SQL, typed by tables.ts; the engine runs it through
 * prepared statements. Writing a query takes Kysely some 10 µs, as long as SQLite takes to answer it,
 * so queries whose text never changes are written once with `prepared`; only lists with optional
 * filters are written per call and handed to all/get/run of a Reader or Writer. What one engine says otherwise than
 * another is in dialect.ts, search/ and counts/: nobody else writes SQL as text.
 */
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
} from "kysely";
import type { Reader, RunResult, Select, Writer } from "./engine";
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

/** Stands for a parameter in a query that is written once; `written` makes of its value what the engine takes. */
export class Placeholder {
  constructor(
    readonly name: string,
    readonly written?: (value: unknown) => unknown,
  ) {}
}

/** A query that reads, written once. */
export interface PreparedSelect<Params, Result> {
  /** The query's text, for tests of plans. */
  readonly text: string;
  all(db: Reader, params: Params): Promise<Result[]>;
  get(db: Reader, params: Params): Promise<Result | undefined>;
}

/** One that writes: a `Reader` cannot run it. `get` is for those that say by `returning` what they wrote. */
export interface PreparedChange<Params, Result> {
  readonly text: string;
  run(db: Writer, params: Params): Promise<RunResult>;
  get(db: Writer, params: Params): Promise<Result | undefined>;
}

/**
 * A query written once. `build` gets stand-ins for the parameters: pass them on, never look at them.
 * Usage: `prepared<{ id: string }>()((p) => sql.selectFrom("users").selectAll().where("id", "=", p.id))`.
 */
export function prepared<Params extends object>() {
  function once<Result>(build: (params: Params) => Select<Result>): PreparedSelect<Params, Result>;
  function once<Result>(build: (params: Params) => Compilable<Result>): PreparedChange<Params, Result>;
  function once<Result>(
    build: (params: Params) => Compilable<Result>,
  ): PreparedSelect<Params, Result> & PreparedChange<Params, Result> {
    const standIns = new Proxy({} as Params, { get: (_, name) => new Placeholder(String(name)) });
    const { sql: text, query, queryId, parameters } = build(standIns).compile();
    const valueOf = (params: Params, { name, written }: Placeholder) => {
      const value = params[name as keyof Params];
      return written ? written(value) : value;
    };
    const given = (params: Params): Select<Result> => ({
      // That a `Writer` alone is handed what writes is a matter of the types above.
      isSelectQueryBuilder: true,
      compile: () => ({
        ...{ sql: text, query, queryId },
        parameters: parameters.map((one) => (one instanceof Placeholder ? valueOf(params, one) : one)),
      }),
    });
    return {
      text,
      all: (db, params) => db.all(given(params)),
      get: (db, params) => db.get(given(params)),
      run: (db, params) => db.run(given(params)),
    };
  }
  return once;
}
