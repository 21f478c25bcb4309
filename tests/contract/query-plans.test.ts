import { expect, test } from "vitest";
import { customerQueries } from "../../regional-api/areas/customers/customers.store";
import { summaryQueries } from "../../regional-api/core/customers.store";
import { hierarchyQueries } from "../../regional-api/core/departments.store";
import { departmentQueries } from "../../regional-api/areas/departments/departments.store";
import { outboxQueries } from "../../regional-api/core/outbox.store";
import { policyQueries } from "../../regional-api/areas/policies/policies.store";
import { savedViewQueries } from "../../regional-api/areas/saved-views/saved-views.store";
import { workflowSetQueries } from "../../regional-api/areas/workflow-sets/workflow-sets.store";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("all tests");

const lists = {
  ...customerQueries,
  ...summaryQueries,
  ...hierarchyQueries,
  ...departmentQueries,
  ...outboxQueries,
  ...policyQueries,
  ...savedViewQueries,
  ...workflowSetQueries,
};

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
