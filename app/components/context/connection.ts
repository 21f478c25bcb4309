import { useSyncExternalStore } from "react";
import { cachedFetch, cachedList } from "./navigation-cache";
import { routeManifest, router } from "./router";

/**
 * State of the connection. "back": shortly after reconnecting. "refused" and "tooLarge": a proxy, or the
 * console before reading the body, rejected the request. "failed": the console failed to process a post for a
 * reason unrelated to the form (SHELL-54).
 */
export type Connection = "fine" | "lost" | "trying" | "back" | "refused" | "tooLarge" | "failed";

/** Delays between automatic reconnection attempts, in ms; the last one repeats. */
const retryDelaysMs = [1_000, 2_000, 5_000, 10_000, 30_000];
const probeTimeout = 8_000;
const backNoticeMs = 2_000;
/** Statuses with which a proxy answers in place of the console. */
const gatewayStatuses = new Set([502, 503, 504]);
/** Statuses of temporary refusals, such as a host that is not available yet or a rate limit. */
const temporaryStatuses = new Set([404, 408, 425, 429]);
const bodylessStatuses = new Set([204, 205, 304]);

let connection: Connection = "fine";
/** Reference of the last failed post. */
let reference = "";
let attempts = 0;
let isProbing = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
/** Held requests; calling one resends it. */
const waiting = new Set<() => void>();

function setConnection(next: Connection): void {
  clearTimeout(timer);
  connection = next;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** State of the connection between this page and the console; "fine" on the server. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => "fine",
  );
}

/** Reference of the failed post, for support; "" on the server. */
export function useFailureReference(): string {
  return useSyncExternalStore(
    subscribe,
    () => reference,
    () => "",
  );
}

const isInterrupted = (now: Connection) => now !== "fine" && now !== "back";

/** True while requests are held: the console is unreachable, or something in between refused them. */
export const useConnectionLost = (): boolean => isInterrupted(useConnection());

/**
 * Makes router requests wait instead of failing while the console is unreachable: the page and its forms stay
 * as they are, and the requests are resent on reconnection (SESS-34). Call once, before hydration.
 */
export function holdRequests(): void {
  const send = window.fetch.bind(window);
  const sendData = cachedFetch(send);
  window.fetch = async (input, init) => {
    if (!isHeld(input)) return send(input, init);
    // A cached answer does not prove that the connection works.
    return cachedList(input, init) ?? fetchUntilAnswered(sendData, input, init);
  };
  // The browser's online state is not enough: a console on the same machine needs no network.
  for (const event of ["online", "offline"]) addEventListener(event, () => void retryNow());
}

/** Probes the console and, if it answers, resends held requests. */
export async function retryNow(): Promise<void> {
  if (isProbing) return;
  isProbing = true;
  if (isInterrupted(connection)) setConnection("trying");
  const isThere = await isReachable();
  isProbing = false;
  if (!isThere) return markLost();
  if (waiting.size === 0) return recover();
  // Only an answer proves recovery; until then the next round is scheduled.
  scheduleRetry();
  for (const sendAgain of [...waiting]) sendAgain();
}

/**
 * `import()` for a route module; waits for the connection instead of failing. If the console answers but the
 * file is missing, the file belongs to an older build, and the requested page is loaded in full.
 */
export async function importWhenReachable(href: string): Promise<unknown> {
  const { location: target, formMethod, state } = router().state.navigation;
  const load = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);
  try {
    return await load(href);
  } catch {
    while (!(await isReachable())) {
      if (connection !== "lost") markLost();
      await waitForRetry();
    }
    recover();
  }
  try {
    // Browsers may cache a failed import by its URL, so the retry changes the URL.
    return await load(`${href}?again=${Date.now()}`);
  } catch (error) {
    const isStillWanted = target !== undefined && target === router().state.navigation.location;
    // A pending form must not be interrupted. Once it is redirecting, its target can be loaded in full like a
    // link's.
    const isFormUnderWay = (formMethod ?? "GET") !== "GET" && state !== "loading";
    if (!isStillWanted || isFormUnderWay) throw error;
    window.location.assign(target.pathname + target.search + target.hash);
    return new Promise(() => {});
  }
}

