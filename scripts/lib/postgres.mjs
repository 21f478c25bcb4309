// Finds PostgreSQL's programs, with which the tests start their own server.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Debian installs servers there by version, not on the PATH. */
const debian = "/usr/lib/postgresql";

/** The folder with the programs of the newest release from 15 on; undefined if there is none. */
export function postgresPrograms() {
  const readConfig = (/** @type {string} */ option) =>
    spawnSync("pg_config", [option], { encoding: "utf8" }).stdout?.trim() ?? "";
  const kept = existsSync(debian) ? readdirSync(debian) : [];
  const found = [
    ...kept.map((version) => ({ version: Number(version), folder: join(debian, version, "bin") })),
    { version: parseInt(readConfig("--version").replace(/\D+/, ""), 10), folder: readConfig("--bindir") },
  ];
  return found
    .filter(({ version, folder }) => version >= 15 && existsSync(join(folder, "initdb")))
    .sort((a, b) => b.version - a.version)[0]?.folder;
}
