import type { Migration } from "./migration";

/** Jobs over all customers that match are no more, and nothing reads those that are still kept (BULK-02). */
export const regionNoCustomerJobs: Migration = {
  number: 155,
  name: "region-no-customer-jobs",
  file: "region",
  sql: `DELETE FROM bulk_jobs WHERE json_extract(work, '$.action') IN ('CUSTOMER_ARCHIVE', 'CUSTOMER_RESTORE');`,
  postgres: `DELETE FROM bulk_jobs WHERE "work"::json ->> 'action' IN ('CUSTOMER_ARCHIVE', 'CUSTOMER_RESTORE');`,
};
