/**
 * The only access to the data: Kysely builds the SQL, typed by tables.ts, and the engine runs it as prepared
 * statements. Building a query takes Kysely about 10 µs, as long as SQLite takes to run it. So queries with
 * constant text are built once with `prepared`; only lists with optional filters are built per call and
 * passed to all/get/run of a Reader or Writer. Engine-specific SQL is in dialect.ts, search/ and counts/; no
 * other file contains SQL text.
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
import { inPostgres, type PositionalQuery, type PostgresCompilable } from "./by-engine";

/** The typed query builder. It has no connection; a Reader or Writer runs its queries. */
export const sql = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** A parameter of a query that is built once; `written` converts its value for the engine. */
export class Placeholder {
  constructor(
    readonly name: string,
    private readonly written?: (value: unknown) => unknown,
  ) {}

  /** Returns the parameter's value. */
  of(values: object): unknown {
    const value: unknown = Reflect.get(values, this.name);
    return this.written ? this.written(value) : value;
  }
}

/** A read query, built once. */
export interface PreparedSelect<Params, Result> {
  /** SQL text, for tests of query plans. */
  readonly text: string;
  readonly all: (db: Reader, params: Params) => Promise<Result[]>;
  readonly get: (db: Reader, params: Params) => Promise<Result | undefined>;
}

/** A write query, which a `Reader` cannot run. `get` is for queries with `returning`. */
export interface PreparedChange<Params, Result> {
  readonly text: string;
  readonly run: (db: Writer, params: Params) => Promise<RunResult>;
  readonly get: (db: Writer, params: Params) => Promise<Result | undefined>;
}

/** Members that a compiled query must have; unused. */
const { query, queryId } = CompiledQuery.raw("");

/**
 * A query compiled once per engine, on first use. Does not keep the query tree, which is many times larger.
 */
class Form<Result> {
  private sqlite: PositionalQuery | undefined;
  private postgres: PositionalQuery | undefined;

  constructor(private readonly build: () => Compilable<Result>) {}

  inSqlite(): PositionalQuery {
    if (!this.sqlite) {
      const { sql: text, parameters } = this.build().compile();
      this.sqlite = { sql: text, parameters };
    }
    return this.sqlite;
  }

  /** Returns the query with values bound to its parameters. */
  with(values: object): Select<Result> & PostgresCompilable {
    const given = ({ sql: text, parameters }: PositionalQuery) => ({
      sql: text,
      parameters: parameters.map((one) => (one instanceof Placeholder ? one.of(values) : one)),
    });
    return {
      // At run time nothing distinguishes reads from writes; only the types ensure that writes go to a
      // `Writer`.
      isSelectQueryBuilder: true,
      compile: () => ({ ...given(this.inSqlite()), query, queryId }),
      inPostgres: () => given((this.postgres ??= inPostgres(this.build()))),
    };
  }
}

/** The SQL of every query declared with `prepared`, for tests of their plans. */
export const preparedTexts: (() => string)[] = [];

/**
 * Declares a query that is built once. `build` gets placeholders for the parameters, which it must pass on
 * without inspecting them. Usage: `prepared<{ id: string }>()((p) =>
 * sql.selectFrom("users").selectAll().where("id", "=", p.id))`.
 */
export function prepared<Params extends object>() {
  function once<Result>(build: (params: Params) => Select<Result>): PreparedSelect<Params, Result>;
  function once<Result>(build: (params: Params) => Compilable<Result>): PreparedChange<Params, Result>;
  function once<Result>(
    build: (params: Params) => Compilable<Result>,
  ): PreparedSelect<Params, Result> & PreparedChange<Params, Result> {
    const standIns = new Proxy({} as Params, { get: (_, name) => new Placeholder(String(name)) });
    const form = new Form(() => build(standIns));
    preparedTexts.push(() => form.inSqlite().sql);
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

/** Maximum number of cached forms of a query; beyond it, the oldest are dropped. */
const maxForms = 200;

/**
 * Declares a query with several forms, each built once: calls with the same set of values share a form,
 * whatever the values. `build` gets placeholders, so it may test their presence (`!== undefined`) but inspect
 * only the `fixed` ones, because each of their values is a separate form; so are null, and each length of a
 * list in `each`. Usage: `forms<Asked>({ fixed: ["sort"] })((asked) => …)` returns a function that builds the
 * query.
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
