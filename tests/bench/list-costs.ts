/** Cost of every list's first page, other pages, sorts and filters, at the API and as pages. */
import { readFileSync } from "node:fs";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { demoCustomers } from "../../regional-api/seed/ids";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { Client, loginMutation } from "../contract/fixtures/client";
import { ConsoleClient } from "../support/console-client";
import { type Call, FaultProxy } from "../support/fault-proxy";
import { childrenOf } from "../support/postgres-server";
import { startApi, startConsole } from "../support/servers";
import { busiestPath, everyList, type List } from "./every-list";
import { cpuMs } from "./load";
import { staff } from "./pages";

const { acmeRetail, acmeLogistics } = demoCustomers;
const { awsRegion: region } = acmeRetail;
/** Linux counts CPU time in hundredths of a second, so fast calls are repeated for this long. */
const leastMs = 120;
const leastCalls = 10;

/** Milliseconds. */
export type Cost = { p95: number; cpu: number };
const kinds = ["first", "page", "sort", "filter"] as const;
type Kind = (typeof kinds)[number];
/**
 * Cost of one list address at the API, rows and totals separately; and at the console for the address of each kind that
 * costs the API most.
 */
export type Looked = { what: string; kind: Kind; path: string; api: Cost; page?: Cost };
export type ListCosts = {
  list: List;
  /** The total the API reports, where it reports one. */
  items: number | undefined;
  looked: Looked[];
};

/** Returns a function for the processes of a database on this machine. */
const processesOf = (url: string): Promise<() => number[]> =>
  withDatabase(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const [, parent] = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, "utf8")) ?? [];
    return () => childrenOf(Number(parent));
  });

/** Costs of `run`, with the CPU time of these processes. */
async function costOf(pids: () => readonly number[], run: () => Promise<unknown>): Promise<Cost> {
  const cpu = () => pids().reduce((sum, pid) => sum + cpuMs(pid), 0);
  for (let index = 0; index < 2; index += 1) await run();
  const times: number[] = [];
  const before = cpu();
  const from = performance.now();
  while (times.length < leastCalls || performance.now() - from < leastMs) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  return { p95, cpu: (cpu() - before) / times.length };
}

const totalIn = (data: unknown): number | undefined => {
  const found = /"totalItems":(\d+)/.exec(JSON.stringify(data) ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
};

/**
 * Measures the lists of a data folder, which must be filled, or of the database in `settings`; `wanted` selects lists.
 */
export async function costsOfLists(
  dataDir: string,
  settings: Record<string, string>,
  wanted: (list: List) => boolean,
  report: (costs: ListCosts) => void = () => undefined,
): Promise<{ costs: ListCosts[]; floor: Cost }> {
  const database = settings.DATABASE_URL;
  const ofDatabase = database === undefined ? () => [] : await processesOf(database);
  const api = await startApi(dataDir, settings);
  const proxy = await FaultProxy.start(api.origin);
  const web = await startConsole(dataDir, { REGIONAL_API_URL: api.origin });
  const watched = await startConsole(dataDir, { REGIONAL_API_URL: proxy.origin });
  try {
    const client = new Client(api.origin);
    await client.call(loginMutation, { email: staff, password: demoPassword }, { region });
    const [browser, watchedBrowser] = [new ConsoleClient(web.origin), new ConsoleClient(watched.origin)];
    const base = await browser.signIn(staff);
    await watchedBrowser.signIn(staff);
    const open = async (who: ConsoleClient, path: string, list?: List) => {
      const customer = list?.isOfLogistics ? base.replace(acmeRetail.id, acmeLogistics.id) : base;
      const { status, html } = await who.get(customer + path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      return html;
    };
    const send = async ({ query, variables }: Pick<Call, "query" | "variables">) => {
      const { data, error, message } = await client.call(query, variables, { region });
      if (error) throw new Error(message);
      return data;
    };
    const callOf = async (list: List, path: string): Promise<Call> => {
      await proxy.heal();
      await open(watchedBrowser, path, list);
      const call = proxy.callsOf(list.operation).at(-1);
      if (!call) throw new Error(`${path} does not ask for ${list.operation}`);
      return call;
    };
    const shown = (await open(browser, busiestPath)).matchAll(/\/applications\/([0-9a-f]{24})/g);
    const ids = [...new Set([...shown].map(([, id = ""]) => id))].slice(0, 5);
    const named = ({ path, ...list }: List): List => ({
      ...list,
      path: path.replace("{ids}", ids.join(".")).replace("{id}", ids[0] ?? ""),
    });
    // Baselines for comparison: a signed-in call and a page without a list.
    const account = await costOf(
      () => [web.pid],
      () => open(browser, "/account"),
    );
    const costs: ListCosts[] = [];
    for (const list of everyList.filter(wanted).map(named)) {
      const at = (query: string) => `${list.path}${list.path.includes("?") ? "&" : "?"}${query}`;
      const look = async (what: string, kind: Kind, path: string): Promise<Looked> => {
        const call = await callOf(list, path);
        return {
          what,
          kind,
          path,
          api: await costOf(
            () => [api.pid, ...ofDatabase()],
            () => send(call),
          ),
        };
      };
      const first = await callOf(list, list.path);
      const items = totalIn(await send(first));
      const lastPage = Math.max(1, Math.ceil((items ?? 0) / 30));
      const looked = [await look("first page", "first", list.path)];
      if (lastPage > 2) {
        looked.push(await look("page in the middle", "page", at(`page=${Math.ceil(lastPage / 2)}`)));
        looked.push(await look("last page", "page", at(`page=${lastPage}`)));
        looked.push(await look("100 rows a page", "page", at("size=100")));
      }
      for (const sort of list.sorts)
        for (const order of ["asc", "desc"]) {
          const sorted = `sort=${sort}&order=${order}`;
          looked.push(await look(`${sort} ${order}`, "sort", at(sorted)));
          if (lastPage > 2)
            looked.push(
              await look(`${sort} ${order}, middle`, "sort", at(`${sorted}&page=${Math.ceil(lastPage / 2)}`)),
            );
        }
      for (const filter of list.filters) looked.push(await look(filter, "filter", at(filter)));
      for (const kind of kinds) {
        const most = worst(looked, kind);
        if (most)
          most.page = await costOf(
            () => [web.pid],
            () => open(browser, most.path, list),
          );
      }
      const found = { list, items, looked };
      costs.push(found);
      report(found);
    }
    return { costs, floor: account };
  } finally {
    await watched.end("SIGTERM");
    await web.end("SIGTERM");
    await proxy.stop();
    await api.end("SIGTERM");
  }
}

/** The slowest address of a kind at the API. */
export function worst(looked: readonly Looked[], kind: Kind): Looked | undefined {
  return looked
    .filter((one) => one.kind === kind)
    .reduce<Looked | undefined>((most, one) => (most && most.api.p95 >= one.api.p95 ? most : one), undefined);
}
