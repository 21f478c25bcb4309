import { edition, json, oneOf, table, text, time } from "../tables/columns";
import type { Migration } from "./migration";
import { inOrder, newColumns, newTable } from "./pieces";

/** A customer's reasons for declining candidates, and the one given with each decline (PIPE-06). */
export const regionDeclineReasons: Migration = {
  number: 241,
  name: "region-decline-reasons",
  file: "region",
  ...inOrder(
    newTable(
      "decline_settings",
      table({
        customerId: text().primary().references("customers"),
        asks: oneOf("NEVER", "OPTIONAL", "REQUIRED"),
        reasons: json(),
        updatedAt: time(),
        ...edition(1),
      }),
    ),
    newColumns("application_changes", { declineReason: text().optional() }),
    {
      sql: `CREATE INDEX application_changes_reason ON application_changes (declineReason, changedAt, applicationId) WHERE declineReason IS NOT NULL;`,
      postgres: `CREATE INDEX application_changes_reason ON application_changes ("declineReason" NULLS FIRST, "changedAt", "applicationId") WHERE "declineReason" IS NOT NULL;`,
    },
  ),
};
