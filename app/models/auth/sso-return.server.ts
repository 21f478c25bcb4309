import { otherOrigin } from "~/services/request-address.server";

const callbackPath = "/ssoCallback";
const callbackAt = (origin: string, search: URLSearchParams) => `${origin}${callbackPath}?${search}`;

/**
 * The `redirect` of a sign-on started at `url` that should end at `target`, an absolute URL. The identity
 * provider always answers to the console's main host; only this parameter identifies the host that started
 * the sign-on and holds its browser state (AUTH-73). A target on another host is therefore nested in the
 * callback URL of the starting host, see `requestedUrl`.
 */
export function ssoRedirect(target: string, url: URL): string {
  const leadsAway = new URL(target).host !== url.host;
  const isOfOtherHost = otherOrigin(target) !== null || otherOrigin(url.href) !== null;
  return leadsAway && isOfOtherHost
    ? callbackAt(url.origin, new URLSearchParams({ redirect: target }))
    : target;
}

/**
 * Callback URL on the console's other host if the sign-on started there; null if it started here. Forwards
 * once only: behind a proxy that hides the host, the other host looks like this one.
 */
export function callbackElsewhere(redirect: string, { host, searchParams }: URL): string | null {
  const origin = otherOrigin(redirect);
  const isHere = origin === null || new URL(origin).host === host || searchParams.has("sentOn");
  return isHere ? null : callbackAt(origin, new URLSearchParams([...searchParams, ["sentOn", "1"]]));
}

/** Extracts the originally requested URL from a `redirect` made by `ssoRedirect`. */
export function requestedUrl(redirect: string, url: URL): URL {
  const given = URL.canParse(redirect) ? new URL(redirect) : url;
  const holdsTarget = given.host === url.host && given.pathname === callbackPath;
  return holdsTarget ? given : url;
}
