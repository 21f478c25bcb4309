import type { LinksFunction } from "@remix-run/node";

/** A route's `links`: the CSS of its area, by `?url` imports. Remix waits for it before it shows the route's screen. */
export const stylesheets =
  (...addresses: string[]): LinksFunction =>
  () =>
    addresses.map((href) => ({ rel: "stylesheet", href }));
