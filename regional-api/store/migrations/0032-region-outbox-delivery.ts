import type { Migration } from "./migration";

export const regionOutboxDelivery: Migration = {
  number: 32,
  name: "region-outbox-delivery",
  file: "region",
  sql: `
    ALTER TABLE outbox ADD COLUMN sentAt INTEGER;
    ALTER TABLE outbox ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE outbox ADD COLUMN nextAttemptAt INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX outbox_unsent ON outbox (createdAt, id) WHERE sentAt IS NULL AND channel = 'EMAIL';
  `,
};
