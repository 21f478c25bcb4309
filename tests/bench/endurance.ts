/**
 * Ten people who work with console and API for ten minutes: pages of every area, posts, searches, files, sign-ins. Memory,
 * open files, data and times by minute (budget: the console's peak at most 320 MB, and no growth over the second half
 * beyond its noise). `npm run bench -- endurance [minutes] [folder of data]`; without a folder the demo data is used. The
 * folder is written to.
 */
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { root, say } from "../../scripts/lib/setup.mjs";
import { type RunningServer, startApi, startConsole } from "../support/servers";
import { cpuMs } from "./load";
import { type Done, Person } from "./mixed-work";
import { inFolder } from "./product";
import { budgeted, type Line, lines, table } from "./report";
import { staff } from "./pages";

const [, , minutesGiven = "10", given] = process.argv;
const minutes = Number(minutesGiven);
const people = 10;
const sampleMs = 2_000;
const budgetMb = 320;
const mb = 1024 * 1024;

type Memory = { rss: number; heap: number; outside: number };
type Sample = { at: number; console: Memory; api: Memory };

function memoryOf({ pid }: RunningServer, file: string): Memory {
  const rss = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  try {
    const { heapUsed, external } = JSON.parse(readFileSync(file, "utf8")) as NodeJS.MemoryUsage;
    return { rss, heap: heapUsed / mb, outside: external / mb };
  } catch {
    // It is being written just now.
    return { rss, heap: Number.NaN, outside: Number.NaN };
  }
}

/** Open files of a process, and those of them that are sockets. */
function openFiles({ pid }: RunningServer): { files: number; sockets: number } {
  const names = readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      return [];
    }
  });
  return { files: names.length, sockets: names.filter((name) => name.startsWith("socket:")).length };
}

/** MB of the data files, and of their write-ahead logs. */
function dataSize(dataDir: string): { data: number; log: number } {
  const folder = join(dataDir, "regional-api");
  const sum = (end: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(end))
      .reduce((all, name) => all + statSync(join(folder, name)).size, 0) / mb;
  return { data: sum(".sqlite"), log: sum(".sqlite-wal") };
}

const percentile = (all: readonly number[], share: number) =>
  [...all].sort((a, b) => a - b)[Math.ceil(all.length * share) - 1] ?? Number.NaN;
const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;

/** The straight line through samples: its slope a minute, that slope's standard error, and the samples' spread around it. */
function trend(samples: readonly (readonly [minute: number, value: number])[]) {
  const [x, y] = [mean(samples.map(([at]) => at)), mean(samples.map(([, value]) => value))];
  const spread = samples.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const slope = samples.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
  const rest = samples.reduce((sum, [at, value]) => sum + (value - y - slope * (at - x)) ** 2, 0);
  const noise = Math.sqrt(rest / Math.max(1, samples.length - 2));
  return { slope, error: noise / Math.sqrt(spread), noise };
}

