import { matchRoutes, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { routeModules, router } from "./router";

/**
 * A cache of answers for navigations. An answer prefetched on press is used when the press ends. A recently opened list
 * is shown at once on Back and then refreshed: every navigation still asks the console, and its answer is shown
 * (SESS-06).
 */

type Fetch = typeof fetch;
type Prefetch = { address: string; at: number; asked: AbortController; answer: Promise<Response> };
type CachedResponse = { at: number; status: number; headers: Headers; body: ArrayBuffer };

/** Lifetime of a prefetched answer, and of a cached list, in ms. */
const prefetchLifetimeMs = 2_000;
const listLifetimeMs = 180_000;
const maxCachedLists = 8;
/** Maximum attempts to refresh a list if other requests abort it. */
const maxReadings = 5;

let send: Fetch | undefined;
let pressed: Prefetch | undefined;
const lists = new Map<string, CachedResponse>();
/** The cached list on screen, by its history entry, until the console has answered. */
let shownList: { key: string; address: string } | undefined;
let isBehind = false;

const absoluteUrl = (input: RequestInfo | URL) => new URL(String(input), location.href).href;

/** Wraps the router's data `fetch` to use prefetched answers and cache lists. Call once. */
export function cachedFetch(fetchData: Fetch): Fetch {
  send = fetchData;
  return async (input, init) => {
    if (init?.body) {
      clearNavigationCache();
      // A response requested during the change may be stale, so the cache is cleared again afterwards.
      return fetchData(input, init).finally(clearNavigationCache);
    }
    const address = absoluteUrl(input);
    return cacheResponse(address, await (takePrefetched(address, init?.signal) ?? fetchData(input, init)));
  };
}

/** The cached list for Back or Forward; undefined for any other router request. */
export function cachedList(input: RequestInfo | URL, init?: RequestInit): Response | undefined {
  const key = keyOfWayBack();
  if (init?.body || key === undefined) return undefined;
  const address = absoluteUrl(input);
  const list = lists.get(address);
  if (!list || Date.now() - list.at > listLifetimeMs) return undefined;
  shownList = { key, address };
  return new Response(list.body, list);
}

/** Prefetches the data of a screen of the same customer while its link is being pressed. */
export function prefetchOnPress(path: string): void {
  const { pathname, search, origin } = new URL(path, location.href);
  if (!send || frameOf(pathname) !== frameOf(location.pathname)) return;
  const address = `${origin}${pathname.replace(/\/$/, "")}.data${search}`;
  pressed?.asked.abort();
  const request = new AbortController();
  const answer = send(address, { signal: request.signal });
  // Prefetch errors are ignored: a navigation reports its own.
  answer.catch(() => undefined);
  pressed = { address, at: Date.now(), asked: request, answer };
}

/** Clears all cached answers: data or the signed-in person may have changed. */
export function clearNavigationCache(): void {
  pressed?.asked.abort();
  pressed = undefined;
  lists.clear();
}

/** True while the page's data is refreshed because a cached list is shown. */
export const isRefreshing = (): boolean => isBehind;

/**
 * `/region/{awsRegion}/customers/{customerId}`. Prefetching stays within one customer, because the frame's
 * response records the customer as opened.
 */
const frameOf = (pathname: string) => pathname.split("/", 5).join("/");

function takePrefetched(address: string, signal?: AbortSignal | null): Promise<Response> | undefined {
  if (!pressed || pressed.address !== address) return undefined;
  const { at, asked, answer } = pressed;
  pressed = undefined;
  if (Date.now() - at > prefetchLifetimeMs) return undefined;
  signal?.addEventListener("abort", () => asked.abort());
  return answer;
}

/**
 * History key on Back or Forward, the only navigations that change the history before their data has arrived.
 */
function keyOfWayBack(): string | undefined {
  const key = (history.state as { key?: string } | null)?.key;
  return router().state.navigation.location?.key === key ? key : undefined;
}

/** Stores a list's response and returns it. A response that denies access clears all lists. */
async function cacheResponse(address: string, answer: Response): Promise<Response> {
  const { status, headers } = answer;
  if (shownList?.address === address) shownList = undefined;
  if (status === 401 || status === 403) lists.clear();
  lists.delete(address);
  if (status !== 200 || !isList(address)) return answer;
  const body = await answer.arrayBuffer();
  lists.set(address, { at: Date.now(), status, headers, body });
  const [oldest] = lists.keys();
  if (lists.size > maxCachedLists && oldest !== undefined) lists.delete(oldest);
  return new Response(body, answer);
}

/** True if the screen behind a data request is cacheable (`cacheForBack`). */
function isList(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  if (searchParams.has("_routes")) return false;
  const route = matchRoutes(router().routes, pathname.slice(0, -".data".length))?.at(-1)?.route;
  const handle = routeModules()[route?.id ?? ""]?.handle as { isCachedForBack?: true } | undefined;
  return handle?.isCachedForBack === true;
}

/**
 * Refreshes the data behind a cached list once the list is on screen; used by the screens' frame. `notices`
 * are the frame's, a new array per answer. A page with notices is not cached, since they are shown once.
 */
export function useStaleWhileRevalidate(notices: readonly unknown[]): void {
  const { key } = useLocation();
  useEffect(() => {
    if (notices.length > 0) clearNavigationCache();
    if (key !== shownList?.key) return;
    const current = router();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let readings = 0;
    // A pending navigation loads data itself. A refused post may have aborted the refresh, which then starts
    // again.
    const read = () => {
      const { navigation, revalidation } = current.state;
      if (key !== shownList?.key || navigation.state !== "idle" || revalidation !== "idle") return;
      if ((readings += 1) > maxReadings) return;
      isBehind = true;
      current.revalidate();
      isBehind = false;
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(read);
    };
    // Paints the cached list first.
    const frame = requestAnimationFrame(soon);
    const leave = current.subscribe(soon);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      leave();
    };
  }, [key, notices]);
}
