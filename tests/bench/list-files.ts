/**
 * How long large lists take as files, and how much memory the console needs meanwhile (GEN-28: 100,000 rows in 30 s, the
 * first bytes within 1 s). `node --import tsx tests/bench/list-files.ts [folder of the large data]`; without a folder the
 * large data is made first, which takes some minutes. Build console and API before.
 */
import { readFileSync } from "node:fs";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { say } from "../../scripts/lib/setup.mjs";
import { ConsoleClient } from "../support/console-client";
import { inFolder, withProduct } from "./product";

const busiest = demoVacancyId("acmeRetail", 0);
const lists = {
  "text messages of 90 days": `notifications?tab=sms&search=1&until=${new Date().toISOString()}`,
  "applications at a stage": `vacancies/${busiest}`,
  users: "users",
  vacancies: "vacancies",
};

/** In MB, as the system counts it. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Reads a file as it comes and keeps nothing of it. */
async function measure(client: ConsoleClient, address: string, pid: number): Promise<string> {
  const before = memoryOf(pid);
  const from = performance.now();
  const answer = await fetch(address, { headers: { cookie: client.cookieHeader } });
  if (!answer.body || !answer.headers.get("content-type")?.startsWith("text/csv"))
    throw new Error(`${address} answered ${answer.status}`);
  let [first, rows, most] = [0, -1, before];
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    first ||= performance.now() - from;
    for (const byte of chunk) if (byte === 10) rows += 1;
    most = Math.max(most, memoryOf(pid));
  }
  const seconds = (performance.now() - from) / 1000;
  const part = [
    `${rows.toLocaleString("en")} lines in ${seconds.toFixed(1)} s`,
    `${((seconds / rows) * 100_000).toFixed(1)} s for 100,000`,
    `first bytes after ${first.toFixed(0)} ms`,
    `console ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`,
  ];
  return part.join(", ");
}

await inFolder(process.argv[2], (dataDir) =>
  withProduct(
    dataDir,
    async ({ web }) => {
      const client = new ConsoleClient(web.origin);
      const base = await client.signIn("admin@acme.example");
      for (const [name, path] of Object.entries(lists)) {
        const address = `${web.origin}${base}/${path}${path.includes("?") ? "&" : "?"}export=csv`;
        say(`${name}: ${await measure(client, address, web.pid)}`);
      }
    },
    { SEED: "large" },
  ),
);
