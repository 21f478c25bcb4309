import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod/v4";
import { root } from "../../scripts/lib/setup.mjs";

const client = join(root, "build/client");

const modules = z.object({ module: z.string(), imports: z.array(z.string()).default([]) });
const manifestSchema = z.object({
  entry: modules,
  routes: z.record(
    z.string(),
    modules.extend({ parentId: z.string().optional(), css: z.array(z.string()).default([]) }),
  ),
});

/** Remix's module manifest for the browser: `window.__remixManifest={…};` */
function readManifest() {
  const folder = join(client, "assets");
  const name = readdirSync(folder).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  const script = readFileSync(join(folder, name), "utf8");
  return manifestSchema.parse(JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1)));
}

/** Bytes sent to a browser: the brotli copy, or the file itself if it is too small to have one. */
function bytesOf(address: string): number {
  const file = join(client, address);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

/** Static imports of a built module; the manifest is incomplete here. */
function importsOf(address: string): string[] {
  const text = readFileSync(join(client, address), "utf8");
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)].map(
    ([, name]) => `/assets/${name}`,
  );
}

export type PageSize = { routeId: string; js: number; css: number; files: number };

/** Compressed bytes needed for the first load of a page; `html` is the page, for its style sheets. */
export function sizeOfPage(routeId: string, html: string): PageSize {
  const { entry, routes } = readManifest();
  const wanted = [entry.module, ...entry.imports];
  for (let id: string | undefined = routeId; id !== undefined; id = routes[id]?.parentId) {
    const route = routes[id];
    if (!route) throw new Error(`The manifest has no route ${id}`);
    wanted.push(route.module, ...route.imports);
  }
  const scripts = new Set<string>();
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    if (scripts.has(next)) continue;
    scripts.add(next);
    wanted.push(...importsOf(next));
  }
  const sheets = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)].map(
    ([, href = ""]) => href,
  );
  const sum = (addresses: Iterable<string>) =>
    [...addresses].reduce((total, address) => total + bytesOf(address), 0);
  return { routeId, js: sum(scripts), css: sum(new Set(sheets)), files: scripts.size };
}
