/**
 * The one way to the data: Kysely writes the SQL, typed by tables.ts; the engine runs it through
 * prepared statements. Writing a query takes Kysely some 10 µs, as long as SQLite takes to answer it,
 * so queries whose text never changes are written once with `prepared`; only lists with optional
 * filters are written per call and handed to all/get/run of a Reader or Writer. What one engine says otherwise than
 * another is in dialect.ts, search/ and counts/: nobody else writes SQL as text.
 */
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
} from "kysely";
import { BoundedCache } from "../../shared/bounded-cache";
import type { Reader, RunResult, Select, Writer } from "./engine";
import type { Tables } from "./tables";
import { inPostgres, type Written, type WrittenOnce } from "./words";

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
    private readonly written?: (value: unknown) => unknown,
  ) {}

  /** The parameter itself. */
  of(values: object): unknown {
    const value: unknown = Reflect.get(values, this.name);
    return this.written ? this.written(value) : value;
  }
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

/** What the builder has beside a text; nobody asks. */
const { query, queryId } = CompiledQuery.raw("");

/**
 * A query that is written once in the words of each engine, when it is first asked for in them. What it was built of is not
 * kept: that is many times larger.
 */
class Form<Result> {
  private sqlite: Written | undefined;
  private postgres: Written | undefined;

  constructor(private readonly build: () => Compilable<Result>) {}

  inSqlite(): Written {
    if (!this.sqlite) {
      const { sql: text, parameters } = this.build().compile();
      this.sqlite = { sql: text, parameters };
    }
    return this.sqlite;
  }

  /** The query with values for its parameters. */
  with(values: object): Select<Result> & WrittenOnce {
    const given = ({ sql: text, parameters }: Written) => ({
      sql: text,
      parameters: parameters.map((one) => (one instanceof Placeholder ? one.of(values) : one)),
    });
    return {
      // That a `Writer` alone is handed what writes is a matter of types.
      isSelectQueryBuilder: true,
      compile: () => ({ ...given(this.inSqlite()), query, queryId }),
      inPostgres: () => given((this.postgres ??= inPostgres(this.build()))),
    };
  }
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
    const form = new Form(() => build(standIns));
    return {
      get text() {
        return form.inSqlite().sql;
      },
      all: (db, params) => db.all(form.with(params)),
      get: (db, params) => db.get(form.with(params)),
      run: (db, params) => db.run(form.with(params)),
    };
  }
  return once;
}

/** How many forms of a query are kept; beyond them the oldest goes. */
const maxForms = 200;

/**
 * A query of many forms, each written once: those who ask for the same things ask in the same form, whatever the values are.
 * `build` gets stand-ins for the values, so it asks whether they are there (`!== undefined`), and looks at those alone
 * that are `fixed`: every value of them is a form of its own, as are null, and every number of values in a list of `each`.
 * Usage: `forms<Asked>({ fixed: ["sort"] })((asked) => …)` gives what makes the query of what is asked.
 */
export function forms<Asked extends object>({
  fixed = [],
  each = [],
}: {
  fixed?: readonly string[];
  each?: readonly string[];
}) {
  const isFixed = new Set(fixed);
  const isEach = new Set(each);
  const nameOf = (asked: Asked): string => {
    let all = "";
    for (const name in asked) {
      const value = asked[name];
      if (value === undefined) continue;
      all += `${name};`;
      if (value === null || isFixed.has(name)) all += JSON.stringify(value);
      else if (isEach.has(name) && Array.isArray(value)) all += value.length;
    }
    return all;
  };
  const standInOf = ([name, value]: [string, unknown]): [string, unknown] => {
    if (value == null || isFixed.has(name)) return [name, value];
    if (!isEach.has(name) || !Array.isArray(value)) return [name, new Placeholder(name)];
    return [name, value.map((_, at) => new Placeholder(name, (values) => (values as unknown[])[at]))];
  };
  return <Result>(build: (asked: Asked) => Select<Result>): ((asked: Asked) => Select<Result>) => {
    const known = new BoundedCache<string, Form<Result>>(maxForms);
    const formOf = (asked: Asked): Form<Result> => {
      const name = nameOf(asked);
      const before = known.get(name);
      if (before) return before;
      const standIns = Object.fromEntries(Object.entries(asked).map(standInOf)) as Asked;
      return known.set(name, new Form(() => build(standIns)));
    };
    return (asked) => formOf(asked).with(asked);
  };
}
