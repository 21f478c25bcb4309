import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { warnOfOldBuild } from "../../../scripts/lib/setup.mjs";
import { startApi } from "../../support/servers";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder with the complete demo data, not in use, to copy from. */
    seededData: string;
  }
}

/** Seeds the demo data once; every stand copies it into a folder next to it. */
export default async function seed(project: TestProject) {
  warnOfOldBuild();
  const folder = mkdtempSync(join(tmpdir(), "edge-console-faults-"));
  const seeded = join(folder, "seeded");
  const api = await startApi(seeded);
  await api.end("SIGTERM");
  project.provide("seededData", seeded);
  return () => rmSync(folder, { recursive: true, force: true });
}
