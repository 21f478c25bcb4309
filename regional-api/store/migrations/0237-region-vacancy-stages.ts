import { index } from "../schema/print";
import type { Migration } from "./migration";

const on = "vacancyId, stageId, createdAt, seq, submittedAt, applicationId";
const name = "assessments_vacancy_stage";

/** Index for counting a vacancy's funnel and listing its rows (PIPE-12). */
export const regionVacancyStages: Migration = {
  number: 237,
  name: "region-vacancy-stages",
  file: "region",
  sql: index("sqlite", "assessments", name, on, {}),
  // Nullable columns sort nulls first, as on SQLite.
  postgres: index("postgres", "assessments", name, on, {}).replace(
    '"submittedAt"',
    '"submittedAt" NULLS FIRST',
  ),
};
