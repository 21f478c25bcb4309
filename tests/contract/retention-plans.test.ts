import { expect, test } from "vitest";
import { countQueries, dueQueries } from "../../regional-api/areas/retention/retention.store";
import { planOf } from "./fixtures/plan";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("all tests");

test.each(Object.entries(dueQueries))(
  "RET-05 due rows (%s) are read from an index in order, and holds from their own",
  (_kind, { text }) => {
    const plan = planOf(world.databases.region("ap-southeast-2"), text);
    expect(plan).toMatch(
      /USING (COVERING )?INDEX (candidates_activity|assessments_report) \(customerId=\? AND/,
    );
    expect(plan).not.toMatch(/SCAN \w+$/m);
    expect(plan).not.toContain("TEMP B-TREE");
    for (const index of ["retention_holds_candidate", "retention_holds_vacancy", "retention_holds_active"])
      expect(plan).toContain(index);
  },
);

test.each(Object.entries(countQueries))(
  "RET-02 RET-03 counts (%s) use an index, limited to the requested range",
  (name, { text }) => {
    const plan = planOf(world.databases.region("ap-southeast-2"), text);
    expect(plan).not.toMatch(/SCAN (?!json_each|one)/);
    expect(plan).not.toContain("ORDER BY");
    if (/^(endOf|candidates|reports|count)/.test(name))
      expect(plan).toMatch(/(candidates_activity \(.*lastActivityAt>|assessments_report \(.*<expr>>)/);
  },
);
