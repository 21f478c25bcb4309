import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Sqlite, SqliteError } from "../../../regional-api/store/sqlite";

let folder: string;
let file: string;
let open: Sqlite[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edge-console-sqlite-"));
  file = join(folder, "one.sqlite");
  open = [];
});
afterEach(() => {
  for (const sqlite of open) sqlite.close();
  rmSync(folder, { recursive: true, force: true });
});

function connect(path = file, options: { timeout?: number; readonly?: boolean } = { timeout: 20 }): Sqlite {
  const sqlite = new Sqlite(path, options);
  open.push(sqlite);
  return sqlite;
}

function notes(): Sqlite {
  const sqlite = connect();
  sqlite.pragma("journal_mode = WAL");
  sqlite.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE, bytes BLOB) STRICT");
  return sqlite;
}

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("values", () => {
  test("rows are plain objects, bytes buffers, and what is undefined null", () => {
    const sqlite = notes();
    const insert = sqlite.prepare("INSERT INTO notes (text, bytes) VALUES (?, ?)");
    expect(insert.run("first", Buffer.from([1, 2]))).toEqual({ changes: 1, lastInsertRowid: 1 });
    insert.run(undefined, null);
    expect(sqlite.prepare("SELECT * FROM notes ORDER BY id").all()).toStrictEqual([
      { id: 1, text: "first", bytes: Buffer.from([1, 2]) },
      { id: 2, text: null, bytes: null },
    ]);
    expect(
      sqlite
        .prepare("SELECT text FROM notes WHERE bytes = ?")
        .pluck()
        .get(Buffer.from([1, 2])),
    ).toBe("first");
    expect(sqlite.prepare("SELECT id, text FROM notes ORDER BY id").raw().all()).toEqual([
      [1, "first"],
      [2, null],
    ]);
    expect(sqlite.prepare("SELECT 1 FROM notes WHERE id = 3").get()).toBeUndefined();
  });

  test("a moment in milliseconds is a whole number again", () => {
    const sqlite = connect(":memory:");
    sqlite.exec("CREATE TABLE moments (at INTEGER) STRICT");
    sqlite.prepare("INSERT INTO moments VALUES (?)").run(1_795_000_000_123);
    expect(sqlite.prepare("SELECT typeof(at) AS type, at FROM moments").get()).toEqual({
      type: "integer",
      at: 1_795_000_000_123,
    });
  });

  test("a text with a NUL is refused, by place and by name", () => {
    const sqlite = notes();
    expect(() => sqlite.prepare("SELECT ?").get("a\0b")).toThrow("NUL");
    expect(() => sqlite.prepare<{ text: string }>("SELECT @text").get({ text: "a\0b" })).toThrow("NUL");
  });

  test("a statement kept from before a column was added names it, too", () => {
    const sqlite = notes();
    sqlite.prepare("INSERT INTO notes (text) VALUES (?)").run("first");
    const read = sqlite.prepare("SELECT * FROM notes");
    expect(read.get()).toEqual({ id: 1, text: "first", bytes: null });
    sqlite.exec("ALTER TABLE notes ADD COLUMN author TEXT");
    expect(read.get()).toEqual({ id: 1, text: "first", bytes: null, author: null });
  });
});

describe("errors", () => {
  test("bear SQLite's name for the reason, whichever way the statement is run", () => {
    const sqlite = notes();
    const text = "INSERT INTO notes (text) VALUES ('first') RETURNING id";
    sqlite.exec(text);
    const statement = sqlite.prepare(text);
    for (const work of [
      () => statement.run(),
      () => statement.get(),
      () => statement.all(),
      () => sqlite.exec(text),
    ])
      expect(errorOf(work)).toMatchObject({ name: "SqliteError", code: "SQLITE_CONSTRAINT" });

    const other = connect();
    other.exec("BEGIN IMMEDIATE");
    const remove = sqlite.prepare("DELETE FROM notes RETURNING id");
    for (const work of [() => remove.run(), () => remove.get(), () => remove.all()])
      expect(errorOf(work)).toMatchObject({ code: "SQLITE_BUSY" });
    other.exec("ROLLBACK");

    sqlite.pragma("query_only = ON");
    expect(errorOf(() => remove.all())).toMatchObject({ code: "SQLITE_READONLY" });
    expect(errorOf(() => sqlite.prepare("SELECT * FROM nowhere"))).toBeInstanceOf(SqliteError);
  });

  test("a full file, an unknown format and an absent folder are told apart", () => {
    const sqlite = notes();
    sqlite.pragma(`max_page_count = ${Number(sqlite.pragma("page_count", { simple: true }))}`);
    const insert = sqlite.prepare<[string]>("INSERT INTO notes (text) VALUES (?) RETURNING id");
    expect(errorOf(() => insert.all("x".repeat(100_000)))).toMatchObject({ code: "SQLITE_FULL" });
    expect(errorOf(() => connect(join(folder, "absent", "x.sqlite")))).toMatchObject({
      code: "SQLITE_CANTOPEN",
    });
    expect(errorOf(() => connect(join(folder, "absent.sqlite"), { readonly: true }))).toMatchObject({
      code: "SQLITE_CANTOPEN",
    });
  });
});

test("transactions nest, and each is undone alone", () => {
  const sqlite = notes();
  const add = sqlite.prepare<[string]>("INSERT INTO notes (text) VALUES (?)");
  const texts = () => sqlite.prepare<[], string>("SELECT text FROM notes ORDER BY id").pluck().all();
  const failing = (text: string) => () =>
    sqlite.transaction(() => {
      add.run(text);
      throw new Error(text);
    });
  sqlite.transaction(() => {
    add.run("kept");
    expect(failing("inner")).toThrow("inner");
    sqlite.transaction(() => add.run("kept, too"));
  });
  expect(failing("outer")).toThrow("outer");
  expect(sqlite.inTransaction).toBe(false);
  expect(texts()).toEqual(["kept", "kept, too"]);
});

describe("closing", () => {
  test("empties the log and lets go of attached files, whatever was prepared", () => {
    const sqlite = notes();
    sqlite.attach(join(folder, "two.sqlite"), "second");
    sqlite.pragma("second.journal_mode = WAL");
    sqlite.exec("CREATE TABLE second.more (id INTEGER)");
    sqlite.prepare("SELECT * FROM notes, more").all();
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    expect(readdirSync(folder)).toContain("two.sqlite-wal");
    sqlite.close();
    expect(statSync(`${file}-wal`).size).toBe(0);
    expect(readdirSync(folder)).not.toContain("two.sqlite-wal");
    sqlite.close();
  });

  test("gives back the locks of a transaction", () => {
    const sqlite = notes();
    const other = connect();
    other.exec("BEGIN IMMEDIATE");
    other.prepare("SELECT count(*) FROM notes").get();
    expect(errorOf(() => sqlite.transaction(() => undefined))).toMatchObject({ code: "SQLITE_BUSY" });
    other.close();
    expect(sqlite.transaction(() => "free")).toBe("free");
    expect(sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
  });
});

test("a backup is of the moment that its connection sees", async () => {
  const sqlite = notes();
  const reader = connect(file, { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM notes").get();
  sqlite.exec("INSERT INTO notes (text) VALUES ('later')");
  await reader.backup(join(folder, "copy.sqlite"));
  const copy = connect(join(folder, "copy.sqlite"), { readonly: true });
  expect(copy.prepare("SELECT count(*) FROM notes").pluck().get()).toBe(0);
});
