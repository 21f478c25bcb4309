// Replaces the previous build with a new one, while servers may run from the previous one.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Moves everything in `aside` into `build`; existing entries of the same name are moved away first and then deleted.
 * Each move is a rename, so no folder is ever seen half filled.
 * @param {string} build @param {string} aside
 */
export function putInPlace(build, aside) {
  const old = `${aside}-replaced`;
  rmSync(old, { recursive: true, force: true });
  for (const folder of [build, old]) mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(aside)) {
    if (existsSync(join(build, name))) renameSync(join(build, name), join(old, name));
    renameSync(join(aside, name), join(build, name));
  }
  for (const folder of [aside, old]) rmSync(folder, { recursive: true, force: true });
}
