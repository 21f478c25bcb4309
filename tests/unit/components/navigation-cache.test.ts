import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  cachedFetch,
  prefetchOnPress,
  clearNavigationCache,
  cachedList,
} from "~/components/context/navigation-cache";

const origin = "https://console.example";
const base = "/region/eu-west-1/customers/7";
const data = (path: string) => `${origin}${base}${path.replace(/(?=\?|$)/, ".data")}`;

let answers = 0;
const send = vi.fn<typeof fetch>(async () => new Response(`answer ${(answers += 1)}`));
const router = { routes: [] as object[], state: { navigation: {} as { location?: { key: string } } } };

/** The router's data for a navigation that ends at this history entry. */
async function moved(
  path: string,
  { isBack = false, signal }: { isBack?: boolean; signal?: AbortSignal } = {},
) {
  router.state.navigation.location = { key: isBack ? "here" : "new" };
  return (await fetchData(data(path), { signal })).text();
}
let fetchData: typeof fetch;

beforeEach(() => {
  vi.useFakeTimers();
  answers = 0;
  send.mockClear();
  const page = { href: `${origin}${base}/open`, origin, pathname: `${base}/open` };
  router.routes = [
    "users",
    "groups",
    "users/:userId/edit",
    ...Array.from({ length: 12 }, (_, n) => `list${n}`),
  ].map((path) => ({ id: path, path: `${base}/${path}` }));
  const modules = Object.fromEntries(
    router.routes.map((route) => {
      const { id } = route as { id: string };
      return [id, { handle: { title: () => "", ...(!id.includes("edit") && { isCachedForBack: true }) } }];
    }),
  );
  vi.stubGlobal("location", page);
  vi.stubGlobal("history", { state: { key: "here" } });
  vi.stubGlobal("window", { __remixRouter: router, __remixRouteModules: modules });
  const ahead = cachedFetch(send);
  fetchData = async (input, init) => cachedList(input, init) ?? ahead(input, init);
});

afterEach(() => {
  clearNavigationCache();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("quality: going back to a list uses the cache, any other navigation requests it", async () => {
  expect(await moved("/users?q=a")).toBe("answer 1");
  expect(await moved("/users?q=a", { isBack: true })).toBe("answer 1");
  expect(await moved("/users?q=a", { isBack: true })).toBe("answer 1");
  expect(await moved("/users?q=b", { isBack: true })).toBe("answer 2");
  expect(await moved("/users?q=a")).toBe("answer 3");
  expect(send).toHaveBeenCalledTimes(3);
});

test("quality: the cache holds eight lists for three minutes, and no page with an edit form", async () => {
  await moved("/users");
  vi.advanceTimersByTime(179_000);
  expect(await moved("/users", { isBack: true })).toBe("answer 1");
  vi.advanceTimersByTime(2_000);
  expect(await moved("/users", { isBack: true })).toBe("answer 2");

  await moved("/users/7/edit");
  expect(await moved("/users/7/edit", { isBack: true })).toBe("answer 4");

  clearNavigationCache();
  for (let n = 0; n < 9; n += 1) await moved(`/list${n}`);
  send.mockClear();
  for (let n = 1; n < 9; n += 1) await moved(`/list${n}`, { isBack: true });
  expect(send).not.toHaveBeenCalled();
  await moved("/list0", { isBack: true });
  expect(send).toHaveBeenCalledOnce();
});

test("BULK-04 a poll outside a navigation, with only the path, gets an answer", async () => {
  router.state.navigation = {};
  expect(await (await fetchData(`${base}/users.data?q=a`)).text()).toBe("answer 1");
});

test("quality: a press prefetches only screens of the same customer", () => {
  prefetchOnPress("/region/eu-west-1/customers/8/users");
  prefetchOnPress("/");
  expect(send).not.toHaveBeenCalled();
  prefetchOnPress(`${base}/groups/`);
  expect(send.mock.lastCall?.[0]).toBe(data("/groups"));
});

test("SESS-19 a refused list clears the cache of all lists", async () => {
  await moved("/users");
  await moved("/groups");
  send.mockImplementationOnce(async () => new Response("ended", { status: 401 }));
  await moved("/groups");
  expect(await moved("/users", { isBack: true })).toBe("answer 3");
});

test("quality: only complete answers are cached: no refusal, no part of a page", async () => {
  send.mockImplementationOnce(async () => new Response("no", { status: 403 }));
  expect(await moved("/users")).toBe("no");
  expect(await moved("/users", { isBack: true })).toBe("answer 1");
  send.mockImplementationOnce(async () => new Response("no", { status: 503 }));
  expect(await moved("/users")).toBe("no");
  expect(await moved("/users", { isBack: true })).toBe("answer 2");
  await moved("/groups?_routes=groups");
  expect(await moved("/groups?_routes=groups", { isBack: true })).toBe("answer 4");
});

test("SESS-06 a post clears the cache and pending prefetches", async () => {
  await moved("/users");
  prefetchOnPress(`${base}/groups`);
  await fetchData(data("/users"), { method: "POST", body: new URLSearchParams() });
  expect(await moved("/users", { isBack: true })).toBe("answer 4");
  expect(await moved("/groups")).toBe("answer 5");

  const post = fetchData(data("/users"), { method: "POST", body: new URLSearchParams() });
  prefetchOnPress(`${base}/groups`);
  await post;
  expect(await moved("/groups")).toBe("answer 8");
});

test("quality: a prefetch is used once, within two seconds, for its address", async () => {
  prefetchOnPress(`${base}/groups?view=default`);
  expect(send).toHaveBeenCalledOnce();
  expect(await moved("/groups?view=default")).toBe("answer 1");
  expect(await moved("/groups?view=default")).toBe("answer 2");

  prefetchOnPress(`${base}/groups`);
  expect(await moved("/users")).toBe("answer 4");
  expect(await moved("/groups")).toBe("answer 3");

  prefetchOnPress(`${base}/groups`);
  vi.advanceTimersByTime(2_100);
  expect(await moved("/groups")).toBe("answer 6");

  expect(send).toHaveBeenCalledTimes(6);
});

test("quality: a newer press aborts the previous prefetch, and so does an aborted navigation", async () => {
  const signals: AbortSignal[] = [];
  send.mockImplementation(async (_, init) => {
    if (init?.signal) signals.push(init.signal);
    return new Response("");
  });
  prefetchOnPress(`${base}/groups`);
  prefetchOnPress(`${base}/users`);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  const way = new AbortController();
  await moved("/users", { signal: way.signal });
  way.abort();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
