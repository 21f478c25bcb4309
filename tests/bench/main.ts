import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, root, run, say } from "../../scripts/lib/setup.mjs";
import { ConsoleClient, hiddenValue } from "../support/console-client";
import { FaultProxy } from "../support/fault-proxy";
import { stepsAllowed, stepsNoted } from "../support/round-trip-limits";
import { roundTripsOfAllRoutes } from "../support/round-trips";
import { startApi, startConsole } from "../support/servers";
import { measureGroups } from "./groups";
import { compare, type Load } from "./load";
import { measurePeople } from "./people";
import { budgeted, type Line, lines, table } from "./report";
import { sizeOfPage } from "./sizes";

const rowsOnPage = 30;
const staff = "admin@acme.example";

/** Ends the servers, last made first. */
const undo: (() => unknown)[] = [];

/** Measures every budget of the console in one run and prints them. Misses do not fail it. */
export async function bench(): Promise<void> {
  const from = performance.now();
  try {
    say(await measureAll());
    say(
      `\nMeasured in ${((performance.now() - from) / 1000).toFixed(0)} s; use the ratios, the figures are this machine's.`,
    );
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function measureAll(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "edge-console-bench-"));
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  say("Building the bare Remix route and starting the servers …");
  // Inside the project, where its imports are found.
  const remixBuild = join(root, "build/bare-remix");
  run(bin("remix"), ["vite:build", "tests/bench/bare-remix", "--logLevel", "error"], {
    ...process.env,
    NODE_ENV: "production",
    BARE_REMIX_BUILD: remixBuild,
  });
  const api = await startApi(dataDir);
  undo.push(() => api.end("SIGTERM"));
  const web = await startConsole(dataDir, { REGIONAL_API_URL: api.origin });
  undo.push(() => web.end("SIGTERM"));

  const client = new ConsoleClient(web.origin);
  const base = await client.signIn(staff);
  await fillList(client, base);

  const react = await startBareReact();
  const remix = await startBareRemix(remixBuild);
  const page = { url: `${web.origin}${base}/customers`, pid: web.pid };
  const headers = { cookie: client.cookieHeader, "accept-language": "en-GB" };
  const compressed = { "accept-encoding": "gzip, deflate, br" };
  say("Measuring …");
  const loads = await compare([
    { name: "customers list, whole console", ...page, headers },
    { name: "bare React, the same table", ...react },
    { name: "bare Remix route, the same table", ...remix },
    { name: "customers list, compressed", ...page, headers: { ...headers, ...compressed } },
    { name: "bare Remix route, compressed", ...remix, headers: compressed },
  ]);

  return [
    "\nLoad: 20 connections, 10 s each after warming up, each alone",
    loadTable(loads),
    "\nRatios",
    lines(ratios(loads)),
    "\nBytes of the first load, brotli",
    lines(await sizes(client, base)),
    "\nCalls of the regional API that wait for one another, every route",
    lines(await upstream(dataDir, api.origin)),
    "\n50,000 users and 2,000 departments, p95",
    lines(await measurePeople()),
    "\nGroups of a customer of 50,000 people",
    lines(await measureGroups()),
  ].join("\n");
}

/** Creates customers until the first page of the list is full. */
async function fillList(client: ConsoleClient, base: string): Promise<void> {
  const { html } = await client.get(`${base}/customers/create`);
  const organizationId = /<option value="([0-9a-f]{24})">Acme Group</.exec(html)?.[1] ?? "";
  const rows = async () => (await client.get(`${base}/customers`)).html.match(/name="ids"/g)?.length ?? 0;
  for (let n = await rows(); n < rowsOnPage; n += 1) {
    const name = `bench-customer-${n}`;
    const answer = await client.post(
      `${base}/customers/create`,
      Object.entries({
        csrf: hiddenValue({ html }, "csrf"),
        organizationId,
        displayName: `Bench customer ${n}`,
        uniqueName: name,
        awsRegion: "ap-southeast-2",
        idempotencyKey: randomUUID(),
        intent: "save:confirm",
      }),
    );
    if (answer.status !== 303) throw new Error(`Creating ${name} answered ${answer.status}`);
  }
  const count = await rows();
  if (count !== rowsOnPage) throw new Error(`The list has ${count} rows`);
}

type Bare = { url: string; pid: number };

/** Ends the process with the bench; answers what is needed to measure it. */
function bare(child: ChildProcess, port: number): Bare {
  undo.push(() => child.kill("SIGKILL"));
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0 };
}

const production: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production" };

