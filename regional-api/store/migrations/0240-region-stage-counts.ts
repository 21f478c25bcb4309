import { index } from "../schema/print";
import type { Migration } from "./migration";

/** As they were declared on the day: by these PostgreSQL counts the candidates of a stage by result, and those nobody viewed. */
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
    // A column that may be empty has it first, as the tables declare it.
    .replace('"assessmentResult"', '"assessmentResult" NULLS FIRST'),
};
