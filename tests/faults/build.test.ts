import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod/v4";
import { isBuilt, root } from "../../scripts/lib/setup.mjs";

const notes = ["build/inputs.json", "build/regional-api/inputs.json"];
const schema = z.object({ digest: z.string(), inputs: z.array(z.string()) });

test("a build is stale as soon as a limit, an operation, a flag or any source file changes", () => {
  const copy = mkdtempSync(join(tmpdir(), "edge-console-build-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const note of notes) {
    const { inputs } = schema.parse(JSON.parse(readFileSync(join(root, note), "utf8")));
    for (const path of [note, ...inputs]) cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  expect(isBuilt(copy), "npm run build comes first").toBe(true);
  for (const path of [
    ...["contract/limits.ts", "contract/operations.ts", "contract/schema.graphql", "config/flags.json"],
    ...["app/root.tsx", "app/styles/postcss.mjs", "public/robots.txt", "vite.config.ts", "scripts/build.mjs"],
    ...["regional-api/areas/groups/group.operations.ts", "regional-api/areas/places/cities.json"],
    ...["package-lock.json", "tsconfig.json"],
  ]) {
    const file = join(copy, path);
    const before = readFileSync(file);
    appendFileSync(file, "\n");
    expect(isBuilt(copy), `${path} has changed`).toBe(false);
    rmSync(file);
    expect(isBuilt(copy), `${path} is gone`).toBe(false);
    writeFileSync(file, before);
  }
  expect(isBuilt(copy)).toBe(true);
  writeFileSync(join(copy, "public/new.txt"), "");
  expect(isBuilt(copy)).toBe(false);
});
