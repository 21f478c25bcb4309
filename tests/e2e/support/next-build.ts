import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/lib/setup.mjs";

/**
 * Creates a folder from which a console can be started, with the build as a next version would have it: every browser
 * file is renamed and the route manifest has another version. No old file name is left.
 */
export function nextBuild(folder: string): void {
  for (const name of ["node_modules", "config", "package.json"])
    symlinkSync(join(root, name), join(folder, name));
  cpSync(join(root, "build"), join(folder, "build"), { recursive: true });
  const assets = join(folder, "build/client/assets");
  const names = new Map<string, string>();
  for (const name of readdirSync(assets)) {
    if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name));
    else
      names.set(
        name,
        name.replace(/-([\w-]{8})(\.\w+)$/, (_, hash: string, end) => `-next${hash.slice(4)}${end}`),
      );
  }
  const version = /"version": ?"([0-9a-f]{8})"/.exec(
    readFileSync(join(folder, "build/server/index.js"), "utf8").slice(-1_000_000),
  )?.[1];
  if (!version) throw new Error("The build's list of routes has no version");
  const renamed = (text: string) =>
    text
      .replace(/[\w.-]+-[\w-]{8}\.(?:js|css|woff2)/g, (name) => names.get(name) ?? name)
      .replaceAll(version, "99999999");
  const change = (from: string, to = from) =>
    writeFileSync(to, /\.(js|css)$/.test(from) ? renamed(readFileSync(from, "utf8")) : readFileSync(from));
  for (const [name, next] of names) {
    change(join(assets, name), join(assets, next));
    if (next !== name) rmSync(join(assets, name));
  }
  change(join(folder, "build/server/index.js"));
  change(join(folder, "build/console.js"));
}
