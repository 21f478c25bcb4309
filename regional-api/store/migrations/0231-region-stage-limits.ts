import { time } from "../tables/columns";
import type { Migration } from "./migration";
import { inOrder, newColumns } from "./pieces";

/** Time a candidate exceeds the stage's limit, for the list and count over all vacancies (PIPE-03). */
export const regionStageLimits: Migration = {
  number: 231,
  name: "region-stage-limits",
  file: "region",
  ...inOrder(newColumns("applications", { stageDueAt: time().optional() }), {
    sql: `CREATE INDEX applications_due ON applications (customerId, stageDueAt, seq, hierarchyId, vacancyId, status) WHERE stageDueAt IS NOT NULL;`,
    postgres: `CREATE INDEX applications_due ON applications ("customerId", "stageDueAt" NULLS FIRST, seq, "hierarchyId", "vacancyId", status) WHERE "stageDueAt" IS NOT NULL;`,
  }),
};
