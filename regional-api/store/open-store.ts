/** Opens the data that the settings name: files in a folder, or a PostgreSQL database. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../config";
import type { Databases } from "./database";
import { openDataDir } from "./data-dir";
import type { Store } from "./engine";
import { moveDataDir } from "./postgres/move";
import { openPostgres } from "./postgres/open";
import { reconcile } from "./reconcile";

interface OpenOptions {
  readonly config: Pick<Config, "dataDir" | "database">;
  /** Fills files where there is no data yet. */
  readonly seed?: ((databases: Databases) => Promise<void>) | undefined;
  /** Is told when a connection is lost while nobody uses it. */
  readonly lost: (error: Error) => void;
}

/**
 * The store, brought up to date, and how many rows were repaired in it. Throws a DataError for data that cannot be served,
 * and leaves it as it is.
 */
export async function openStore({
  config: { dataDir, database },
  seed,
  lost,
}: OpenOptions): Promise<{ store: Store; repaired: number }> {
  if (!database) {
    const databases = await openDataDir(dataDir, seed);
    return { store: databases, repaired: await reconcile(databases) };
  }
  return {
    store: await openPostgres({ ...database, lost, fill: seed && ((client) => fill(client, seed)) }),
    repaired: 0,
  };
}

/** Example data is made in files, which are moved into the database. */
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
