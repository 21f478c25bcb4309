// Finds the programs of PostgreSQL, of which the tests start a server of their own.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const installed = "/usr/lib/postgresql";

/** The folder with its programs: that of the newest release from 15 on; undefined where there is none. */
export function postgresPrograms() {
  const versions = existsSync(installed) ? readdirSync(installed).map(Number) : [];
  const newest = versions.filter((version) => version >= 15).sort((a, b) => b - a)[0];
  const folder = newest === undefined ? undefined : join(installed, String(newest), "bin");
  return folder && existsSync(join(folder, "initdb")) ? folder : undefined;
}
