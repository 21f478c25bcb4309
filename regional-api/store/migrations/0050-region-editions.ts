import type { Migration } from "./migration";

const edited = (table: string, version = 1) => `
    ALTER TABLE ${table} ADD COLUMN version INTEGER NOT NULL DEFAULT ${version};
    ALTER TABLE ${table} ADD COLUMN changedAt INTEGER;
    ALTER TABLE ${table} ADD COLUMN changedBy TEXT;`;

/** What people edit says how often it was saved, when and by whom; SMS alerts share a row and have their own. */
export const regionEditions: Migration = {
  number: 50,
  name: "region-editions",
  file: "region",
  sql: `
    ${["sso_configs", "brandings", "notification_settings", "customer_settings"].map((table) => edited(table)).join("")}
    ${["email_domains", "ats_tenants", "vacancies", "candidates"].map((table) => edited(table)).join("")}
    ${edited("notification_switches", 0)}
    ALTER TABLE customer_settings ADD COLUMN smsVersion INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE customer_settings ADD COLUMN smsChangedAt INTEGER;
    ALTER TABLE customer_settings ADD COLUMN smsChangedBy TEXT;
  `,
};