function isHeld(input: RequestInfo | URL): input is string | URL {
  // Remix passes a URL. A Request could not be resent, since its body can be read only once.
  if (input instanceof Request) return false;
  const url = new URL(input, location.href);
  return url.origin === location.origin && url.pathname.endsWith(".data");
}

async function fetchUntilAnswered(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  addIdempotencyKey(init.body);
  const sent = withBuild(init);
  for (;;) {
    const answer = await answerOf(send, input, sent);
    if (answer instanceof Response) {
      recover();
      return answer;
    }
    // A refusal stays on screen until the person submits again; it is not retried.
    if (answer) setConnection(answer);
    else if (connection !== "lost") markLost();
    await waitForRetry(init.signal);
  }
}

/**
 * Returns the console's complete response, or how a proxy rejected the request; undefined if the response is
 * incomplete.
 */
async function answerOf(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit,
): Promise<Response | "refused" | "tooLarge" | "failed" | undefined> {
  try {
    const response = await send(input, init);
    const failed = response.headers.get("X-Post-Failed");
    if (failed) {
      reference = failed;
      return "failed";
    }
    if (!isFromConsole(response)) return refusalOf(response.status);
    const body = await response.arrayBuffer();
    return new Response(bodylessStatuses.has(response.status) ? null : body, response);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return undefined;
  }
}

/** Remix marks its answers to scripts. Gateway errors and HTML pages (e.g. a captive portal) are not the console's. */
function isFromConsole({ headers, status }: Response): boolean {
  if (headers.has("X-Remix-Response")) return true;
  return !gatewayStatuses.has(status) && !/^text\/html/i.test(headers.get("content-type") ?? "");
}

function refusalOf(status: number): "refused" | "tooLarge" | undefined {
  if (status === 413) return "tooLarge";
  return status >= 400 && status < 500 && !temporaryStatuses.has(status) ? "refused" : undefined;
}

/** Adds an idempotency key to a post that may be resent, so that it is processed once (GEN-22). */
function addIdempotencyKey(body: RequestInit["body"]): void {
  if (!(body instanceof URLSearchParams || body instanceof FormData) || body.has("idempotencyKey")) return;
  const parts = crypto.getRandomValues(new Uint32Array(4));
  body.set("idempotencyKey", [...parts].map((part) => part.toString(36).padStart(7, "0")).join(""));
}

/**
 * Adds the page's build id to a post, so that a console of another build makes the next page load in full.
 */
function withBuild(init: RequestInit): RequestInit {
  if (!init.body) return init;
  const headers = new Headers(init.headers);
  headers.set("X-Page-Build", routeManifest().version);
  return { ...init, headers };
}

/** Resolves when the request may be resent; rejects if the router aborted it. */
function waitForRetry(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => () => {
      waiting.delete(sendAgain);
      signal?.removeEventListener("abort", giveUp);
      end();
    };
    const sendAgain = settle(resolve);
    const giveUp = settle(() => reject(signal?.reason ?? new DOMException("given up", "AbortError")));
    if (signal?.aborted) return giveUp();
    signal?.addEventListener("abort", giveUp);
    waiting.add(sendAgain);
  });
}

function markLost(): void {
  setConnection("lost");
  scheduleRetry();
}

function scheduleRetry(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void retryNow(), retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)]);
  attempts += 1;
}

function recover(): void {
  const wasLost = connection === "lost" || connection === "trying";
  // Only the person resends a rejected request, even if other requests succeed.
  if (!isInterrupted(connection) || (!wasLost && waiting.size > 0)) return;
  attempts = 0;
  setConnection(wasLost ? "back" : "fine");
  timer = setTimeout(() => setConnection("fine"), backNoticeMs);
  for (const sendAgain of [...waiting]) sendAgain();
}

async function isReachable(): Promise<boolean> {
  const controller = new AbortController();
  const deadline = setTimeout(() => controller.abort(), probeTimeout);
  try {
    const response = await fetch("/version/version.json", { cache: "no-store", signal: controller.signal });
    const answer: unknown = response.ok ? await response.json() : null;
    return typeof answer === "object" && answer !== null && "version" in answer;
  } catch {
    return false;
  } finally {
    clearTimeout(deadline);
  }
}
