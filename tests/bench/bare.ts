/** What the console is held against: a page of React alone, and Remix routes without anything of the console. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bin, root, run } from "../../scripts/lib/setup.mjs";
import { ConsoleClient } from "../support/console-client";
import type { FaultProxy } from "../support/fault-proxy";
import { freePort } from "../support/free-port";
import { callsOfPage } from "../support/round-trips";
import { rowsOnPage, staff } from "./pages";

// Inside the project, where its imports are found.
const remixBuild = join(root, "build/bare-remix");

/** Builds the bare Remix routes. */
export function buildBareRemix(): void {
  run(bin("remix"), ["vite:build", "tests/bench/bare-remix", "--logLevel", "error"], {
    env: { ...process.env, NODE_ENV: "production", BARE_REMIX_BUILD: remixBuild },
  });
}

/** What the console sends for its customers list, for the floor to send as well. */
export async function callsOfList(origin: string, api: string, proxy: FaultProxy) {
  const client = new ConsoleClient(origin);
  const base = await client.signIn(staff);
  const steps = await callsOfPage(client, `${base}/customers`, proxy);
  const ofConnection = new Set(["host", "connection", "content-length"]);
  return steps.map((step) =>
    step.map(({ path, headers, query, variables }) => ({
      url: api + path,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name))),
      query,
      variables,
    })),
  );
}

/** A page that leaves its data out costs less than one that a browser can go on with. */
export async function expectHydrating(url: string): Promise<void> {
  const html = await (await fetch(url)).text();
  const rows = html.match(/name="ids"/g)?.length ?? 0;
  if (rows !== rowsOnPage || !html.includes("streamController.enqueue") || !html.includes("nonce="))
    throw new Error(`The floor is no page that hydrates, or has ${rows} rows`);
  for (const [, href = ""] of html.matchAll(/rel="modulepreload" href="([^"]+)"/g))
    if (!(await fetch(new URL(href, url))).ok) throw new Error(`The floor's ${href} is not served`);
}

/** A server without anything of the console. */
type Bare = { url: string; pid: number; end: () => unknown };

const bare = (child: ChildProcess, port: number): Bare => ({
  url: `http://127.0.0.1:${port}/`,
  pid: child.pid ?? 0,
  end: () => child.kill("SIGKILL"),
});

const production: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production" };

/** One render a request. */
export async function startBareReact(): Promise<Bare> {
  const child = spawn(process.execPath, ["tests/bench/bare-react.mjs"], {
    cwd: root,
    env: production,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [message] = (await once(child, "message")) as [{ listening: number }];
  child.disconnect();
  return bare(child, message.listening);
}

/** A plain table at `/`, and at `/calls` one of what the calls in the file `calls` answer. */
export async function startBareRemix(calls: string): Promise<Bare> {
  const port = await freePort();
  // From the routes' own folder the server finds the files of the browser.
  const cwd = join(root, "tests/bench/bare-remix");
  const serve = join(root, "node_modules/@remix-run/serve/dist/cli.js");
  const child = spawn(process.execPath, [serve, join(remixBuild, "server/index.js")], {
    cwd,
    env: { ...production, HOST: "127.0.0.1", PORT: String(port), BARE_REMIX_CALLS: calls },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Its first line says that it listens; what follows is one line a request.
  const ended = once(child, "exit").then(() => Promise.reject(new Error("The bare Remix server ended")));
  await Promise.race([once(child.stdout, "data"), ended]);
  child.stdout.resume();
  return bare(child, port);
}
