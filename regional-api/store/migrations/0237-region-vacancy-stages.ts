import { index } from "../schema/print";
import type { Migration } from "./migration";

const on = "vacancyId, stageId, createdAt, seq, submittedAt, applicationId";
const name = "assessments_vacancy_stage";

/** By these a vacancy's funnel is counted, and its rows are listed (PIPE-12). */
export const regionVacancyStages: Migration = {
  number: 237,
  name: "region-vacancy-stages",
  file: "region",
  sql: index("sqlite", "assessments", name, on, {}),
  // A column that may be empty has that first, as on SQLite.
  postgres: index("postgres", "assessments", name, on, {}).replace(
    '"submittedAt"',
    '"submittedAt" NULLS FIRST',
  ),
};
