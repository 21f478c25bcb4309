/**
 * Another build of the product beside this one, in turns: processor time of three pages and the console's peak memory.
 * Each has its own API, since the two speak one contract. `npm run bench -- builds FOLDER`, the folder of a checkout with
 * its build.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { root, say } from "../../scripts/lib/setup.mjs";
import { type RunningServer, startApi, startConsole } from "../support/servers";
import { compare, loadTable, type Target } from "./load";
import { targetsOf } from "./pages";

const folders = [resolve(process.argv[2] ?? ""), root];
const dataDir = mkdtempSync(join(tmpdir(), "edge-console-builds-"));
const servers: RunningServer[] = [];
try {
  const targets: Target[] = [];
  for (const [index, folder] of folders.entries()) {
    const data = join(dataDir, String(index));
    const api = await startApi(data, {}, { folder });
    servers.push(api);
    const web = await startConsole(data, { REGIONAL_API_URL: api.origin }, { folder });
    servers.push(web);
    targets.push(
      ...(await targetsOf(web, (name) => `${name}, ${folder === root ? "this build" : "the other"}`)),
    );
  }
  // Many short turns: a machine is as slow in one as in the next.
  const loads = await compare(targets, { rounds: 16, seconds: 1 });
  say(loadTable(loads));
  say(
    "\nProcessor time of this build : the other's, in the middle of 16 turns and in the middle half of them",
  );
  const others = loads.slice(0, loads.length / 2);
  loads.slice(others.length).forEach(({ name, cpuOfTurns }, index) => {
    const ratios = cpuOfTurns.map((cpu, turn) => cpu / (others[index]?.cpuOfTurns[turn] ?? Number.NaN));
    ratios.sort((a, b) => a - b);
    const [low, middle, high] = [0.25, 0.5, 0.75].map((part) =>
      ratios[Math.floor(ratios.length * part)]?.toFixed(2),
    );
    say(`  ${middle} (${low} to ${high})   ${name}`);
  });
} finally {
  for (const server of servers.reverse()) await server.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}
