/** Opens the configured store: files in a folder, or a PostgreSQL database. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../config";
import type { Databases } from "./database";
import { openDataDir } from "./data-dir";
import type { Store } from "./engine";
import { moveDataDir } from "./postgres/move";
import { openPostgres } from "./postgres/open";
import { reconcileDirectory } from "./reconcile";

interface OpenOptions {
  readonly config: Pick<Config, "dataDir" | "database">;
  /** Fills new files with data. */
  readonly seed?: ((databases: Databases) => Promise<void>) | undefined;
  /** Called when an idle connection is lost. */
  readonly lost: (error: Error) => void;
}

/**
 * Returns the store, migrated, and the number of rows repaired in it. Throws a DataError for unusable data, and leaves
 * it untouched.
 */
export async function openStore({
  config: { dataDir, database },
  seed,
  lost,
}: OpenOptions): Promise<{ store: Store; repaired: number }> {
  if (!database) {
    const databases = await openDataDir(dataDir, seed);
    return { store: databases, repaired: await reconcileDirectory(databases) };
  }
  return {
    store: await openPostgres({ ...database, lost, fill: seed && ((client) => fill(client, seed)) }),
    repaired: 0,
  };
}

/** Creates example data in files and moves it into the database. */
async function fill(
  client: Parameters<typeof moveDataDir>[0],
  seed: (databases: Databases) => Promise<void>,
): Promise<void> {
  const aside = mkdtempSync(join(tmpdir(), "edge-console-seed-"));
  try {
    (await openDataDir(aside, seed)).close();
    await moveDataDir(client, aside);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
