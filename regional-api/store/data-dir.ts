/** Opens the data directory, filling it first when there is nothing in it yet. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabases, type Databases } from "./database";

/** Renamed into place last: where it is, the data is complete. */
const last = "directory.sqlite";

/**
 * The store under `dataDir`. An absent or empty one is first filled by `seed`, aside and moved into place when
 * complete, so that a process killed in between starts over instead of going on with half the data.
 */
export async function openDataDir(
  dataDir: string,
  seed: ((databases: Databases) => void | Promise<void>) | undefined,
): Promise<Databases> {
  if (!seed || existsSync(join(dataDir, last))) return openDatabases(dataDir);
  mkdirSync(dataDir, { recursive: true });
  // Only what an interrupted start may have left is cleared away.
  const leftovers = readdirSync(dataDir).filter(
    (name) => name.startsWith(".seeding-") || /\.sqlite(-wal|-shm)?$/.test(name),
  );
  for (const name of leftovers) rmSync(join(dataDir, name), { recursive: true });

  const aside = join(dataDir, `.seeding-${process.pid}`);
  const databases = openDatabases(aside);
  try {
    await seed(databases);
  } finally {
    databases.close();
  }
  const names = readdirSync(aside).sort((a, b) => Number(a === last) - Number(b === last));
  for (const name of names) renameSync(join(aside, name), join(dataDir, name));
  rmSync(aside, { recursive: true });
  return openDatabases(dataDir);
}
