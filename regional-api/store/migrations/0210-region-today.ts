import { index } from "../schema/print";
import type { Engine } from "../tables/columns";
import type { Migration } from "./migration";

const completed = "assessmentSubmittedAt IS NOT NULL";

/** Indexes as declared on that day, for the counts of Today (HOME-08). */
const indexes: readonly [table: string, name: string, on: string][] = [
  [
    "applications",
    "applications_completed",
    `customerId, assessmentSubmittedAt, seq, hierarchyId, vacancyId, status, assessmentIsViewed WHERE ${completed}`,
  ],
  [
    "applications",
    "applications_unviewed",
    `customerId, assessmentSubmittedAt, seq, hierarchyId, vacancyId, status, assessmentIsViewed, candidateNameKey WHERE ${completed} AND assessmentIsViewed = 0 AND candidateNameKey <> ''`,
  ],
  [
    "email_events",
    "email_events_bounced",
    "customerId, timestamp, seq, templateType, mailRecipient WHERE eventType = 'Bounce'",
  ],
  [
    "users",
    "users_never_active",
    "customerId, createdAt, id, hierarchyId WHERE archivedAt IS NULL AND lastActive IS NULL",
  ],
  [
    "users",
    "users_password",
    "customerId, coalesce(lastPasswordUpdatedAt, createdAt), id, hierarchyId WHERE archivedAt IS NULL AND source = 'LOCAL'",
  ],
];

const made = (engine: Engine) =>
  indexes.map(([table, name, on]) => index(engine, table, name, on, {})).join("\n");

export const regionToday: Migration = {
  number: 210,
  name: "region-today",
  file: "region",
  sql: made("sqlite"),
  // Pages in order of a nullable column need NULLS FIRST, the order the lists ask for.
  postgres: made("postgres").replaceAll(
    '"assessmentSubmittedAt", seq',
    '"assessmentSubmittedAt" NULLS FIRST, seq',
  ),
};
