import { time } from "../tables/columns";
import type { Migration } from "./migration";
import { inOrder, newColumns } from "./pieces";

/** When a candidate is past the limit of the stage, by which those of all vacancies are listed and counted (PIPE-03). */
export const regionStageLimits: Migration = {
  number: 231,
  name: "region-stage-limits",
  file: "region",
  ...inOrder(newColumns("applications", { stageDueAt: time().optional() }), {
    sql: `CREATE INDEX applications_due ON applications (customerId, stageDueAt, seq, hierarchyId, vacancyId, status) WHERE stageDueAt IS NOT NULL;`,
    postgres: `CREATE INDEX applications_due ON applications ("customerId", "stageDueAt" NULLS FIRST, seq, "hierarchyId", "vacancyId", status) WHERE "stageDueAt" IS NOT NULL;`,
  }),
};
