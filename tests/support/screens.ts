/** Screens that links lead to, one address per route. New screens are found without being listed. */
import { readFileSync } from "node:fs";
import { matchRoutes, type RouteObject } from "react-router";
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../../app/routes";

const idOf = ({ id, file }: RouteConfigEntry) => id ?? file;

const objectOf = (entry: RouteConfigEntry): RouteObject =>
  entry.index
    ? { id: idOf(entry), index: true }
    : { id: idOf(entry), path: entry.path, children: entry.children?.map(objectOf) };

const known = routes.map(objectOf);

/** The route of an address: its id, else its file. */
export const routeOf = (address: string): string | undefined =>
  matchRoutes(known, new URL(address, "http://console").pathname)?.at(-1)?.route.id;

type Placed = { entry: RouteConfigEntry; path: string };

const placed = (entries: readonly RouteConfigEntry[], above: string): Placed[] =>
  entries.flatMap((entry) => {
    const path = entry.path === undefined ? above : `${above}/${entry.path}`;
    return [{ entry, path }, ...placed(entry.children ?? [], path)];
  });

/** The innermost of nested routes at one path answers; the others are layouts. */
const idOfPath = new Map(placed(routes, "").map(({ entry, path }) => [path || "/", idOf(entry)]));

/** The path of every navigable route by its id, with parameters as in `app/routes.ts`. */
export const pathOfRoute: ReadonlyMap<string, string> = new Map(
  [...idOfPath].map(([path, id]) => [id, path]),
);

const withChildren = (entry: RouteConfigEntry): RouteConfigEntry[] => [
  entry,
  ...(entry.children ?? []).flatMap(withChildren),
];

const draws = /^export default /m;
const takesPosts = /^export .*\baction\b/m;

const routesWhere = (suits: (source: string) => boolean): readonly string[] =>
  routes
    .flatMap(withChildren)
    .filter(({ file }) => suits(readFileSync(`app/${file}`, "utf8")))
    .map(idOf);

/** Every route that renders something itself, without resource routes and redirects. */
export const drawnRoutes = routesWhere((source) => draws.test(source));

/** Every route that accepts posts and renders nothing. */
export const postedRoutes = routesWhere((source) => takesPosts.test(source) && !draws.test(source));

type Answered = { status: number; html: string; location: string | null };

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="(\/[^"#]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));

/**
 * Follows links from `start` below `base` to one address per route; `get` fetches an address without JS. Returns each
 * screen's address and HTML by route.
 */
export async function screensFrom(
  get: (address: string) => Promise<Answered>,
  base: string,
  start: readonly string[],
): Promise<Map<string, { address: string; html: string }>> {
  const found = new Map<string, { address: string; html: string }>();
  const visited = new Set<string>();
  const waiting = start.map((path) => `${base}${path}`);
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const route = routeOf(address);
    if (route === undefined || found.has(route) || visited.has(address) || !address.startsWith(base))
      continue;
    visited.add(address);
    const { status, html, location } = await get(address);
    if (location !== null) waiting.unshift(location);
    else if (status === 200 && html.startsWith("<!DOCTYPE html>")) {
      found.set(route, { address, html });
      waiting.push(...linksIn(html));
    }
  }
  return found;
}
