import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { transform } from "esbuild";
import { sourceStack } from "~/services/browser-stack.server";
import { scrub } from "~/services/log.server";

let folder: string;
let at: { line: number; column: number };

const source = `
type Row = { name?: string };
export function nameOf(row: Row) {
  if (!row.name) throw new Error("no name");
  return row.name;
}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "edge-console-maps-"));
  const options = {
    loader: "ts",
    minify: true,
    sourcemap: true,
    sourcefile: "../../../app/rows.ts",
  } as const;
  const { code, map } = await transform(source, options);
  writeFileSync(join(folder, "rows-Ab_1-x.js.map"), map);
  const lines = code.split("\n");
  const line = lines.findIndex((text) => text.includes("throw"));
  at = { line: line + 1, column: (lines[line] ?? "").indexOf("throw") + 1 };
});
afterAll(() => rmSync(folder, { recursive: true }));
// Each test uses a different minute.
let minute = Date.now();
beforeEach(() => void vi.useFakeTimers({ now: (minute += 60_000), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test("SESS-35 a browser's stack is mapped to file and line of the source", async () => {
  const place = `${at.line}:${at.column}`;
  const stack = `Error: no name\n    at e (https://console.example/assets/rows-Ab_1-x.js:${place})\n    at other`;
  expect(await sourceStack(stack, folder)).toMatch(
    /^Error: no name\n {4}at e \(app\/rows\.ts:4:\d+\)\n {4}at other$/,
  );
  const address = `http://127.0.0.1:3000/assets/rows-Ab_1-x.js:${place}`;
  expect(await sourceStack(`e@${address}\n@${address}\n`, folder)).toMatch(
    /^Error\n {4}at e \(app\/rows\.ts:4:\d+\)\n {4}at <anonymous> \(app\/rows\.ts:4:\d+\)\n$/,
  );
});

test.each([
  ["of an older build", "at e (https://x.example/assets/gone-1.js:1:1)"],
  ["of a place that no map knows", "at e (https://x.example/assets/rows-Ab_1-x.js:99999:1)"],
  ["that names a file elsewhere", "at e (https://x.example/assets/../../secret.js:1:1)"],
  ["of none of our files", "at e (https://x.example/other.js:1:1)"],
  ["that is empty", ""],
])("SESS-35 a stack %s stays unchanged", async (_, stack) => {
  expect(await sourceStack(stack, folder)).toBe(stack);
});

test("SESS-35 at most 20 stacks a minute are mapped", async () => {
  const stack = `at e (https://x.example/assets/rows-Ab_1-x.js:${at.line}:${at.column})`;
  for (let i = 0; i < 20; i += 1) expect(await sourceStack(stack, folder)).toContain("app/rows.ts");
  expect(await sourceStack(stack, folder)).toBe(stack);
});

test("SESS-35 scoped package folders stay readable in a logged stack, email addresses do not", () => {
  const stack = "at run (file:///srv/node_modules/@remix-run/router/dist/router.cjs.js:12:3)";
  expect(scrub(stack)).toBe(stack);
  expect(scrub("for jo@acme.example and <jo.b+c@mail.acme.example>")).toBe("for [email] and <[email]>");
  expect(scrub("/users/jo@acme.example/edit")).toBe("/users/[email]/edit");
});
