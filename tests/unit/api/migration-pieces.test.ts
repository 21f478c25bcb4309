import BetterSqlite3 from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { archivableList } from "../../../regional-api/core/archivable-lists.store";
import { addCodesAlongside, newColumns } from "../../../regional-api/store/migrations/pieces";
import { json, oneOf, time } from "../../../regional-api/store/tables/columns";

const db = new BetterSqlite3(":memory:");
afterAll(() => void db.close());

test("columns added to a table with rows get their defaults", () => {
  db.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT; INSERT INTO notes VALUES (1)");
  const columns = {
    state: oneOf("NEW", "READ").default("NEW"),
    readAt: time().optional(),
    extra: json().default("[]"),
  };
  db.exec(newColumns("notes", columns).sql);
  expect(db.prepare("SELECT * FROM notes").get()).toEqual({ id: 1, state: "NEW", readAt: null, extra: "[]" });
  expect(() => db.exec("UPDATE notes SET state = 'LOST'")).toThrow("CHECK");
  expect(() => db.exec("UPDATE notes SET extra = '['")).toThrow("CHECK");
});

test("GEN-81 new codes follow an existing one, granted or denied, and nothing else", () => {
  db.exec("CREATE TABLE policies (id TEXT PRIMARY KEY, statements TEXT NOT NULL) STRICT");
  const stored = {
    granted: [
      { effect: "Allow", actions: ["org:editSettings"] },
      { effect: "Allow", actions: ["org:listUser"] },
    ],
    denied: [{ effect: "Deny", actions: ["edge:access", "org:editSettings"] }],
    other: [{ effect: "Allow", actions: ["org:listUser"] }],
  };
  const insert = db.prepare("INSERT INTO policies VALUES (?, ?)");
  for (const [id, statements] of Object.entries(stored)) insert.run(id, JSON.stringify(statements));
  db.exec(addCodesAlongside(["a:one", "a:two"], "org:editSettings").sql);
  const now = (id: string) =>
    JSON.parse(String(db.prepare("SELECT statements FROM policies WHERE id = ?").pluck().get(id))) as unknown;
  const [first, second] = stored.granted;
  expect(now("granted")).toEqual([{ ...first, actions: ["org:editSettings", "a:one", "a:two"] }, second]);
  expect(now("denied")).toEqual([
    { effect: "Deny", actions: ["edge:access", "org:editSettings", "a:one", "a:two"] },
  ]);
  expect(now("other")).toEqual(stored.other);
});

test("GEN-03 a nullable sort column, and no other, ends in a question mark", () => {
  // @ts-expect-error the column is nullable
  archivableList("workflow_sets", { workflowsCount: "workflowsCount" });
  // @ts-expect-error the column is not nullable
  archivableList("workflow_sets", { name: "nameKey?" });
  const { page } = archivableList("workflow_sets", { workflowsCount: "workflowsCount?" }).queries;
  const parameters = { customerId: "c", isArchived: false, sort: "workflowsCount", order: "desc" } as const;
  expect(page(parameters).compile().sql).toContain('"workflowsCount" desc nulls last');
});
