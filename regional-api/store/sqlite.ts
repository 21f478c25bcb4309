/**
 * The one place that knows the binding to SQLite, and the only one that opens files. What the binding does otherwise than
 * a store needs is put right here (docs/decisions/0014-sqlite-without-a-compiler.md); nothing beyond what is used.
 */
import { backup, DatabaseSync } from "@photostructure/sqlite";
import { invalid } from "../domain/errors";

/** What SQLite itself refused, with its own name for the reason. */
export class SqliteError extends Error {
  override readonly name = "SqliteError";

  constructor(
    message: string,
    readonly code: string,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

/** SQLite's result codes, by number: https://sqlite.org/rescode.html; and the texts by which `all` tells them. */
const results: readonly (readonly [number: number, name: string, text: RegExp])[] = [
  [5, "SQLITE_BUSY", /^database is locked/],
  [6, "SQLITE_LOCKED", /^database (table|schema) is locked/],
  [7, "SQLITE_NOMEM", /^out of memory/],
  [8, "SQLITE_READONLY", /^attempt to write a readonly database/],
  [10, "SQLITE_IOERR", /^disk I\/O error/],
  [11, "SQLITE_CORRUPT", /malformed/],
  [13, "SQLITE_FULL", /^database or disk is full/],
  [14, "SQLITE_CANTOPEN", /unable to open database/],
  [19, "SQLITE_CONSTRAINT", /constraint failed/],
  [26, "SQLITE_NOTADB", /^file is not a database/],
];

/** `error` as SqliteError where it is SQLite's; a mistake in a call stays what it is. */
function named(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_SQLITE_ERROR") return error;
  // The low byte is the result, the others say more about it. `all` gives no number.
  const number = "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
  const found = results.find(([known, , text]) =>
    number === undefined ? text.test(error.message) : known === number,
  );
  return new SqliteError(error.message, found?.[1] ?? "SQLITE_ERROR", error);
}

/** Runs `work`; what SQLite refuses is a SqliteError. */
function told<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw named(error);
  }
}

/** A text with a NUL, which the binding would cut there without a word, is the fault of who sent it. */
function bound(value: unknown): unknown {
  if (typeof value === "string" && value.includes("\0")) throw invalid("A text holds the character NUL");
  return value === undefined ? null : value;
}

/** Parameters by place, or by name in an object. */
const boundAll = (params: readonly unknown[]): unknown[] => {
  const [first] = params;
  if (typeof first !== "object" || first === null || ArrayBuffer.isView(first)) return params.map(bound);
  return [Object.fromEntries(Object.entries(first).map(([name, value]) => [name, bound(value)]))];
};

export interface RunResult {
  readonly changes: number;
  readonly lastInsertRowid: number | bigint;
}

type Native = ReturnType<InstanceType<typeof DatabaseSync>["prepare"]>;
type Bound<Params> = Params extends readonly unknown[] ? Params : [Params];

const asValue = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

/** A prepared statement. Rows are read as arrays and made objects here, which takes half the time of the binding's own. */
export class Statement<Params, Result> {
  private names: string[] = [];
  private shape: "object" | "first" | "array" = "object";

  constructor(private readonly native: Native) {}

  /** Rows are their first column alone. */
  pluck(): this {
    this.shape = "first";
    return this;
  }

  /** Rows are arrays. */
  raw(): this {
    this.shape = "array";
    return this;
  }

  all(...params: Bound<Params>): Result[] {
    const values = boundAll(params);
    const rows: unknown[] = told(() => this.native.all(...values));
    for (let at = 0; at < rows.length; at += 1) rows[at] = this.shaped(rows[at] as unknown[]);
    return rows as Result[];
  }

  get(...params: Bound<Params>): Result | undefined {
    const values = boundAll(params);
    const row: unknown = told(() => this.native.get(...values));
    return row === undefined ? undefined : (this.shaped(row as unknown[]) as Result);
  }

