import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync("docs/security.md", "utf8");

/** The test files named on the page, with the title beginnings that follow each of them. */
const named = [...page.matchAll(/`((?:unit|contract|faults|e2e)\/[\w/-]+)`([^`|\n]*)/g)].map(
  ([, file = "", text = ""]) => ({
    file,
    titles: [...text.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
  }),
);

function source(file: string): string | undefined {
  const [folder] = file.split("/");
  const paths =
    folder === "e2e" ? [`tests/${file}.spec.ts`] : [`tests/${file}.test.ts`, `tests/${file}.test.tsx`];
  const found = paths.find((path) => existsSync(path));
  return found === undefined ? undefined : readFileSync(found, "utf8");
}

test("docs/security.md names existing tests", () => {
  expect(named.length).toBeGreaterThan(60);
  const missing = named.flatMap(({ file, titles }) => {
    const text = source(file);
    if (text === undefined) return [file];
    return titles
      .filter((title) => !title.split("…").every((part) => text.includes(part.trim())))
      .map((title) => `${file}: ${title}`);
  });
  expect(missing).toEqual([]);
});
