import { matchRoutes } from "@remix-run/react";
import { routeManifest, routeModules, router } from "~/components/context/router";

const prefetched = new Set<string>();

/**
 * Prefetches the scripts of the screen at a path. Not its data, which costs API calls and waits for the press
 * (`prefetchOnPress`).
 */
export function prefetchScripts(path: string): void {
  const { routes } = routeManifest();
  const { pathname } = new URL(path, location.href);
  for (const { route } of matchRoutes(router().routes, pathname) ?? []) {
    const known = routes[route.id];
    if (!known || routeModules()[route.id]) continue;
    for (const href of [known.module, ...(known.imports ?? [])]) preload(href);
  }
}

function preload(href: string): void {
  if (prefetched.has(href)) return;
  prefetched.add(href);
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
