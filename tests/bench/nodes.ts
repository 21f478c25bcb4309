/**
 * The console under several versions of Node, in turns: processor time of three pages and peak memory. The API runs
 * under the Node that runs this. `npm run bench -- nodes "/opt/node22/bin/node" "/opt/node24/bin/node --flag" …`; flags
 * come after the console's own.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say } from "../../scripts/lib/setup.mjs";
import { type RunningServer, startApi, startConsole } from "../support/servers";
import { compare, loadTable, type Target } from "./load";
import { targetsOf } from "./pages";

const runtimes = [process.execPath, ...process.argv.slice(2)].map((text) => {
  const [node = "", ...flags] = text.split(" ");
  return { node, flags };
});

const dataDir = mkdtempSync(join(tmpdir(), "edge-console-nodes-"));
const servers: RunningServer[] = [];
try {
  const api = await startApi(dataDir);
  servers.push(api);
  const targets: Target[] = [];
  for (const runtime of runtimes) {
    const { node, flags } = runtime;
    const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
    const web = await startConsole(dataDir, { REGIONAL_API_URL: api.origin }, runtime);
    servers.push(web);
    const named = (name: string) => [version, ...flags, name].join(" ");
    targets.push(...(await targetsOf(web, named, { "accept-encoding": "gzip, br" })));
  }
  const loads = await compare(targets);
  const first = loads.slice(0, loads.length / runtimes.length);
  const against = ({ cpuMs }: { cpuMs: number }, index: number) =>
    (cpuMs / (first[index % first.length]?.cpuMs ?? Number.NaN)).toFixed(2);
  say(loadTable(loads));
  say("\nProcessor time : that of the first");
  loads.forEach((one, index) => say(`  ${against(one, index)}   ${one.name}`));
} finally {
  for (const server of servers.reverse()) await server.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}
