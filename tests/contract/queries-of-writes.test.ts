import { rmSync } from "node:fs";
import { afterAll, beforeAll, test } from "vitest";
import { createApp } from "../../regional-api/app";
import { readConfig } from "../../regional-api/config";
import { type Databases, openDatabases } from "../../regional-api/store/database";
import type { Reading, Writer } from "../../regional-api/store/engine";
import { largeCalls } from "../support/large-calls";
import { largeWorldOnDisk } from "../support/large-world";
import { type Client, signedIn } from "./fixtures/client";
import { withVersion } from "./fixtures/edits";

const rows = 200;
let dataDir: string;
let databases: Databases;
let app: Awaited<ReturnType<typeof createApp>>;
let caller: Client;
let asked = 0;
const texts = new Map<string, number>();
const note = (q: { compile(): { sql: string } }) => {
  asked += 1;
  const t = q.compile().sql.slice(0, 130);
  texts.set(t, (texts.get(t) ?? 0) + 1);
};
function counted<T extends Reading | Writer>(reading: T): T {
  const { all, get } = reading;
  reading.all = ((query: never) => (note(query), all.call(reading, query))) as never;
  reading.get = ((query: never) => (note(query), get.call(reading, query))) as never;
  if ("run" in reading) {
    const { run } = reading;
    reading.run = (query) => (note(query as never), run.call(reading, query));
  }
  return reading;
}
beforeAll(async () => {
  dataDir = await largeWorldOnDisk({
    ...{ departments: rows, users: rows, groups: rows, vacancies: rows, applications: rows },
    ...{ workflows: rows, events: rows, atsRequests: rows },
  });
  databases = openDatabases(dataDir);
  const region = databases.region("ap-southeast-2");
  const reading = region.reading.bind(region);
  const write = region.write.bind(region);
  region.reading = () => counted(reading());
  region.write = (work) => write((writer) => work(counted(writer)));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", APP_ENV: "local" });
  app = await createApp({ config, databases });
  caller = await signedIn(app, "staff");
}, 60000);
afterAll(async () => {
  await app.close();
  databases.close();
  rmSync(dataDir, { recursive: true });
});
const cut = (value: unknown, most: number): unknown =>
  Array.isArray(value) ? value.slice(0, most).map((v) => cut(v, most)) : typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, cut(v, most)])) : value;
test("census", async () => {
  const lines: string[] = [];
  for (const { operation, what, document, variables } of largeCalls()) {
    if (!/^\s*mutation/.test(document) || !/×/.test(what)) continue;
    if (process.env.ONLY && !new RegExp(process.env.ONLY).test(operation)) continue;
    asked = 0; texts.clear();
    const v = withVersion(databases, operation, cut(variables(7), 150) as never);
    let a = await caller.clone().call(document, v);
    if (a.error === "UNAUTHENTICATED") { caller = await signedIn(app, "staff"); asked = 0; texts.clear(); a = await caller.clone().call(document, v); }
    lines.push(`${String(asked).padStart(6)} ${operation}: ${what} ${a.error ?? "done"} ${a.message} ${JSON.stringify(a.data).length}`);
    if (process.env.ONLY) lines.push([...texts].sort((x, y) => y[1] - x[1]).slice(0, 25).map(([t, n]) => `        ${n} ${t}`).join("\n"));
  }
  if (!process.env.ONLY) lines.sort().reverse();
  console.info(lines.join("\n"));
}, 300000);
