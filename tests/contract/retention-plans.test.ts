import { expect, test } from "vitest";
import { retentionChangeQueries } from "../../regional-api/areas/compliance/retention-changes.store";
import { holdQueries } from "../../regional-api/areas/holds/holds.store";
import { packQueries } from "../../regional-api/areas/retention/packs.store";
import { dueQueries, runQueries } from "../../regional-api/areas/retention/retention.store";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("all tests");

const planOf = (text: string, parameters: object) =>
  world.databases
    .region("ap-southeast-2")
    .sqlite.prepare<[unknown], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
    .all(parameters)
    .map(({ detail }) => detail)
    .join("\n");

const queries = { ...retentionChangeQueries, ...holdQueries, ...packQueries, ...runQueries };

test.each(Object.entries(queries))("RET-11 %s walks an index: no scan, no sorting", (_name, query) => {
  const plan = planOf(
    query.text,
    (query.text.match(/\?/g) ?? []).map(() => "x"),
  );
  expect(plan).not.toMatch(/SCAN \w+$/m);
  expect(plan).not.toContain("TEMP B-TREE");
});

test.each(Object.entries(dueQueries))(
  "RET-05 what is due (%s) is read in its order from an index, and holds by theirs",
  (_kind, { text }) => {
    const plan = planOf(
      text,
      (text.match(/\?/g) ?? []).map(() => 1),
    );
    expect(plan).toMatch(
      /USING (COVERING )?INDEX (candidates_activity|assessments_report) \(customerId=\? AND/,
    );
    expect(plan).not.toMatch(/SCAN \w+$/m);
    expect(plan).not.toContain("TEMP B-TREE");
    for (const index of ["retention_holds_candidate", "retention_holds_vacancy", "retention_holds_active"])
      expect(plan).toContain(index);
  },
);
