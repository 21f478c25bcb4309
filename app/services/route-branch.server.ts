import type { ServerBuild } from "@remix-run/node";
import { matchRoutes, type RouteObject } from "react-router";
import { BoundedCache } from "../../shared/bounded-cache";

/** Bound on the total length of cached paths, which contain ids and so are unlimited in number. */
const rememberedPaths = 200_000;

function routeTree({ routes }: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route?.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) =>
      index
        ? { id, path, caseSensitive, index: true }
        : { id, path, caseSensitive, children: routeTree({ routes } as ServerBuild, id) },
    );
}

const pickById = <T>(record: Record<string, T>, ids: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([id]) => ids.includes(id)));

/**
 * Remix matches a URL against all routes several times per page and rebuilds them each time. A build reduced
 * to the matching branch avoids that and saves a fifth of a page's CPU time. Returns a function from path (as
 * requested, including `.data`) to what `make` built for its branch and last route's id; cached per branch.
 */
export function cacheByBranch<T>(
  build: ServerBuild,
  make: (build: ServerBuild, leaf: string) => T,
): (path: string) => T {
  const tree = routeTree(build);
  const whole = make(build, "whole");
  const made = new Map<string, T>();
  const known = new BoundedCache<string, T>(rememberedPaths, ({ length }) => length);

  const find = (path: string): T => {
    const page = path.replace(/(\/_root)?\.data$/, "") || "/";
    const ids = matchRoutes(tree, page)?.map(({ route }) => route.id ?? "");
    if (!ids) return whole;
    const leaf = ids.at(-1) ?? "";
    let one = made.get(leaf);
    if (!one) {
      const assets = { ...build.assets, routes: pickById(build.assets.routes, ids) };
      made.set(leaf, (one = make({ ...build, assets, routes: pickById(build.routes, ids) }, leaf)));
    }
    return one;
  };

  return (path) => known.get(path) ?? known.set(path, find(path));
}
