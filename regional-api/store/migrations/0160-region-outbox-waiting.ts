import type { Migration } from "./migration";

/**
 * Texts wait for a carrier as mails do for a mail server, until one takes them or they are given up. Those of releases
 * before this one were noted as accepted when they were written: nothing waits for them.
 */
export const regionOutboxWaiting: Migration = {
  number: 160,
  name: "region-outbox-waiting",
  file: "region",
  sql: `
    ALTER TABLE outbox ADD COLUMN givenUpAt INTEGER;
    UPDATE outbox SET sentAt = createdAt WHERE channel = 'SMS' AND sentAt IS NULL;
    UPDATE outbox SET givenUpAt = createdAt WHERE channel = 'EMAIL' AND sentAt IS NULL AND attempts >= 8;
    DROP INDEX outbox_unsent;
    CREATE INDEX outbox_waiting ON outbox (channel, createdAt, id) WHERE sentAt IS NULL AND givenUpAt IS NULL;
  `,
  postgres: `
    ALTER TABLE outbox ADD COLUMN "givenUpAt" bigint;
    UPDATE outbox SET "sentAt" = "createdAt" WHERE channel = 'SMS' AND "sentAt" IS NULL;
    UPDATE outbox SET "givenUpAt" = "createdAt" WHERE channel = 'EMAIL' AND "sentAt" IS NULL AND attempts >= 8;
    DROP INDEX outbox_unsent;
    CREATE INDEX outbox_waiting ON outbox (channel, "createdAt", id) WHERE "sentAt" IS NULL AND "givenUpAt" IS NULL;
  `,
};
