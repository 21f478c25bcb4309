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

/** What is kept of a query that is written once: not what it was built of, which is many times larger. */
type Written = Pick<CompiledQuery, "sql" | "parameters">;

const writtenOf = (query: Compilable): Written => {
  const { sql: text, parameters } = query.compile();
  return { sql: text, parameters };
};

/** What the builder has beside; nobody asks. */
const { query, queryId } = CompiledQuery.raw("");
const plain = { query, queryId };

/** What was written, with values for its parameters. */
const given = <Result>(written: Written, values: object): Select<Result> => ({
  // That a `Writer` alone is handed what writes is a matter of types.
  isSelectQueryBuilder: true,
  compile: () => ({
    sql: written.sql,
    ...plain,
    parameters: written.parameters.map((one) => (one instanceof Placeholder ? one.of(values) : one)),
  }),
});

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
    const written = writtenOf(build(standIns));
    return {
      text: written.sql,
      all: (db, params) => db.all(given<Result>(written, params)),
      get: (db, params) => db.get(given<Result>(written, params)),
      run: (db, params) => db.run(given<Result>(written, params)),
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
    const known = new Map<string, Written>();
    const formOf = (asked: Asked): Written => {
      const name = nameOf(asked);
      let form = known.get(name);
      if (!form) {
        form = writtenOf(build(Object.fromEntries(Object.entries(asked).map(standInOf)) as Asked));
        const oldest = known.keys().next();
        if (known.size >= maxForms && !oldest.done) known.delete(oldest.value);
        known.set(name, form);
      }
      return form;
    };
    return (asked) => given(formOf(asked), asked);
  };
}
