import { index } from "../schema/print";
import type { Migration } from "./migration";

/** Indexes as declared on that day, for PostgreSQL's counts of a stage's candidates by result, and not viewed. */
const indexes = {
  applications_result: "vacancyId, stageId, assessmentResult, assessmentStatus, status",
  applications_not_viewed:
    "vacancyId, stageId, assessmentStatus, status WHERE assessmentIsViewed = 0 AND candidateNameKey <> ''",
};

export const regionStageCounts: Migration = {
  number: 240,
  name: "region-stage-counts",
  file: "region",
  sql: "",
  postgres: Object.entries(indexes)
    .map(([name, on]) => index("postgres", "applications", name, on, {}))
    .join("\n")
    // Nullable columns sort nulls first, as in the table declarations.
    .replace('"assessmentResult"', '"assessmentResult" NULLS FIRST'),
};
