import type { LinksFunction } from "@remix-run/node";

/** A route's `links`: its area's CSS, by `?url` imports. Remix waits for it before showing the route's screen. */
export const stylesheets =
  (...addresses: string[]): LinksFunction =>
  () =>
    addresses.map((href) => ({ rel: "stylesheet", href }));
