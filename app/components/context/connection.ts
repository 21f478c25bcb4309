import { useSyncExternalStore } from "react";
import { cachedFetch, cachedList } from "./navigation-cache";
import { routeManifest, router } from "./router";

/**
 * "back" stands for the moment in which the page says that the connection has come back. "refused" and "tooLarge": what
 * stands between browser and console, or the console before it reads anything, did not take what was sent.
 * "failed": the console answered that what was posted failed on its way, for no reason of the form's (SHELL-54).
 */
export type Connection = "fine" | "lost" | "trying" | "back" | "refused" | "tooLarge" | "failed";

/** Pauses before the connection is tried again by itself, in ms; the last one repeats. */
const pauses = [1_000, 2_000, 5_000, 10_000, 30_000];
const probeTimeout = 8_000;
const backFor = 2_000;
/** Statuses that a proxy between browser and console answers in its place. */
const gatewayStatuses = new Set([502, 503, 504]);
/** Refusals that may pass by themselves: a host that is not there yet, a limit of requests. */
const passingStatuses = new Set([404, 408, 425, 429]);
const bodyless = new Set([204, 205, 304]);

let connection: Connection = "fine";
/** The reference of the post that failed last. */
let reference = "";
let attempts = 0;
let isProbing = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();
/** Requests that wait to be sent again; calling one sends it. */
const waiting = new Set<() => void>();

function become(next: Connection): void {
  clearTimeout(timer);
  connection = next;
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** The state of the connection between this page and the console; "fine" on the server. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    watch,
    () => connection,
    () => "fine",
  );
}

/** The reference of the post that failed, for support; "" on the server. */
export function useFailureReference(): string {
  return useSyncExternalStore(
    watch,
    () => reference,
    () => "",
  );
}

const isHolding = (now: Connection) => now !== "fine" && now !== "back";

/** Whether requests are being held: the console cannot be reached, or something on the way refused them. */
export const useConnectionLost = (): boolean => isHolding(useConnection());

/**
 * From now on a request of the router that does not reach the console does not fail: it waits, with its page and its
 * form as they are, and is sent again when the console can be reached (SESS-34). Called once, before hydration.
 */
export function holdRequests(): void {
  const send = window.fetch.bind(window);
  const sendData = cachedFetch(send);
  window.fetch = async (input, init) => {
    if (!isHeld(input)) return send(input, init);
    // A cached answer says nothing about the connection.
    return cachedList(input, init) ?? sendUntilAnswered(sendData, input, init);
  };
  // The browser's word alone does not count: a console on the same machine is reached without a network.
  for (const event of ["online", "offline"]) addEventListener(event, () => void retryNow());
}

/** Looks whether the console can be reached and, if so, sends again what waits. */
export async function retryNow(): Promise<void> {
  if (isProbing) return;
  isProbing = true;
  if (isHolding(connection)) become("trying");
  const isThere = await isReachable();
  isProbing = false;
  if (!isThere) return lose();
  if (waiting.size === 0) return recover();
  // Only an answer proves that all is well; while it stays away, the next round follows.
  tryLater();
  for (const sendAgain of [...waiting]) sendAgain();
}

/**
 * Imports the file of a screen as `import()` does, but waits for the connection in place of failing. A file that is
 * missing although the console answers belongs to an older build: then the page that was asked for is opened whole.
 */
export async function importWhenReachable(href: string): Promise<unknown> {
  const { location: target, formMethod, state } = router().state.navigation;
  const load = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);
  try {
    return await load(href);
  } catch {
    while (!(await isReachable())) {
      if (connection !== "lost") lose();
      await untilSentAgain();
    }
    recover();
  }
  try {
    // Browsers may remember a file that could not be loaded by its address.
    return await load(`${href}?again=${Date.now()}`);
  } catch (error) {
    const isStillWanted = target !== undefined && target === router().state.navigation.location;
    // A form is under way until it has led on; what it leads to can be opened as any link's screen.
    const isFormUnderWay = (formMethod ?? "GET") !== "GET" && state !== "loading";
    if (!isStillWanted || isFormUnderWay) throw error;
    window.location.assign(target.pathname + target.search + target.hash);
    return new Promise(() => {});
  }
}

function isHeld(input: RequestInfo | URL): input is string | URL {
  // Remix names an address; a request object could be sent only once.
  if (input instanceof Request) return false;
  const url = new URL(input, location.href);
  return url.origin === location.origin && url.pathname.endsWith(".data");
}

async function sendUntilAnswered(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  carryKey(init.body);
  const sent = withBuild(init);
  for (;;) {
    const answer = await answerOf(send, input, sent);
    if (answer instanceof Response) {
      recover();
      return answer;
    }
    // A refusal stands until the person sends something else, or the same again.
    if (answer) become(answer);
    else if (connection !== "lost") lose();
    await untilSentAgain(init.signal);
  }
}

/** The console's whole answer, or how a proxy rejected the request; undefined when not all of it came. */
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
    return new Response(bodyless.has(response.status) ? null : body, response);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return undefined;
  }
}

/** Remix marks its answers to scripts. Of others, a gateway's error and a page (of a portal, say) are nobody's answer. */
function isFromConsole({ headers, status }: Response): boolean {
  if (headers.has("X-Remix-Response")) return true;
  return !gatewayStatuses.has(status) && !/^text\/html/i.test(headers.get("content-type") ?? "");
}

function refusalOf(status: number): "refused" | "tooLarge" | undefined {
  if (status === 413) return "tooLarge";
  return status >= 400 && status < 500 && !passingStatuses.has(status) ? "refused" : undefined;
}

/** A post that may be sent twice has a one-time key, so that it is done once (GEN-22). */
function carryKey(body: RequestInit["body"]): void {
  if (!(body instanceof URLSearchParams || body instanceof FormData) || body.has("idempotencyKey")) return;
  const parts = crypto.getRandomValues(new Uint32Array(4));
  body.set("idempotencyKey", [...parts].map((part) => part.toString(36).padStart(7, "0")).join(""));
}

/** A post says which build its page is of: a console of another one then has the next page opened whole. */
function withBuild(init: RequestInit): RequestInit {
  if (!init.body) return init;
  const headers = new Headers(init.headers);
  headers.set("X-Page-Build", routeManifest().version);
  return { ...init, headers };
}

/** Settles when the request may be sent again; rejects when the router has given it up. */
function untilSentAgain(signal?: AbortSignal | null): Promise<void> {
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

function lose(): void {
  become("lost");
  tryLater();
}

function tryLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void retryNow(), pauses[Math.min(attempts, pauses.length - 1)]);
  attempts += 1;
}

function recover(): void {
  const wasLost = connection === "lost" || connection === "trying";
  // A rejected request waits for the person, whatever else is answered meanwhile.
  if (!isHolding(connection) || (!wasLost && waiting.size > 0)) return;
  attempts = 0;
  become(wasLost ? "back" : "fine");
  timer = setTimeout(() => become("fine"), backFor);
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