  run(...params: Bound<Params>): RunResult {
    const values = boundAll(params);
    return told(() => this.native.run(...values));
  }

  private shaped(values: unknown[]): unknown {
    if (this.shape === "first") return asValue(values[0]);
    if (this.shape === "array") return values.map(asValue);
    // A column that was added since changes what `*` stands for.
    if (this.names.length !== values.length) this.names = this.native.columns().map(({ name }) => name);
    const row: Record<string, unknown> = {};
    for (let at = 0; at < values.length; at += 1) row[this.names[at] ?? ""] = asValue(values[at]);
    return row;
  }
}

export interface Options {
  /** How long a lock of others is waited for. */
  readonly timeout?: number;
  /** The file must be there then. */
  readonly readonly?: boolean;
}

/** One connection. */
export class Sqlite {
  private readonly native: InstanceType<typeof DatabaseSync>;
  private readonly control = new Map<string, Native>();

  constructor(
    readonly name: string,
    private readonly options: Options = {},
  ) {
    const { timeout = 5_000, readonly = false } = options;
    this.native = told(() => new DatabaseSync(name, { timeout, readOnly: readonly, returnArrays: true }));
  }

  get open(): boolean {
    return this.native.isOpen;
  }

  get inTransaction(): boolean {
    return this.native.isTransaction;
  }

  exec(text: string): void {
    told(() => this.native.exec(text));
  }

  prepare<Params extends readonly unknown[] | object = unknown[], Result = unknown>(
    text: string,
  ): Statement<Params, Result> {
    return new Statement<Params, Result>(told(() => this.native.prepare(text)));
  }

  pragma(text: string, { simple = false }: { simple?: boolean } = {}): unknown {
    const statement = this.prepare<[], unknown>(`PRAGMA ${text}`);
    return simple ? statement.pluck().get() : statement.all();
  }

  /** Makes another file a schema of this connection. */
  attach(path: string, schema: string): void {
    this.prepare<[string]>(`ATTACH ? AS "${schema}"`).run(path);
  }

  /** Runs `work` in a transaction that may write from the start; within another one, in a savepoint. */
  transaction<Result>(work: () => Result): Result {
    const nested = this.inTransaction;
    this.step(nested ? "SAVEPOINT nested" : "BEGIN IMMEDIATE");
    try {
      const result = work();
      this.step(nested ? "RELEASE nested" : "COMMIT");
      return result;
    } catch (error) {
      // Some errors, a full disk among them, have ended the transaction already.
      if (this.inTransaction) {
        this.step(nested ? "ROLLBACK TO nested" : "ROLLBACK");
        if (nested) this.step("RELEASE nested");
      }
      throw error;
    }
  }

  /** Copies the file as this connection sees it, in a thread of its own. */
  async backup(path: string): Promise<void> {
    try {
      await backup(this.native, path, { rate: 5_000 });
    } catch (error) {
      throw named(error);
    }
  }

  /**
   * The binding keeps a closed connection's main file open until its statements are collected as garbage, with the locks of
   * a transaction. So what a close does is done here: what stays behind is in no transaction and its log is empty.
   */
  close(): void {
    if (!this.open) return;
    try {
      if (this.inTransaction) this.exec("ROLLBACK");
      for (const { name } of this.pragma("database_list") as { name: string }[])
        if (name !== "main" && name !== "temp") this.exec(`DETACH "${name}"`);
      // Others that have the file open keep what they need of the log.
      if (this.options.readonly !== true)
        this.exec("PRAGMA busy_timeout = 0; PRAGMA main.wal_checkpoint(TRUNCATE)");
    } catch (error) {
      if (!(error instanceof SqliteError)) throw error;
    } finally {
      this.native.close();
    }
  }

  private step(text: string): void {
    let statement = this.control.get(text);
    if (!statement) this.control.set(text, (statement = told(() => this.native.prepare(text))));
    const prepared = statement;
    told(() => prepared.run());
  }
}
