import { otherOrigin } from "~/services/request-address.server";

const callbackPath = "/ssoCallback";
const callbackAt = (origin: string, search: URLSearchParams) => `${origin}${callbackPath}?${search}`;

/**
 * The `redirect` of a sign-on that begins at `url` and is to end at `target`, a whole address. The identity provider's
 * answer comes to the console's main host, and this alone tells it to which of the other hosts the answer belongs, where
 * the browser has what ties it to its beginning (AUTH-73). A target that would lead it to the wrong one is told within
 * the callback's address at the host of the beginning, see `askedFor`.
 */
export function ssoRedirect(target: string, url: URL): string {
  const leadsAway = new URL(target).host !== url.host;
  const isOfOtherHost = otherOrigin(target) !== null || otherOrigin(url.href) !== null;
  return leadsAway && isOfOtherHost
    ? callbackAt(url.origin, new URLSearchParams({ redirect: target }))
    : target;
}

/**
 * The address of the console's other host at which a sign-on began; null when it began at this one. It is sent on once:
 * behind a proxy that hides the host, that other host looks like this one.
 */
export function callbackElsewhere(redirect: string, { host, searchParams }: URL): string | null {
  const origin = otherOrigin(redirect);
  const isHere = origin === null || new URL(origin).host === host || searchParams.has("sentOn");
  return isHere ? null : callbackAt(origin, new URLSearchParams([...searchParams, ["sentOn", "1"]]));
}

/** The callback's address with the `redirect` that was asked for, out of the one of `ssoRedirect`. */
export function askedFor(redirect: string, url: URL): URL {
  const given = URL.canParse(redirect) ? new URL(redirect) : url;
  const holdsTarget = given.host === url.host && given.pathname === callbackPath;
  return holdsTarget ? given : url;
}
