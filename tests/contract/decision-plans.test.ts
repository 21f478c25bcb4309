import { expect, test } from "vitest";
import {
  decisionCount,
  type DecisionFilter,
  decisionPage,
} from "../../regional-api/areas/decisions/decisions.store";
import { planOf } from "./fixtures/plan";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("all tests");

const filters: Readonly<Record<string, Partial<DecisionFilter>>> = {
  nothing: {},
  "a vacancy": { vacancyIds: ["v"] },
  "two vacancies": { vacancyIds: ["v", "w"] },
  workflows: { workflowIds: ["w", "x"] },
  results: { results: ["MOVED"] },
  "not reviewed": { review: "UNREVIEWED" },
  changed: { review: "CHANGED" },
  contested: { contest: "OPEN" },
  "a period": { from: 1, before: 2 },
};

test.each(Object.entries(filters))(
  "DEC-06 by %s a page is counted and read on one single index",
  (_, more) => {
    const db = world.databases.region("ap-southeast-2");
    const filter = { customerId: "c", hierarchyIds: ["h"], ...more };
    for (const isWaiting of [0, 1] as const) {
      const part = { ...filter, isWaiting };
      const plans = [
        planOf(db, decisionCount(part, 100)),
        planOf(db, decisionPage(part, "desc", { limit: 30, offset: 60 })),
        planOf(db, decisionPage(part, "asc", { limit: 30, offset: 60 })),
      ];
      for (const plan of plans) {
        expect(plan).toMatch(/USING COVERING INDEX rule_decisions_(list|vacancy) \(customerId=\?/);
        expect(plan).not.toContain("TEMP B-TREE");
      }
    }
  },
);
