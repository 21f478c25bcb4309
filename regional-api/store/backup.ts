/** Copies of all data, complete and verified by checksums. */
import { createHash, randomUUID } from "node:crypto";
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod/v4";
import {
  withPathInErrors,
  dataError,
  DataError,
  dataFiles,
  demoIdpFile,
  directoryFile,
  lastBackupFile,
  entryNames,
} from "./data-files";
import { missingFrom } from "./migrate";
import { migrations } from "./migrations/index";
import { fillDataDir, finishFilling } from "./data-dir";
import { lockDataDir, lockFiles } from "./lock";
import { openSnapshot } from "./snapshot";
import { verifyDataDir } from "./verify";

const manifestFile = "manifest.json";

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  files: z.array(
    z.object({
      name: z.enum([...dataFiles, demoIdpFile]),
      bytes: z.number().int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/** Contents of a backup; `createdAt` is the time of the data. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Errors in the data itself, as opposed to the target folder. */
const readErrors = /^SQLITE_(NOTADB|CORRUPT)/;

/** Database pages copied per turn of the event loop. */
const pagesPerTurn = 5_000;

async function sumOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

async function copySnapshot(dataDir: string, folder: string, target: string): Promise<string> {
  const snapshot = openSnapshot(dataDir);
  const takenAt = new Date().toISOString();
  try {
    // Data changed by a newer release could not be restored by this one, so fails now rather than at the
    // restore.
    for (const { name, sqlite } of snapshot)
      missingFrom(sqlite, name === directoryFile ? "directory" : "region", migrations);
    for (const { name, sqlite } of snapshot)
      await sqlite.backup(join(folder, name), { progress: () => pagesPerTurn });
  } catch (error) {
    const isOfSource = error instanceof Error && "code" in error && readErrors.test(String(error.code));
    throw dataError(isOfSource ? dataDir : target, error);
  } finally {
    for (const { sqlite } of snapshot) sqlite.close();
  }
  return takenAt;
}

/**
 * Copies a snapshot of the data to `folder`, which must be absent or empty; works while the API runs. The
 * folder appears only when complete, and its time is recorded in `dataDir`. Throws a DataError.
 */
export async function backUp(dataDir: string, folder: string): Promise<Manifest> {
  const target = resolve(folder);
  if (entryNames(target).length > 0)
    throw new DataError(`${target} is not empty. Name a folder that is not there yet.`);
  const aside = join(dirname(target), `.${basename(target)}-${randomUUID()}`);
  withPathInErrors(target, () => mkdirSync(aside, { recursive: true, mode: 0o700 }));
  try {
    const createdAt = await copySnapshot(dataDir, aside, target);
    const key = join(dataDir, demoIdpFile);
    if (existsSync(key)) copyFileSync(key, join(aside, demoIdpFile));
    const files: Manifest["files"] = [];
    for (const name of manifestSchema.shape.files.element.shape.name.options) {
      const path = join(aside, name);
      if (existsSync(path)) files.push({ name, bytes: statSync(path).size, sha256: await sumOf(path) });
    }
    const manifest: Manifest = { format: 1, createdAt, files };
    withPathInErrors(target, () => {
      writeFileSync(join(aside, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
      renameSync(aside, target);
    });
    withPathInErrors(dataDir, () =>
      writeFileSync(join(dataDir, lastBackupFile), `${createdAt}\n`, { mode: 0o600 }),
    );
    return manifest;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function readManifest(folder: string): Manifest {
  const path = join(folder, manifestFile);
  const parsed = withPathInErrors(path, () =>
    manifestSchema.safeParse(JSON.parse(readFileSync(path, "utf8"))),
  );
  if (!parsed.success) throw new DataError(`${path} is not the list of a backup.`);
  const missing = dataFiles.find((name) => !parsed.data.files.some((file) => file.name === name));
  if (missing) throw new DataError(`${path} does not name ${missing}: the backup is not complete.`);
  return parsed.data;
}

/** Throws a DataError if the folder belongs to another user, who then could not write the restored files. */
function assertOwnUser(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  const own = process.getuid?.();
  if (owner === undefined || own === undefined || owner === own) return;
  throw new DataError(
    `${dataDir} belongs to the user ${owner}, and this process is of the user ${own}. Restore as the user that the regional API runs as, as by sudo -u '#${owner}'.`,
  );
}

/**
 * Fills `dataDir`, which must hold no data, from the backup in `folder`. Verifies the copies and compares
 * them with the manifest's checksums before putting them in place. On failure throws a DataError and leaves
 * `dataDir` empty.
 */
export async function restore(folder: string, dataDir: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  assertOwnUser(dataDir);
  const lock = lockDataDir(dataDir);
  try {
    finishFilling(dataDir);
    const present = entryNames(dataDir).find((name) => !lockFiles.includes(name) && name !== lastBackupFile);
    if (present) {
      throw new DataError(
        `${join(dataDir, present)} is there: a backup is restored into an empty folder alone.`,
      );
    }
    await fillDataDir(dataDir, async (aside) => {
      for (const { name, sha256 } of manifest.files) {
        const source = join(folder, name);
        withPathInErrors(source, () => copyFileSync(source, join(aside, name)));
        if ((await sumOf(join(aside, name))) !== sha256) {
          throw new DataError(`${source} is not what was backed up: its SHA-256 differs from the list's.`);
        }
      }
      const { problems } = verifyDataDir(aside);
      if (problems.length > 0) throw new DataError(problems.join("\n").replaceAll(aside, resolve(folder)));
    });
  } catch (error) {
    finishFilling(dataDir);
    lock.withdraw();
    throw error;
  }
  finishFilling(dataDir);
  lock.release();
  return manifest;
}
