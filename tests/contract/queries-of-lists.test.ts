import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../regional-api/app";
import { readConfig } from "../../regional-api/config";
import { type Databases, openDatabases } from "../../regional-api/store/database";
import { countQueries } from "../support/counted-queries";
import { largeCalls } from "../support/large-calls";
import { largeWorldOnDisk } from "../support/large-world";
import { type Client, signedIn } from "./fixtures/client";

const rows = 60;
/** A page of sixty rows asks no more than this beyond a page of one: the levels of a tree, what the first row has not. */
const fewMore = 6;

let dataDir: string;
let databases: Databases;
let app: Awaited<ReturnType<typeof createApp>>;
let caller: Client;
let count: { asked: number };
beforeAll(async () => {
  dataDir = await largeWorldOnDisk({
    ...{ departments: rows, users: rows, groups: rows, vacancies: rows, applications: rows },
    ...{ workflows: rows, events: rows, atsRequests: rows },
  });
  databases = openDatabases(dataDir);
  count = countQueries(databases.region("ap-southeast-2"));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", APP_ENV: "local" });
  app = await createApp({ config, databases });
  caller = await signedIn(app, "staff");
});
afterAll(async () => {
  await app.close();
  databases.close();
  rmSync(dataDir, { recursive: true });
});

/** The same call with another number of rows a page. */
const withRows = (value: unknown, limit: number): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, /^limit/.test(key) ? limit : withRows(one, limit)]),
      )
    : value;

/** With the most rows that a page may have. */
const lists = largeCalls().flatMap(({ operation, what, ...call }) => {
  const most = /\.limit(?:Eq)? (\d+)$/.exec(what)?.[1];
  return most && !operation.startsWith("Bulk") ? [{ ...call, operation, most: Number(most) }] : [];
});

test.each(lists)(
  "$operation asks no more for many rows than for one",
  async ({ document, variables, most }) => {
    const queriesOf = async (limit: number): Promise<number> => {
      count.asked = 0;
      const answer = await caller.call(document, withRows(variables(1), limit) as Record<string, unknown>);
      expect(answer.message).toBe("");
      return count.asked;
    };
    expect(await queriesOf(Math.min(rows, most))).toBeLessThanOrEqual((await queriesOf(1)) + fewMore);
  },
);

test("the lists of areas are among them", () => {
  expect(lists.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(["ORGGetUsers", "ORGGetGroups", "CommonGetPolicies", "AppsGetWorkflowSetList"]),
  );
});
