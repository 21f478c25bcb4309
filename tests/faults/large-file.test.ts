import { parse } from "csv-parse/sync";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf } from "../support/console-client";
import { addApplications } from "../support/many-applications";
import { type Person, signIn, type Stand, startStand } from "./support/stand";

const added = 65_000;

let stand: Stand;
let person: Person;
let vacancy: string;
beforeAll(async () => {
  stand = await startStand();
  person = await signIn(stand);
  const customerId = person.base.split("/").at(-1) ?? "";
  vacancy = `${person.base}/vacancies/${await addApplications({ dataDir: stand.dataDir }, customerId, added)}`;
}, 120_000);
afterAll(() => stand.stop());

test("GEN-26 GEN-28 65,000 candidates are exported once each, and pages stay responsive", async () => {
  const file = person.client.get(`${vacancy}?export=csv&q=many.example`);
  let isOver = false;
  void file.then(() => (isOver = true));
  const answered: number[] = [];
  while (!isOver) {
    const page = await person.client.get(`${person.base}/vacancies`);
    expect(page.status).toBe(200);
    answered.push(page.ms);
  }
  const { html, headers, status } = await file;
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="applications-/);
  const rows = parse<Record<string, string>>(html, { bom: true, columns: true });
  expect(rows).toHaveLength(added);
  expect(new Set(rows.map((row) => row["Email"])).size).toBe(added);
  // Other requests do not wait for it.
  expect(answered.length).toBeGreaterThan(5);
  expect(answered.sort((a, b) => a - b)[Math.floor(answered.length / 2)]).toBeLessThan(1_000);
}, 120_000);

test("GEN-109 a person gets two exports at once, further ones are refused with a message, and others do not wait", async () => {
  const agent = new Agent();
  /** Requests the file without reading the response yet. */
  const begin = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { cookie: person.client.cookieHeader };
      const url = new URL(`${vacancy}?export=csv&q=many.example`, stand.web.origin);
      request(url, { agent, headers }, resolve).on("error", reject).end();
    });
  const other = await signIn(stand, "recruiter@acme.example");
  // Slows the file down, so that it outlasts the requests below.
  stand.sydney.fail({ kind: "hold", until: () => pause(200) }, { operation: "AppsGetApplicationList" });
  const downloads = Array.from({ length: 6 }, begin);
  const first = await Promise.race(downloads);
  expect(first.statusCode).toBe(200);
  for (let i = 0; i < 10; i += 1) {
    const page = await other.client.get(`${other.base}/vacancies`);
    expect([page.status, page.ms < 1_000]).toEqual([200, true]);
  }
  const answers = await Promise.all(downloads);
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused).toHaveLength(4);
  for (const answer of refused) {
    expect(answer.headers["retry-after"]).toBe("5");
    expect(textOf({ html: await text(answer) })).toContain("You can download two files at a time.");
  }
  const sent = answers.filter(({ statusCode }) => statusCode === 200);
  // Aborting one makes room, and the other arrives complete.
  sent.find((answer) => answer !== first)?.destroy();
  const next = await begin();
  expect(next.statusCode).toBe(200);
  next.destroy();
  await stand.heal();
  expect(parse(await text(first), { bom: true, columns: true })).toHaveLength(added);
  agent.destroy();
}, 60_000);
