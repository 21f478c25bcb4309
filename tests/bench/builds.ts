/**
 * Compares another build of the product with this one, in alternating turns: CPU time of three pages and the console's
 * peak memory. Each build has its own API, since console and API share one contract version. `npm run bench -- builds
 * FOLDER [NODE]`: the folder of a built checkout and the Node to run it under (default: this one).
 */
import autocannon from "autocannon";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { root, say } from "../../scripts/lib/setup.mjs";
import { ConsoleClient } from "../support/console-client";
import { type RunningServer, startApi, startConsole } from "../support/servers";
import { peakMb } from "./load";
import { fillList, pagesOf, staff } from "./pages";
import { inFolder } from "./product";
import { table } from "./report";

const connections = 5;
const turns = 40;
/** Pages per turn and for warm-up: code that ran only a few hundred times is not compiled yet. */
const pages = { turn: 40, warmUp: 800 };

/** CPU time of all threads of a process, in ms with nanosecond resolution because turns are short. */
function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ns = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]);
  return ns.reduce((sum, one) => sum + Number(one), 0) / 1e6;
}

const at = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

type Target = { url: string; headers: Record<string, string>; pid: number };

async function fire({ url, headers }: Target, amount: number): Promise<void> {
  const { non2xx, errors } = await autocannon({ url, headers, connections, amount });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers other than 2xx, ${errors} errors`);
}

async function targetsOf({ origin, pid }: RunningServer): Promise<Record<string, Target>> {
  const client = new ConsoleClient(origin);
  const base = await client.signIn(staff);
  await fillList(client, base);
  const headers = { cookie: client.cookieHeader, "accept-language": "en-GB" };
  const found = await pagesOf(client, base);
  return Object.fromEntries(found.map(({ name, path }) => [name, { url: origin + path, headers, pid }]));
}

const [, , other = "", node] = process.argv;
const builds = [{ folder: resolve(other), ...(node && { node }) }, { folder: root }];
const servers: RunningServer[] = [];
await inFolder(undefined, async (dataDir) => {
  try {
    const targets: Record<string, Target>[] = [];
    for (const [index, build] of builds.entries()) {
      const data = `${dataDir}/${index}`;
      const api = await startApi(data, {}, { folder: build.folder });
      servers.push(api);
      const web = await startConsole(data, { REGIONAL_API_URL: api.origin }, build);
      servers.push(web);
      targets.push(await targetsOf(web));
    }
    const [there = {}, here = {}] = targets;
    const rows: string[][] = [];
    for (const [name, mine] of Object.entries(here)) {
      const theirs = there[name];
      if (!theirs) throw new Error(`The other build has no ${name}`);
      for (const target of [theirs, mine]) await fire(target, pages.warmUp);
      const [before, since]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < turns; turn += 1) {
        const both = [
          { target: theirs, costs: before },
          { target: mine, costs: since },
        ];
        // Alternates the order, since the second one finds a machine warmed by the first.
        for (const { target, costs } of turn % 2 === 0 ? both : both.reverse()) {
          const from = cpuMs(target.pid);
          await fire(target, pages.turn);
          costs.push((cpuMs(target.pid) - from) / pages.turn);
        }
      }
      const ratios = since.map((cost, turn) => cost / (before[turn] ?? Number.NaN));
      rows.push([
        name,
        at(before, 0.5).toFixed(2),
        at(since, 0.5).toFixed(2),
        at(ratios, 0.5).toFixed(2),
        `${at(ratios, 0.25).toFixed(2)} to ${at(ratios, 0.75).toFixed(2)}`,
      ]);
    }
    say(table([["", "CPU ms there", "here", "ratio", "middle half of the turns"], ...rows]));
    const [theirs = Number.NaN, mine = Number.NaN] = [servers[1], servers[3]].map((web) =>
      peakMb(web?.pid ?? 0),
    );
    say(`\nPeak of the console's memory: ${theirs.toFixed(0)} MB there, ${mine.toFixed(0)} MB here`);
  } finally {
    for (const server of servers.reverse()) await server.end("SIGTERM");
  }
});
