import type { ServerBuild } from "@remix-run/node";
import { matchRoutes, type RouteObject } from "react-router";
import { BoundedCache } from "../../shared/bounded-cache";

/** Characters of all addresses whose branch is remembered; they hold ids, so that there is no end of them. */
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

const only = <T>(record: Record<string, T>, ids: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([id]) => ids.includes(id)));

/**
 * Remix matches an address against every route there is, several times a page, and prepares all of them again each
 * time. Given a build with no more than the one branch that will match, it has next to nothing to do: a fifth of the
 * CPU time of a page. Answers what `make` made of the branch of a path (as in the request, `.data` and all) and of
 * the id of its last route; the same one for all paths of the same branch.
 */
export function byBranch<T>(
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
      const assets = { ...build.assets, routes: only(build.assets.routes, ids) };
      made.set(leaf, (one = make({ ...build, assets, routes: only(build.routes, ids) }, leaf)));
    }
    return one;
  };

  return (path) => known.get(path) ?? known.set(path, find(path));
}
