// Finds the programs of PostgreSQL, of which the tests start a server of their own.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Debian keeps the servers there by version, off the path. */
const debian = "/usr/lib/postgresql";

/** The folder with its programs: that of the newest release from 15 on; undefined where there is none. */
export function postgresPrograms() {
  const ask = (/** @type {string} */ option) =>
    spawnSync("pg_config", [option], { encoding: "utf8" }).stdout?.trim() ?? "";
  const kept = existsSync(debian) ? readdirSync(debian) : [];
  const found = [
    ...kept.map((version) => ({ version: Number(version), folder: join(debian, version, "bin") })),
    { version: parseInt(ask("--version").replace(/\D+/, ""), 10), folder: ask("--bindir") },
  ];
  return found
    .filter(({ version, folder }) => version >= 15 && existsSync(join(folder, "initdb")))
    .sort((a, b) => b.version - a.version)[0]?.folder;
}
