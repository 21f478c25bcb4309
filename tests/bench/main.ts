import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say } from "../../scripts/lib/setup.mjs";
import { ConsoleClient } from "../support/console-client";
import { FaultProxy } from "../support/fault-proxy";
import { stepsAllowed } from "../support/round-trip-limits";
import { roundTripsOfAllRoutes } from "../support/round-trips";
import { startApi, startConsole } from "../support/servers";
import { compare, loadTable } from "./load";
import { fillList, pagesOf, staff } from "./pages";
import { budgeted, type Line, lines } from "./report";
import { sizeOfPage } from "./sizes";

/** Stops the servers, newest first. */
const undo: (() => unknown)[] = [];

/** Measures all budgets of the console, or one part of them, and prints them. Missed budgets do not fail the run. */
export async function bench(only?: string): Promise<void> {
  const from = performance.now();
  try {
    say(await measured(only));
    say(
      `\nMeasured in ${((performance.now() - from) / 1000).toFixed(0)} s; use the ratios, the figures are this machine's.`,
    );
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** The product on the bench's own data, and a second console with a proxy in front of the API. */
async function startAll() {
  const dataDir = mkdtempSync(join(tmpdir(), "edge-console-bench-"));
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const api = await startApi(dataDir);
  undo.push(() => api.end("SIGTERM"));
  const web = await startConsole(dataDir, { REGIONAL_API_URL: api.origin });
  undo.push(() => web.end("SIGTERM"));
  const proxy = await FaultProxy.start(api.origin);
  undo.push(() => proxy.stop());
  const slow = await startConsole(dataDir, { REGIONAL_API_URL: proxy.origin });
  undo.push(() => slow.end("SIGTERM"));
  const client = new ConsoleClient(web.origin);
  const base = await client.signIn(staff);
  await fillList(client, base);
  return { web, proxy, slow, client, base };
}

type All = Awaited<ReturnType<typeof startAll>>;

const parts: Readonly<Record<string, { title: string; measure: (all: All) => Promise<string> }>> = {
  load: { title: "Load: 20 connections, 10 s each after warming up, in turns", measure: load },
  sizes: {
    title: "Bytes of the first load, brotli",
    measure: async ({ client, base }) => lines(await sizes(client, base)),
  },
  calls: {
    title: "Calls of the regional API that wait for one another, every route",
    measure: async ({ slow, proxy }) => lines(await upstream(slow.origin, proxy)),
  },
};

async function measured(only: string | undefined): Promise<string> {
  say("Starting the servers …");
  const all = await startAll();
  const texts: string[] = [];
  for (const [name, { title, measure }] of Object.entries(parts))
    if (only === undefined || only === name) texts.push(`\n${title}`, await measure(all));
  return texts.join("\n");
}

async function load({ web, client, base }: All): Promise<string> {
  const pages = await pagesOf(client, base);
  const headers = { cookie: client.cookieHeader, "accept-language": "en-GB" };
  const targets = pages.map(({ name, path }) => ({ name, url: web.origin + path, pid: web.pid, headers }));
  say("Measuring …");
  const loads = await compare([
    ...targets,
    ...targets.slice(0, 1).map((target) => ({
      ...target,
      name: `${target.name}, compressed`,
      headers: { ...headers, "accept-encoding": "gzip, deflate, br" },
    })),
  ]);
  const budgets = [
    ...loads.map(({ name, p50, p99 }) => budgeted(`${name}: p99 : p50`, p99 / p50, { atMost: 3 })),
    budgeted(
      "console's peak memory",
      Math.max(...loads.map(({ peakMb }) => peakMb)),
      { atMost: 320 },
      " MB",
      0,
    ),
  ];
  return [loadTable(loads), "", lines(budgets)].join("\n");
}

async function sizes(client: ConsoleClient, base: string): Promise<Line[]> {
  const signedOut = new ConsoleClient(client.origin);
  const pages = [
    { name: "sign-in", routeId: "routes/auth/login", from: signedOut, path: "/login", js: 102 },
    {
      name: "customers list",
      routeId: "routes/customers/list",
      from: client,
      path: `${base}/customers`,
      js: 120,
    },
    {
      name: "archive",
      routeId: "customers-archive",
      from: client,
      path: `${base}/customers/archive`,
      js: 120,
    },
    {
      name: "create",
      routeId: "customers-create",
      from: client,
      path: `${base}/customers/create`,
      js: 120,
    },
  ];
  const all: Line[] = [];
  for (const { name, routeId, from, path, js } of pages) {
    const size = sizeOfPage(routeId, (await from.get(path)).html);
    all.push(budgeted(`${name}: JS, ${size.files} files`, size.js / 1024, { atMost: js }, " KB", 1));
    all.push(budgeted(`${name}: CSS`, size.css / 1024, { atMost: 20 }, " KB", 1));
  }
  for (const { name, path } of (await pagesOf(client, base)).filter(({ name }) =>
    name.startsWith("vacancy"),
  )) {
    const { bytes } = await client.get(path);
    all.push(budgeted(`${name}: HTML, not compressed`, bytes / 1024, { atMost: 110 }, " KB", 1));
  }
  return all;
}

async function upstream(origin: string, proxy: FaultProxy): Promise<Line[]> {
  const all = await roundTripsOfAllRoutes(origin, proxy);
  const routes = all.map(({ name, steps, calls }): Line => {
    const { steps: most, why } = stepsAllowed(name);
    const line = budgeted(name, steps, { atMost: most }, steps === 1 ? " step" : " steps", 0);
    const value = `${line.value}, ${calls} ${calls === 1 ? "call" : "calls"}`;
    return { ...line, value, budget: why === undefined ? `≤ ${most}` : `≤ ${most}: ${why}` };
  });
  const within = routes.filter(({ ok }) => ok).length;
  const sum = { what: `routes within their limit, of ${routes.length}`, value: String(within) };
  return [{ ...sum, budget: `= ${routes.length}`, ok: within === routes.length }, ...routes];
}
