import BetterSqlite3 from "better-sqlite3";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { formWith, textOf } from "../support/console-client";
import { addApplications } from "../support/many-applications";
import { startApi, startConsole } from "../support/servers";
import { withoutFlags } from "./support/stand";
import { useOwnStand } from "./support/use-stand";

const added = 3_000;

const { stand, person } = useOwnStand();
/** The path of a vacancy with 3,000 candidates at its first stage. */
let vacancy: string;
let vacancyId: string;
beforeAll(async () => {
  const customerId = person.base.split("/").at(-1) ?? "";
  vacancyId = await addApplications({ dataDir: stand.dataDir }, customerId, added);
  vacancy = `${person.base}/vacancies/${vacancyId}`;
});

const sydney = () => join(stand.dataDir, "regional-api", "ap-southeast-2.sqlite");

function inData<Result>(work: (database: BetterSqlite3.Database) => Result): Result {
  const database = new BetterSqlite3(sydney());
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Number of changes of the vacancy's applications to a status, and of applications affected. */
const changes = (status: string) =>
  inData((database) =>
    database
      .prepare<[string, string], { all: number; applications: number }>(
        `SELECT count(*) AS "all", count(DISTINCT applicationId) AS applications FROM application_changes
         WHERE after = ? AND applicationId IN (SELECT id FROM applications WHERE vacancyId = ?)`,
      )
      .get(status, vacancyId),
  );

/** Waits until `count` changes to this status were made. */
async function changed(status: string, count: number) {
  while ((changes(status)?.all ?? 0) < count) await pause(5);
}

/** Selects all matches and requests a status; returns the plan's path and the number of rows it will change. */
async function planned(status: string) {
  const list = `${vacancy}?select=all`;
  const page = await person.client.get(list);
  const { location } = await person.client.post(list, formWith(page, "status", { newStatus: status }));
  expect(location).toMatch(/\/bulk-jobs\/[0-9a-f]{32}$/);
  const path = location ?? "";
  return { path, count: rowsToChange(await pollText(path, (text) => rowsToChange(text) > 0)) };
}

const press = async (path: string, intent: string) =>
  person.client.post(path, formWith(await person.client.get(path), intent));

/** Polls a page every few milliseconds and returns its text once `isThere` holds. */
async function pollText(
  path: string,
  isThere: (text: string) => boolean,
  everyMs = 20,
  who = person,
): Promise<string> {
  let text = "";
  for (const from = performance.now(); performance.now() - from < 60_000; await pause(everyMs)) {
    text = textOf(await who.client.get(path));
    if (isThere(text)) return text;
  }
  throw new Error(`The page never said so, but ${text.slice(0, 1_000)}`);
}
const rowsDone = (text: string) =>
  Number(/([\d,]+) of [\d,]+ rows are done/.exec(text)?.[1]?.replace(",", "") ?? 0);
const rowsToChange = (text: string) =>
  Number(/([\d,]+) of ([\d,]+) will be changed/.exec(text)?.[1]?.replace(",", "") ?? 0);
const isOver = (text: string) => /\d+ changed/.test(text) && text.includes("Download report");

test("BULK-10 BULK-11 a job over 3,000 rows resumes after kill -9 of the API, twice, and changes each row once @all", async () => {
  const { path, count } = await planned("APPS_APPLICATION_LONGLISTED");
  expect(count).toBeGreaterThanOrEqual(added);
  const port = new URL(stand.api.origin).port;
  await press(path, "start");
  for (const part of [0.25, 0.5]) {
    await changed("APPS_APPLICATION_LONGLISTED", part * count);
    await stand.api.end("SIGKILL");
    expect(changes("APPS_APPLICATION_LONGLISTED")?.all).toBeLessThan(count);
    stand.api = await startApi(stand.dataDir, { API_PORT: port });
  }
  const text = await pollText(path, isOver);
  expect(text).toContain(`${count.toLocaleString("en")} changed`);
  expect(changes("APPS_APPLICATION_LONGLISTED")).toEqual({ all: count, applications: count });
}, 120_000);

test("BULK-08 BULK-09 BULK-10 kill -9 of the console, then of both, mid-job: a new console shows the progress and can stop it @all", async () => {
  const { path, count } = await planned("APPS_APPLICATION_SHORTLISTED");
  await press(path, "start");
  await pollText(path, (text) => rowsDone(text) > 0, 1);
  const startWeb = () =>
    startConsole(stand.dataDir, {
      REGIONAL_API_URL: stand.api.origin,
      PORT: new URL(stand.web.origin).port,
    });
  await stand.web.end("SIGKILL");
  const before = changes("APPS_APPLICATION_SHORTLISTED")?.all ?? 0;
  expect(before).toBeLessThan(count);
  // The job goes on while no page is open.
  await changed("APPS_APPLICATION_SHORTLISTED", before + 1);
  await stand.api.end("SIGKILL");
  stand.web = await startWeb();
  stand.api = await startApi(stand.dataDir, { API_PORT: new URL(stand.api.origin).port });
  const page = await person.client.get(path);
  expect(rowsDone(textOf(page))).toBeLessThan(count);
  await person.client.post(path, formWith(page, "stop"));
  await pollText(path, (text) => text.includes("Stopped"));
  const done = changes("APPS_APPLICATION_SHORTLISTED")?.all;
  expect(done).toBeGreaterThan(before);
  expect(done).toBeLessThan(count);
  await pause(100);
  expect(changes("APPS_APPLICATION_SHORTLISTED")?.all).toBe(done);
  await press(path, "start");
  const text = await pollText(path, isOver);
  expect(text).toContain(`${count.toLocaleString("en")} changed`);
  expect(changes("APPS_APPLICATION_SHORTLISTED")).toEqual({ all: count, applications: count });
}, 120_000);

test("GEN-22 a repeated press creates the same plan and starts it once", async () => {
  const list = `${vacancy}?select=all`;
  const fields = formWith(await person.client.get(list), "status", { newStatus: "APPS_APPLICATION_HIRED" });
  const [one, other] = await Promise.all([
    person.client.post(list, fields),
    person.client.post(list, fields),
  ]);
  expect(one.location).toMatch(/\/bulk-jobs\//);
  expect(other.location).toBe(one.location);
});

test("with the flag off nothing links to selecting all matches, and the pages do not exist", async () => {
  const { path } = await planned("APPS_APPLICATION_OFFERED");
  expect((await person.client.get(vacancy)).html).toContain("that match");
  await withoutFlags(stand, ["edgeBulkJobsEnabled"], async ({ client, base }) => {
    for (const address of [path, `${base}/bulk-jobs`]) expect((await client.get(address)).status).toBe(404);
    const list = await client.get(`${vacancy}?select=all`);
    expect(list.status).toBe(200);
    expect(list.html).not.toContain("that match");
    const posted = await client.post(
      `${vacancy}?select=all`,
      formWith(list, "status", { newStatus: "APPS_APPLICATION_NEW" }),
    );
    expect(posted.status).toBe(404);
  });
});