async function measure(dataDir: string): Promise<void> {
  const report = (name: string) => join(dataDir, `${name}-memory.json`);
  const runtime = { flags: ["--import", pathToFileURL(join(root, "tests/bench/memory-report.mjs")).href] };
  const api = await startApi(dataDir, { MEMORY_REPORT: report("api") }, runtime);
  const web = await startConsole(
    dataDir,
    { REGIONAL_API_URL: api.origin, MEMORY_REPORT: report("console") },
    runtime,
  );
  try {
    const done: (Done & { at: number })[] = [];
    const from = performance.now();
    const minute = () => (performance.now() - from) / 60_000;
    const everybody = Array.from(
      { length: people },
      (_, index) =>
        new Person(web.origin, staff, `p${index}.${Date.now().toString(36)}`, (one) =>
          done.push({ ...one, at: minute() }),
        ),
    );
    for (const person of everybody) await person.begin();
    const isOver = () => minute() >= minutes;
    const working = Promise.all(everybody.map((person) => person.work(isOver)));
    const samples: Sample[] = [];
    const rows: string[][] = [];
    let before = { console: cpuMs(web.pid), api: cpuMs(api.pid), at: performance.now() };
    while (!isOver()) {
      await pause(sampleMs);
      samples.push({
        at: minute(),
        console: memoryOf(web, report("console")),
        api: memoryOf(api, report("api")),
      });
      if (minute() < rows.length + 1 && !isOver()) continue;
      const these = samples.filter(({ at }) => at >= rows.length);
      const deeds = done.filter(({ at }) => Math.floor(at) === rows.length);
      const now = { console: cpuMs(web.pid), api: cpuMs(api.pid), at: performance.now() };
      const share = (name: "console" | "api") =>
        `${(((now[name] - before[name]) / (now.at - before.at)) * 100).toFixed(0)} %`;
      const [files, apiFiles, size] = [openFiles(web), openFiles(api), dataSize(dataDir)];
      const most = (name: "console" | "api") => Math.max(...these.map((one) => one[name].rss)).toFixed(0);
      const heap = (name: "console" | "api") =>
        percentile(
          these.map((one) => one[name].heap).filter((one) => !Number.isNaN(one)),
          0.05,
        ).toFixed(0);
      rows.push([
        String(rows.length + 1),
        String(deeds.length),
        String(deeds.filter(({ error }) => error !== undefined).length),
        ...[most("console"), heap("console"), share("console")],
        ...[most("api"), heap("api"), share("api")],
        `${files.files} / ${files.sockets}`,
        `${apiFiles.files} / ${apiFiles.sockets}`,
        size.data.toFixed(0),
        size.log.toFixed(0),
      ]);
      before = now;
    }
    await working;
    say(
      table([
        [
          "minute",
          "requests",
          "errors",
          "console RSS",
          "heap",
          "CPU",
          "API RSS",
          "heap",
          "CPU",
          "console files / sockets",
          "API",
          "data MB",
          "WAL MB",
        ],
        ...rows,
      ]),
    );
    say(`\n${kinds(done)}\n`);
    say(lines(verdicts(samples, web)));
    const wrong = new Map<string, number>();
    for (const { kind, error } of done)
      if (error !== undefined) wrong.set(`${kind}: ${error}`, (wrong.get(`${kind}: ${error}`) ?? 0) + 1);
    for (const [what, count] of wrong) say(`  ${count} × ${what}`);
    const reported = web.errors().trim() + api.errors().trim();
    if (reported !== "") say(`\nThe servers reported:\n${reported.slice(0, 2_000)}`);
  } finally {
    await web.end("SIGTERM");
    await api.end("SIGTERM");
  }
}

function kinds(done: readonly Done[]): string {
  const names = [...new Set(done.map(({ kind }) => kind))].sort();
  const rows = names.map((name) => {
    const these = done.filter(({ kind }) => kind === name);
    const times = these.map(({ ms }) => ms);
    return [
      name,
      String(these.length),
      String(these.filter(({ error }) => error !== undefined).length),
      ...[0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(0)),
    ];
  });
  return table([["", "requests", "errors", "p50 ms", "p95 ms", "p99 ms"], ...rows]);
}

function verdicts(samples: readonly Sample[], web: RunningServer): Line[] {
  const second = samples.filter(({ at }) => at >= minutes / 2);
  const growth = (what: string, of: (sample: Sample) => number): Line => {
    const points = second
      .map((sample) => [sample.at, of(sample)] as const)
      .filter(([, value]) => !Number.isNaN(value));
    const { slope, error, noise } = trend(points);
    const grown = (slope * minutes) / 2;
    return {
      what: `${what}: growth over the second half`,
      value: `${grown.toFixed(1)} MB (${slope.toFixed(2)} ± ${(2 * error).toFixed(2)} MB a minute)`,
      budget: `≤ ${noise.toFixed(1)} MB, its noise`,
      ok: grown <= noise,
    };
  };
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${web.pid}/status`, "utf8"))?.[1]) / 1024;
  return [
    budgeted("console's peak memory", peak, { atMost: budgetMb }, " MB", 0),
    growth("console's memory", (sample) => sample.console.rss),
    growth("console's heap", (sample) => sample.console.heap),
    growth("API's memory", (sample) => sample.api.rss),
    growth("API's heap", (sample) => sample.api.heap),
  ];
}

await inFolder(given, measure);
