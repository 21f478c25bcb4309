/** Checks all data, read-only. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { awsRegions } from "../../shared/regions";
import { missingFromDirectory, missingFromRegion } from "./consistency";
import { withPathInErrors, dataFiles, directoryFile, schemaOf } from "./data-files";
import { missingFrom } from "./migrate";
import { migrations } from "./migrations/index";
import { brokenAt } from "./record-chain";
import { withWritersLocked } from "./snapshot";

export interface Verdict {
  /** Problems that prevent a start or mean loss of data; each names a file. Empty if the data is sound. */
  readonly problems: string[];
  /** Issues that the next start repairs. */
  readonly notes: string[];
}

const maxListed = 5;

function verifyFile(path: string, file: "directory" | "region", { problems, notes }: Verdict): void {
  if (!existsSync(path)) return void problems.push(`${path} is missing.`);
  if (statSync(path).size === 0) return void problems.push(`${path} is empty.`);
  let sqlite: BetterSqlite3.Database | undefined;
  try {
    withPathInErrors(path, () => {
      sqlite = new BetterSqlite3(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
      const damages = sqlite
        .prepare<[], string>(`PRAGMA integrity_check(${maxListed})`)
        .pluck()
        .all()
        .filter((line) => line !== "ok");
      for (const damage of damages) problems.push(`${path} is damaged (${damage.trim()}).`);
      if (damages.length > 0) return;
      const orphans = sqlite.prepare<[], { table: string; parent: string }>("PRAGMA foreign_key_check").all();
      for (const { table, parent } of orphans.slice(0, maxListed))
        problems.push(`${path} has a row in ${table} without its row in ${parent}.`);
      const broken = file === "region" ? brokenAt(sqlite) : undefined;
      if (broken) problems.push(`${path}: the audit log is broken: ${broken}.`);
      const missing = missingFrom(sqlite, file, migrations) ?? [];
      if (missing.length > 0)
        notes.push(`${path} lacks ${missing.length} migrations, which the next start makes.`);
    });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    sqlite?.close();
  }
}

function verifyTogether(dataDir: string, { problems, notes }: Verdict): void {
  const directory = schemaOf(directoryFile);
  withWritersLocked(dataDir, (sqlite) => {
    for (const awsRegion of awsRegions) {
      const path = join(dataDir, `${awsRegion}.sqlite`);
      const lost = missingFromRegion(sqlite, awsRegion, directory, awsRegion);
      if (lost.customers + lost.users > 0)
        problems.push(
          `${path} lacks ${lost.customers} customers and ${lost.users} users that ${directoryFile} has.`,
        );
      const uncopied = missingFromDirectory(sqlite, awsRegion, directory);
      if (uncopied.organizations > 0)
        problems.push(
          `${join(dataDir, directoryFile)} lacks ${uncopied.organizations} organisations of ${path}.`,
        );
      if (uncopied.customers + uncopied.users > 0)
        notes.push(
          `${join(dataDir, directoryFile)} lacks ${uncopied.customers} customers and ${uncopied.users} users of ` +
            `${path}, which the next start copies.`,
        );
    }
  });
}

/** Checks each file, and the files against each other. May run while the API does. */
export function verifyDataDir(dataDir: string): Verdict {
  const verdict: Verdict = { problems: [], notes: [] };
  for (const name of dataFiles)
    verifyFile(join(dataDir, name), name === directoryFile ? "directory" : "region", verdict);
  if (verdict.problems.length === 0) verifyTogether(dataDir, verdict);
  return verdict;
}
