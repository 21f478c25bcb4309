import { integer, sequence, table, text, time } from "../tables/columns";
import type { Migration } from "./migration";
import { newTable } from "./pieces";

/** Single sign-on attempts, shown to the customer's administrators (SSO-67). */
export const regionSsoAttempts: Migration = {
  number: 227,
  name: "region-sso-attempts",
  file: "region",
  ...newTable(
    "sso_attempts",
    table(
      {
        seq: sequence(),
        customerId: text(),
        attemptedAt: time(),
        email: text().optional(),
        result: text(),
        reason: text().optional(),
        minutesOff: integer().optional(),
      },
      {
        indexes: {
          sso_attempts_customer: "customerId, attemptedAt, seq",
          sso_attempts_time: "attemptedAt",
        },
      },
    ),
  ),
};
