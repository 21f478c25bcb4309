import { matchRoutes, useLocation } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Answers that a move finds in the page in place of waiting for the line. What was asked for while a link was being
 * pressed is taken when the press ends. A list that was open a moment ago shows at once when the browser goes back
 * to it, and is read anew behind itself: at every move the console is asked, and what it says shows (SESS-06).
 */

type Send = typeof fetch;
type Pressed = { address: string; at: number; asked: AbortController; answer: Promise<Response> };
type Kept = { at: number; status: number; headers: Headers; body: ArrayBuffer };

/** How long what was asked for at a press waits for the move, and a list for the way back, in ms. */
const pressLasts = 2_000;
const listLasts = 180_000;
const listsKept = 8;

let send: Send | undefined;
let pressed: Pressed | undefined;
let isBehind = false;
/** The way, by its key in the history, that ends with what was kept. */
let shownKept: string | undefined;
const lists = new Map<string, Kept>();

/** `fetch` for the router's data that looks for an answer in the page first. Called once, before hydration. */
export function answeredAhead(fetchData: Send): Send {
  send = fetchData;
  return async (input, init) => {
    const address = String(input);
    if (init?.body) {
      forgetAnswers();
      return fetchData(input, init);
    }
    const early = takePressed(address, init?.signal);
    if (early) return kept(address, await early);
    const list = goesBack() ? keptList(address) : undefined;
    if (!list) return kept(address, await fetchData(input, init));
    shownKept = window.__remixRouter.state.navigation.location?.key;
    return new Response(list.body, list);
  };
}

/** Asks for the data of the screen that a path of the console leads to: a link is being pressed. */
export function askAtPress(path: string): void {
  const { pathname, search, href } = new URL(path, location.href);
  if (!send || href === location.href) return;
  const address = `${location.origin}${pathname === "/" ? "/_root" : pathname.replace(/\/$/, "")}.data${search}`;
  pressed?.asked.abort();
  const asked = new AbortController();
  const answer = send(address, { signal: asked.signal });
  // Whoever moves is told; a press that led nowhere is no failure.
  answer.catch(() => undefined);
  pressed = { address, at: Date.now(), asked, answer };
}

/** Forgets what the page keeps: something was changed, or somebody else may be signed in. */
export function forgetAnswers(): void {
  pressed?.asked.abort();
  pressed = undefined;
  lists.clear();
}

/** Whether the page's data is being read because it showed what was kept: a move's own reading, not one in the background. */
export const isReadBehind = (): boolean => isBehind;

function takePressed(address: string, signal?: AbortSignal | null): Promise<Response> | undefined {
  if (!pressed || pressed.address !== address) return undefined;
  const { at, asked, answer } = pressed;
  pressed = undefined;
  if (Date.now() - at > pressLasts || asked.signal.aborted) return undefined;
  signal?.addEventListener("abort", () => asked.abort());
  return answer;
}

/** Only then does the history stand at the way's end before its data is there. */
function goesBack(): boolean {
  const { location: target } = window.__remixRouter.state.navigation;
  const { key = "default" } = (history.state ?? {}) as { key?: string };
  return target?.key === key;
}

function keptList(address: string): Kept | undefined {
  const list = lists.get(address);
  return list && Date.now() - list.at < listLasts ? list : undefined;
}

/** The same answer; that of a list is kept. */
async function kept(address: string, answer: Response): Promise<Response> {
  const { status, headers } = answer;
  lists.delete(address);
  if (status !== 200 || !isList(address)) return answer;
  const body = await answer.arrayBuffer();
  lists.set(address, { at: Date.now(), status, headers, body });
  const [oldest] = lists.keys();
  if (lists.size > listsKept && oldest !== undefined) lists.delete(oldest);
  return new Response(body, answer);
}

/** Whether the screen behind an address of data says that it is kept (`keptForBack`). */
function isList(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  if (searchParams.has("_routes")) return false;
  const route = matchRoutes(window.__remixRouter.routes, pathname.slice(0, -".data".length))?.at(-1)?.route;
  const handle: unknown = route && window.__remixRouteModules[route.id]?.handle;
  return typeof handle === "object" && handle !== null && "isKeptForBack" in handle;
}

/**
 * For the frame of the screens: reads the page's data anew once what was kept is on the screen. A page that tells
 * something once (`isOnce`) is not kept.
 */
export function useReadBehind(isOnce: boolean): void {
  const { key } = useLocation();
  useEffect(() => {
    if (isOnce) forgetAnswers();
    if (key !== shownKept) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // First what was kept is painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        shownKept = undefined;
        isBehind = true;
        void window.__remixRouter.revalidate();
        isBehind = false;
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [key, isOnce]);
}
