/** Retention periods and SMS alerts of the region's customers. */
import type { Database } from "./database";
import type { Row } from "./schema";
import { prepared, sql } from "./sql";

export type CustomerSetting = Row<"customer_settings">;
type Retention = Pick<CustomerSetting, "candidatePiiRetentionPeriod" | "videoRetentionPeriod" | "updatedAt">;

const selectOne = prepared<{ customerId: string }>()((p) =>
  sql.selectFrom("customer_settings").selectAll().where("customerId", "=", p.customerId),
);

const updateRetention = prepared<Retention & { customerId: string }>()((p) =>
  sql
    .updateTable("customer_settings")
    .set({
      candidatePiiRetentionPeriod: p.candidatePiiRetentionPeriod,
      videoRetentionPeriod: p.videoRetentionPeriod,
      updatedAt: p.updatedAt,
    })
    .where("customerId", "=", p.customerId),
);

export const findCustomerSetting = (db: Database, customerId: string): CustomerSetting | undefined =>
  selectOne.get(db, { customerId });

export const insertCustomerSetting = (db: Database, setting: CustomerSetting): void =>
  void db.run(sql.insertInto("customer_settings").values(setting));

export const updateRetentionPeriods = (db: Database, customerId: string, changed: Retention): void =>
  void updateRetention.run(db, { ...changed, customerId });
