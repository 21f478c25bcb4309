/**
 * Opens the data folder for serving. Startup deletes only data that an earlier start had not finished
 * creating. If data is missing or inconsistent, startup fails and names the file.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { commandLine } from "../command-line";
import { missingFromDirectory, missingFromRegion } from "./consistency";
import {
  withPathInErrors,
  assertWritable,
  dataError,
  DataError,
  dataFiles,
  directoryFile,
  entryNames,
  sqliteFilesIn,
} from "./data-files";
import { openDatabases, type Databases } from "./database";
import { lockDataDir } from "./lock";

/** Folder for data being created. After a crash, the next start deletes it. */
const filling = ".filling";
/** The folder `filling` once it is complete. After a crash, the next start moves its files into place. */
const filled = ".filled";

const wayOut = (dataDir: string) =>
  `Put the file back, or restore a backup into an empty folder: ${commandLine("restore <backup>", dataDir)}`;

/** Flushes a file or folder to disk, so that a power cut cannot leave a name without its content. */
function toDisk(path: string): void {
  withPathInErrors(path, () => {
    const descriptor = openSync(path, "r");
    fsyncSync(descriptor);
    closeSync(descriptor);
  });
}

/** Moves complete data into place. After a crash during the move, the next start completes it. */
function moveIntoPlace(dataDir: string): void {
  const from = join(dataDir, filled);
  const names = entryNames(from);
  const present = names.find((name) => existsSync(join(dataDir, name)));
  if (present !== undefined) {
    throw new DataError(
      `${join(dataDir, present)} and ${join(from, present)} are both there. Take one away.`,
    );
  }
  withPathInErrors(dataDir, () => {
    for (const name of names) renameSync(join(from, name), join(dataDir, name));
    rmdirSync(from);
  });
}

/**
 * Creates the data of an empty folder: `work` fills a temporary folder, and its files are then moved into
 * place. A process killed at any time leaves all of the data or none. Call with the folder locked.
 */
export async function fillDataDir(
  dataDir: string,
  work: (aside: string) => void | Promise<void>,
): Promise<void> {
  const aside = join(dataDir, filling);
  withPathInErrors(aside, () => {
    rmSync(aside, { recursive: true, force: true });
    mkdirSync(aside, { mode: 0o700 });
  });
  await work(aside);
  for (const path of [...entryNames(aside).map((name) => join(aside, name)), aside]) toDisk(path);
  withPathInErrors(aside, () => renameSync(aside, join(dataDir, filled)));
  moveIntoPlace(dataDir);
}

/** Completes or cleans up a `fillDataDir` that a crash interrupted. Call with the folder locked. */
export function finishFilling(dataDir: string): void {
  if (existsSync(join(dataDir, filled))) moveIntoPlace(dataDir);
  const aside = join(dataDir, filling);
  withPathInErrors(aside, () => rmSync(aside, { recursive: true, force: true }));
}

const isEmpty = (path: string) => withPathInErrors(path, () => statSync(path).size === 0);

/** Throws a DataError unless all files exist and none is empty, since they are created together. */
function assertAllThere(dataDir: string, present: readonly string[]): void {
  for (const name of dataFiles) {
    const path = join(dataDir, name);
    if (!present.includes(name)) {
      throw new DataError(`${path} is missing, while there is ${present.join(", ")}. ${wayOut(dataDir)}`);
    }
    assertWritable(path);
    if (isEmpty(path)) throw new DataError(`${path} is empty. ${wayOut(dataDir)}`);
  }
}

const counted = (customers: number, users: number) => `${customers} customers and ${users} users`;

/** Throws a DataError if the files are from different points in time. */
function assertOfOneTime(databases: Databases): void {
  const { dataDir } = databases;
  for (const db of databases.all()) {
    const path = join(dataDir, `${db.awsRegion}.sqlite`);
    const { customers, users } = missingFromRegion(db.sqlite, "main", "directory", db.awsRegion);
    if (customers + users > 0) {
      throw new DataError(
        `${path} lacks ${counted(customers, users)} that ${directoryFile} has. ${wayOut(dataDir)}`,
      );
    }
    // Missing customers and users can be copied by reconcile.ts, but organisations exist only in the
    // directory.
    const { organizations } = missingFromDirectory(db.sqlite, "main", "directory");
    if (organizations > 0) {
      const directory = join(dataDir, directoryFile);
      throw new DataError(`${directory} lacks ${organizations} organisations of ${path}. ${wayOut(dataDir)}`);
    }
  }
}

/**
 * Opens the store in `dataDir` and locks it for this process until closed. A folder without data is first filled by
 * `seed`, or with empty files. Throws a DataError for unusable data, and leaves it untouched.
 */
export async function openDataDir(
  dataDir: string,
  seed: ((databases: Databases) => void | Promise<void>) | undefined,
): Promise<Databases> {
  const lock = lockDataDir(dataDir);
  try {
    finishFilling(dataDir);
    const present = sqliteFilesIn(dataDir);
    if (present.length > 0) assertAllThere(dataDir, present);
    else {
      await fillDataDir(dataDir, async (aside) => {
        const databases = openDatabases(aside);
        try {
          await seed?.(databases);
        } finally {
          databases.close();
        }
      });
    }
    const databases = openDatabases(dataDir, () => lock.release());
    try {
      assertOfOneTime(databases);
    } catch (error) {
      databases.close();
      throw error;
    }
    return databases;
  } catch (error) {
    lock.release();
    throw error instanceof Error && "code" in error ? dataError(dataDir, error) : error;
  }
}
