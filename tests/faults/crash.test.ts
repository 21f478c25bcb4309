import BetterSqlite3 from "better-sqlite3";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Fields, hiddenValue } from "../support/console-client";
import { startApi } from "../support/servers";
import { accountNames, newCustomer, unusedName } from "./support/stand";
import { useOwnStand } from "./support/use-stand";

const kills = 5;
const writers = 4;
const createsBeforeKill = 6;

const { stand, person } = useOwnStand();
let form: Record<string, string>;
beforeAll(async () => {
  const page = await person.client.get(`${person.base}/customers/create`);
  form = { ...(await newCustomer(person, "")), csrf: hiddenValue(page, "csrf"), intent: "save:confirm" };
});

const formFor = (name: string): Fields =>
  Object.entries({ ...form, displayName: name, uniqueName: name, idempotencyKey: randomUUID() });
const send = async (fields: Fields) =>
  (await person.client.copy().post(`${person.base}/customers/create`, fields)).status;

/** Restarts the API on its port; returns the time until it is healthy, in ms. */
async function restart(port: string): Promise<number> {
  const from = performance.now();
  stand.api = await startApi(stand.dataDir, { API_PORT: port });
  expect((await fetch(`${stand.api.origin}/health`)).status).toBe(200);
  return performance.now() - from;
}

test(`quality 10: kill -9 of the API during writes, ${kills} times: acknowledged writes are stored exactly once, and it is back within 2 s`, async () => {
  const acknowledged: string[] = [];
  const unconfirmed: Fields[] = [];
  const upAgain: number[] = [];
  const port = new URL(stand.api.origin).port;
  await stand.api.end("SIGTERM");
  const usual = await restart(port);

  for (let kill = 0; kill < kills; kill += 1) {
    let isKilled = false;
    let done = 0;
    const write = async () => {
      while (!isKilled) {
        const name = unusedName("crash");
        const fields = formFor(name);
        if ((await send(fields)) === 303) acknowledged.push(name);
        else unconfirmed.push(fields);
        done += 1;
        if (done >= createsBeforeKill && !isKilled) {
          isKilled = true;
          void stand.api.end("SIGKILL");
        }
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
    upAgain.push(await restart(port));
  }

  expect(acknowledged.length).toBeGreaterThanOrEqual(kills * 3);
  const before = await accountNames(person);
  expect(before).toEqual(expect.arrayContaining(acknowledged));

  // Writes in doubt can be resent from the same form and then exist exactly once.
  for (const fields of unconfirmed) expect(await send(fields)).toBe(303);
  const after = await accountNames(person);
  const written = [
    ...acknowledged,
    ...unconfirmed.map((fields) => Object.fromEntries(fields)["uniqueName"] ?? ""),
  ];
  expect(after.filter((name) => name.startsWith("crash-")).sort()).toEqual([...written].sort());
  // On a busy machine even a start after a clean stop can take longer.
  const slowest = Math.max(...upAgain);
  expect(slowest, `up again after ${upAgain.map(Math.round).join(", ")} ms`).toBeLessThan(
    Math.max(2000, 2 * usual),
  );

  await stand.api.end("SIGTERM");
  const folder = join(stand.dataDir, "regional-api");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".sqlite"))) {
    const database = new BetterSqlite3(join(folder, file), { readonly: true });
    expect(database.pragma("integrity_check", { simple: true }), file).toBe("ok");
    database.close();
  }
});
