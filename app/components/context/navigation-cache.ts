import { matchRoutes, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { routeModules, router } from "./router";

/**
 * A cache of answers for navigations. An answer that was requested while a link was being pressed is taken when the press
 * ends. A list that was open a moment ago is shown at once when the browser goes Back to it, and then refreshed: the console
 * is asked at every navigation, and its answer shows (SESS-06).
 */

type Send = typeof fetch;
type Pressed = { address: string; at: number; asked: AbortController; answer: Promise<Response> };
type Kept = { at: number; status: number; headers: Headers; body: ArrayBuffer };

/** How long a prefetched answer waits for its navigation, and a list for Back, in ms. */
const pressLasts = 2_000;
const listLasts = 180_000;
const listsKept = 8;
/** How often refreshing a list is tried, should other requests end it. */
const maxReadings = 5;

let send: Send | undefined;
let pressed: Pressed | undefined;
const lists = new Map<string, Kept>();
/** The list that is shown as it was kept: its entry in the history, until the console has answered its address. */
let shown: { key: string; address: string } | undefined;
let isBehind = false;

const absolute = (input: RequestInfo | URL) => new URL(String(input), location.href).href;

/** `fetch` for the router's data that takes what was asked for at a press, and keeps lists. Called once. */
export function cachedFetch(fetchData: Send): Send {
  send = fetchData;
  return async (input, init) => {
    if (init?.body) {
      clearNavigationCache();
      // An answer that was requested meanwhile may be from before the change as well.
      return fetchData(input, init).finally(clearNavigationCache);
    }
    const address = absolute(input);
    return keep(address, await (takePressed(address, init?.signal) ?? fetchData(input, init)));
  };
}

/** The list that the browser goes back to, as it was; undefined for every other request of the router. */
export function cachedList(input: RequestInfo | URL, init?: RequestInit): Response | undefined {
  const key = keyOfWayBack();
  if (init?.body || key === undefined) return undefined;
  const address = absolute(input);
  const list = lists.get(address);
  if (!list || Date.now() - list.at > listLasts) return undefined;
  shown = { key, address };
  return new Response(list.body, list);
}

/** Asks for the data of the screen of the same customer that a path leads to: a link is being pressed. */
export function prefetchOnPress(path: string): void {
  const { pathname, search, origin } = new URL(path, location.href);
  if (!send || frameOf(pathname) !== frameOf(location.pathname)) return;
  const address = `${origin}${pathname.replace(/\/$/, "")}.data${search}`;
  pressed?.asked.abort();
  const asked = new AbortController();
  const answer = send(address, { signal: asked.signal });
  // A navigation reports its failure itself; a press that led nowhere has none.
  answer.catch(() => undefined);
  pressed = { address, at: Date.now(), asked, answer };
}

/** Forgets what the page keeps: something was changed, or somebody else may be signed in, or nobody. */
export function clearNavigationCache(): void {
  pressed?.asked.abort();
  pressed = undefined;
  lists.clear();
}

/** Whether the page's data is being refreshed because it shows a cached list. */
export const isRefreshing = (): boolean => isBehind;

/** `/region/{awsRegion}/customers/{customerId}`: the frame's answer notes which customer was opened. */
const frameOf = (pathname: string) => pathname.split("/", 5).join("/");

function takePressed(address: string, signal?: AbortSignal | null): Promise<Response> | undefined {
  if (!pressed || pressed.address !== address) return undefined;
  const { at, asked, answer } = pressed;
  pressed = undefined;
  if (Date.now() - at > pressLasts) return undefined;
  signal?.addEventListener("abort", () => asked.abort());
  return answer;
}

/** Only on a way back or forward does the history stand at its end before its data is there. */
function keyOfWayBack(): string | undefined {
  const key = (history.state as { key?: string } | null)?.key;
  return router().state.navigation.location?.key === key ? key : undefined;
}

/** Stores a list's answer and returns it. An answer that refuses the person clears all lists. */
async function keep(address: string, answer: Response): Promise<Response> {
  const { status, headers } = answer;
  if (shown?.address === address) shown = undefined;
  if (status === 401 || status === 403) lists.clear();
  lists.delete(address);
  if (status !== 200 || !isList(address)) return answer;
  const body = await answer.arrayBuffer();
  lists.set(address, { at: Date.now(), status, headers, body });
  const [oldest] = lists.keys();
  if (lists.size > listsKept && oldest !== undefined) lists.delete(oldest);
  return new Response(body, answer);
}

/** Whether the screen behind an address of data is one to cache (`cacheForBack`). */
function isList(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  if (searchParams.has("_routes")) return false;
  const route = matchRoutes(router().routes, pathname.slice(0, -".data".length))?.at(-1)?.route;
  const handle = routeModules()[route?.id ?? ""]?.handle as { isCachedForBack?: true } | undefined;
  return handle?.isCachedForBack === true;
}

/**
 * Refreshes the page's data once a cached list is on the screen; for the frame of the screens. `notices` are the frame's,
 * a new array with each answer: a page that has some is not cached, since notices are shown once.
 */
export function useStaleWhileRevalidate(notices: readonly unknown[]): void {
  const { key } = useLocation();
  useEffect(() => {
    if (notices.length > 0) clearNavigationCache();
    if (key !== shown?.key) return;
    const current = router();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let readings = 0;
    // A move that has begun reads by itself. A post that was refused may have ended the reading: then it begins again.
    const read = () => {
      const { navigation, revalidation } = current.state;
      if (key !== shown?.key || navigation.state !== "idle" || revalidation !== "idle") return;
      if ((readings += 1) > maxReadings) return;
      isBehind = true;
      current.revalidate();
      isBehind = false;
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(read);
    };
    // First what was kept is painted.
    const frame = requestAnimationFrame(soon);
    const leave = current.subscribe(soon);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      leave();
    };
  }, [key, notices]);
}
