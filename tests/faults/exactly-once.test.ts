import Database from "better-sqlite3";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { say } from "../../scripts/lib/setup.mjs";
import { type Answer, type Fields, formWith, postForms } from "../support/console-client";
import { sampleAddresses } from "../support/route-samples";
import { pathOfRoute } from "../support/screens";
import { useStand } from "./support/use-stand";

// Resends posts whose response was lost after the region had processed them: each is processed once (GEN-22).

const { stand, person } = useStand();
beforeAll(openFiles);
afterAll(() => {
  for (const { data } of files) data.close();
});

/** The data files, open for reading during the tests. */
const files: {
  name: string;
  data: Database.Database;
  counts: { table: string; count: Database.Statement }[];
}[] = [];

function openFiles() {
  const folder = join(stand.dataDir, "regional-api");
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".sqlite"))) {
    const data = new Database(join(folder, name), { readonly: true });
    const counts = data
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
      )
      .all()
      // The daily retention run starts on a timer, some time after the start.
      .filter(({ name: table }) => table !== "retention_runs")
      .map(({ name: table, sql }) => {
        const changes = /\bversion\b/.test(sql) ? ", SUM(version)" : "";
        return { table, count: data.prepare(`SELECT COUNT(*)${changes} FROM "${table}"`).raw() };
      });
    files.push({ name, data, counts });
  }
}

/** Row count of each table, and the sum of versions for tables that have them. */
const counted = () =>
  files
    .flatMap(({ name, counts }) =>
      counts.map(({ table, count }) => `${name} ${table} ${JSON.stringify(count.all())}`),
    )
    .join("\n");

/** Changes whenever another process wrote to a file. */
const changes = () => files.map(({ data }) => data.pragma("data_version", { simple: true })).join();

let latest = { changes: "", counted: "" };

/** The counts once nothing changes any more; mails and jobs finish a moment later. */
async function settled(): Promise<string> {
  for (let before = changes(), tries = 0; tries < 40; tries += 1) {
    await sleep(150);
    const now = changes();
    if (now === before) {
      if (now !== latest.changes) latest = { changes: now, counted: counted() };
      return latest.counted;
    }
    before = now;
  }
  throw new Error("The data goes on changing");
}

const differences = (before: string, after: string) => {
  const known = new Set(before.split("\n"));
  return after.split("\n").filter((line) => !known.has(line));
};

let given = 0;
/** A valid value for a field of this name, different each time. */
function valueFor(name: string): string {
  given += 1;
  if (/email/i.test(name)) return `once-${given}@acme.example`;
  if (/uniqueName/.test(name)) return `once-${given}`;
  if (/url|logo|webhook/i.test(name)) return `https://once-${given}.example/`;
  if (/months|amount|credits|threshold/i.test(name)) return "7";
  return `Once ${given}`;
}

/** A page's forms as each of their buttons would post them, with the first rows of a list ticked. */
function postsOf(page: Answer, address: string): { to: string; fields: Fields; intent: string }[] {
  const ids = [...page.html.matchAll(/name="ids"[^>]*value="([^"]+)"/g)]
    .slice(-2)
    .map(([, id = ""]) => ["ids", id] as const);
  return postForms(page, valueFor).flatMap(({ action, fields, intents }) =>
    intents.map((intent) => ({
      to: action || address,
      intent,
      fields: [
        ...fields,
        ...(fields.some(([name]) => name === "list") ? ids : []),
        ["intent", intent],
      ] as Fields,
    })),
  );
}

/** Confirms the questions before a save. */
async function pressed(
  to: string,
  fields: Fields,
  intent: string,
): Promise<{ answer: Answer; last: Fields }> {
  const answer = await person.client.post(to, fields);
  const confirm = `${intent}:confirm`;
  if (!answer.html.includes(`value="${confirm}"`)) return { answer, last: fields };
  const last = formWith(answer, confirm);
  return { answer: await person.client.post(to, last), last };
}

/** Routes that would break the tested screens, or that change no data of the customer. */
const leftOut = /account|logout|preferences|switch|session|customers\/archive|:jobId/;

test("GEN-22 SHELL-54 resending each form of the console after its response was lost processes it once @all", async () => {
  const wrong: string[] = [];
  const done: string[] = [];
  const seen = new Set<string>();
  let before = await settled();
  for (const { name, address, isPublic } of await sampleAddresses(person, pathOfRoute)) {
    if (isPublic || leftOut.test(name) || leftOut.test(address)) continue;
    for (const { to, fields, intent } of postsOf(await person.client.get(address), address)) {
      const what = `${name} ${intent.replace(/:.*/, "")}`;
      if (!to.startsWith(`${person.base}/`) || seen.has(what)) continue;
      const path = `${to.replace(/\?.*|:\w+$/g, "").replace(/[0-9a-f-]{24,36}/g, ":id")} ${intent.replace(/:.*/, "")}`;
      if (seen.has(path)) continue;
      seen.add(path).add(what);
      for (const proxy of [stand.sydney, stand.ireland, stand.virginia])
        // The console retries a change once (SESS-61).
        proxy.fail({ kind: "swallow" }, { isChange: true, times: 2 });
      const { answer, last } = await pressed(to, fields, intent);
      const first = await settled();
      await stand.heal();
      const isDone = answer.status >= 500 && first !== before;
      before = first;
      if (!isDone) continue;
      const again = await person.client.post(to, last);
      before = await settled();
      const more = differences(first, before);
      if (again.status >= 400) wrong.push(`${what}: ${again.status} when it was pressed again`);
      if (more.length > 0) wrong.push(`${what}: ${more.join(", ")}`);
      done.push(what);
    }
  }
  say(`${done.length} forms of ${seen.size} lost their answer after they were done: ${done.join(", ")}`);
  expect(wrong).toEqual([]);
  expect(done.length).toBeGreaterThan(40);
}, 600_000);