async function startBareReact(): Promise<Bare> {
  const child = spawn(process.execPath, ["tests/bench/bare-react.mjs"], {
    cwd: root,
    env: production,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [message] = (await once(child, "message")) as [{ listening: number }];
  child.disconnect();
  return bare(child, message.listening);
}

async function startBareRemix(build: string): Promise<Bare> {
  const port = await freePort();
  const serve = join(root, "node_modules/@remix-run/serve/dist/cli.js");
  const child = spawn(process.execPath, [serve, join(build, "server/index.js")], {
    cwd: root,
    env: { ...production, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Its first line says that it listens; what follows is one line a request.
  const ended = once(child, "exit").then(() => Promise.reject(new Error("The bare Remix server ended")));
  await Promise.race([once(child.stdout, "data"), ended]);
  child.stdout.resume();
  return bare(child, port);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function loadTable(all: readonly Load[]): string {
  const head = ["", "req/s", "p50 ms", "p99 ms", "CPU ms/req", "peak MB"];
  const body = all.map(({ name, requestsPerSecond, p50, p99, cpuMs, peakMb }) => [
    name,
    requestsPerSecond.toFixed(0),
    p50.toFixed(0),
    p99.toFixed(0),
    cpuMs.toFixed(2),
    peakMb.toFixed(0),
  ]);
  return table([head, ...body]);
}

function ratios([customers, react, remix, customersBr, remixBr]: readonly Load[]): Line[] {
  if (!customers || !react || !remix || !customersBr || !remixBr)
    throw new Error("Not everything was measured");
  const speed = (a: Load, b: Load) => (a.requestsPerSecond / b.requestsPerSecond).toFixed(2);
  return [
    { what: "console : bare React, req/s", value: speed(customers, react) },
    budgeted("console : bare React, CPU of the process alone", react.cpuMs / customers.cpuMs, {
      atLeast: 0.25,
    }),
    { what: "console : bare Remix, req/s", value: speed(customers, remix) },
    budgeted("console : bare Remix, CPU of the process alone", remix.cpuMs / customers.cpuMs, {
      atLeast: 0.8,
    }),
    { what: "the same compressed, req/s", value: speed(customersBr, remixBr) },
    budgeted("the same compressed, CPU of the process alone", remixBr.cpuMs / customersBr.cpuMs, {
      atLeast: 0.8,
    }),
    budgeted("console p99 : p50", customers.p99 / customers.p50, { atMost: 3 }),
    budgeted("console peak memory", customersBr.peakMb, { atMost: 250 }, " MB", 0),
  ];
}

async function sizes(client: ConsoleClient, base: string): Promise<Line[]> {
  const signedOut = new ConsoleClient(client.origin);
  const pages = [
    { name: "sign-in", routeId: "routes/auth/login", from: signedOut, path: "/login", js: 100 },
    {
      name: "customers list",
      routeId: "routes/customers/list",
      from: client,
      path: `${base}/customers`,
      js: 115,
    },
    {
      name: "archive",
      routeId: "routes/customers/archive",
      from: client,
      path: `${base}/customers/archive`,
      js: 115,
    },
    {
      name: "create",
      routeId: "routes/customers/create",
      from: client,
      path: `${base}/customers/create`,
      js: 115,
    },
  ];
  const all: Line[] = [];
  for (const { name, routeId, from, path, js } of pages) {
    const size = sizeOfPage(routeId, (await from.get(path)).html);
    all.push(budgeted(`${name}: JS, ${size.files} files`, size.js / 1024, { atMost: js }, " KB", 1));
    all.push(budgeted(`${name}: CSS`, size.css / 1024, { atMost: 16 }, " KB", 1));
  }
  return all;
}

async function upstream(dataDir: string, api: string): Promise<Line[]> {
  const proxy = await FaultProxy.start(api);
  undo.push(() => proxy.stop());
  const web = await startConsole(dataDir, { ...process.env, REGIONAL_API_URL: proxy.origin });
  undo.push(() => web.end("SIGTERM"));
  const all = await roundTripsOfAllRoutes(web.origin, proxy);
  const routes = all.map(({ name, steps, calls }): Line => {
    const limit = stepsAllowed(name);
    const line = budgeted(`${name}: ${calls} calls`, steps, { atMost: limit.steps }, " steps", 0);
    const noted = stepsNoted(name);
    const fewer = steps < noted ? ` (${noted} are written down)` : "";
    return {
      ...line,
      value: `${line.value}${fewer}`,
      budget: `${line.budget}${limit.why ? `: ${limit.why}` : ""}`,
    };
  });
  const within = routes.filter(({ ok }) => ok).length;
  const sum = { what: `routes within their limit, of ${routes.length}`, value: String(within) };
  return [{ ...sum, budget: `= ${routes.length}`, ok: within === routes.length }, ...routes];
}
