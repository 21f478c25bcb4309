import { afterAll, beforeAll, expect, test } from "vitest";
import { customerQueries } from "../../regional-api/store/customers";
import { hierarchyQueries } from "../../regional-api/store/hierarchies";
import { outboxQueries } from "../../regional-api/store/outbox";
import { startWorld, type World } from "./fixtures/world";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const lists = { ...customerQueries, ...hierarchyQueries, ...outboxQueries };

test.each(Object.entries(lists))("%s walks an index: no scan of a table, no sorting", (_name, query) => {
  const db = world.databases.region("ap-southeast-2");
  const parameters = (query.text.match(/\?/g) ?? []).map(() => "x");
  const plan = db.sqlite
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${query.text}`)
    .all(...parameters);
  const details = plan.map(({ detail }) => detail).join("\n");
  expect(details).not.toMatch(/SCAN \w+$/m);
  expect(details).not.toContain("TEMP B-TREE");
});
