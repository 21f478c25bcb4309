import { expect, test, vi } from "vitest";
import { type Gate, screenGates } from "~/services/gates";
import { anonymousSession, csrfToken, sealSession } from "~/sessions.server";
import routes from "~/routes";
import { checkedCodes } from "~/services/rights";
import { permissionCodes } from "../../../regional-api/core/permissions";

// Checks every screen against the table of gates, which menu, links and buttons already use.

// No region exists, and none is awaited.
vi.hoisted(() => vi.stubEnv("REGIONAL_API_PATIENCE", "0"));
const mocked = vi.hoisted(() => ({ flags: new Set<string>(), rights: new Set<string>() }));
vi.mock("~/services/flags.server", () => ({
  flagsFor: () => Promise.resolve(Object.fromEntries([...mocked.flags].map((flag) => [flag, true]))),
}));
vi.mock("~/services/session-user.server", () => ({
  sessionUserOf: () =>
    Promise.resolve({
      user: { _id: "u1", groupIds: [], customers: [{ customerId: "c1", awsRegion: "eu-west-1" }] },
    }),
}));
vi.mock("~/services/identity.server", async (original) => ({
  ...(await original<object>()),
  rightsOn: () => Promise.resolve(mocked.rights),
}));

// An unreachable region is logged for every page.
vi.mock("~/services/log.server", async (original) => ({
  ...(await original<object>()),
  logger: { info: () => {}, warn: () => {}, error: () => {} },
}));

interface Screen {
  readonly path: string;
  readonly file: string;
}
type Routes = Awaited<typeof routes>;

function screensOf(found: Routes, above = ""): Screen[] {
  return found.flatMap(({ path, file, children }) => {
    const here = path === undefined ? above : `${above}/${path}`;
    return [{ path: here, file }, ...screensOf((children ?? []) as Routes, here)];
  });
}
const below = "/region/:awsRegion/customers/:customerId/";
const files = new Map(
  screensOf(await routes).flatMap(({ path, file }): [string, string][] =>
    path.startsWith(below) ? [[path.slice(below.length), file]] : [],
  ),
);

const session = { ...anonymousSession("eu-west-1"), userId: "u1", apiCookies: { "access-token": "a" } };
const cookie = (await sealSession(session)).split(";")[0] ?? "";
const id = "0a0000000000000000000001";
// A file with several routes distinguishes them by address.
const addressOf = (path: string) =>
  `http://console.example/region/eu-west-1/customers/c1/${path.replaceAll(/:\w+/g, id)}`;
const paramsOf = (path: string) => ({
  ...{ awsRegion: "eu-west-1", customerId: "c1" },
  ...Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, id])),
});

type Handler = (args: object) => Promise<unknown>;
/** A screen's answer: "not found", "denied", or something else if it is open. */
async function answerOf(handler: Handler, request: Request, path: string): Promise<string> {
  try {
    await handler({ request, params: paramsOf(path), context: {} });
    return "open";
  } catch (error) {
    const { data } = error as { data?: { screen?: string } };
    const screen = data?.screen;
    return screen === "denied" || screen === "not-found" ? screen : "open";
  }
}

const listOf = <T>(some: T | readonly T[] | null | undefined): readonly T[] =>
  some == null ? [] : Array.isArray(some) ? (some as readonly T[]) : [some as T];

test("SHELL-13 SHELL-37 SHELL-39 SHELL-56 each screen opens, and accepts a post, with the flags and rights of its links", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no API")));
  const [disagreeing, withoutScreen]: [string[], string[]] = [[], []];
  let looked = 0;
  for (const [path, gate] of Object.entries(screenGates) as [string, Gate][]) {
    const file = files.get(path);
    if (!file) {
      withoutScreen.push(path);
      continue;
    }
    const screen = (await import(/* @vite-ignore */ `../../../app/${file}`)) as {
      loader: Handler;
      action?: Handler;
    };
    const [flags, rights] = [listOf(gate.flag), listOf(gate.right)];
    const check = async (expected: string, open: { flags: readonly string[]; rights: readonly string[] }) => {
      mocked.flags = new Set(open.flags);
      mocked.rights = new Set(open.rights);
      const opened = new Request(addressOf(path), { headers: { cookie } });
      const body = new URLSearchParams({ csrf: csrfToken(session), intent: "of no button" });
      const posted = new Request(addressOf(path), { method: "POST", headers: { cookie }, body });
      const what = `${path} with ${[...open.flags, ...open.rights].join(", ")}`;
      const answer = await answerOf(screen.loader, opened, path);
      if (answer !== expected) disagreeing.push(`${what}: ${answer}, not ${expected}`);
      // Posting may need more rights than reading.
      if (screen.action && expected !== "open" && (await answerOf(screen.action, posted, path)) === "open")
        disagreeing.push(`${what}: takes a post`);
      looked += screen.action && expected !== "open" ? 2 : 1;
    };
    await check("open", { flags, rights });
    for (const flag of flags)
      await check("not-found", { flags: flags.filter((one) => one !== flag), rights });
    for (const right of rights)
      await check("denied", { flags, rights: rights.filter((one) => one !== right) });
  }
  expect(disagreeing).toEqual([]);
  expect(withoutScreen).toEqual([]);
  expect(looked).toBeGreaterThan(200);
}, 120_000);

// A code unknown to the API is granted to no one, so its screen would be closed to everyone.
test("the API knows every permission a screen checks", () => {
  const known = new Set<string>(permissionCodes);
  expect(checkedCodes.filter((code) => !known.has(code))).toEqual([]);
});
