/** Retention periods and SMS alerts of the region's customers. */
import { editionOf, type Edition } from "../../core/editions";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

export type CustomerSetting = Row<"customer_settings">;
type Retention = Edition &
  Pick<CustomerSetting, "candidatePiiRetentionPeriod" | "videoRetentionPeriod" | "updatedAt">;

/** The edition of the SMS alerts, which are edited apart from the retention. */
export const smsEditionOf = (setting: CustomerSetting): Edition => ({
  version: setting.smsVersion,
  changedAt: setting.smsChangedAt,
  changedBy: setting.smsChangedBy,
});

/** The columns that hold it. */
export const smsEditionColumns = ({ version, changedAt, changedBy }: Edition) => ({
  smsVersion: version,
  smsChangedAt: changedAt,
  smsChangedBy: changedBy,
});

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
      ...editionOf(p),
    })
    .where("customerId", "=", p.customerId),
);

export const findCustomerSetting = (db: Reader, customerId: string): CustomerSetting | undefined =>
  selectOne.get(db, { customerId });

export const insertCustomerSetting = (db: Writer, setting: CustomerSetting): void =>
  void db.run(sql.insertInto("customer_settings").values(setting));

export const updateRetentionPeriods = (db: Writer, customerId: string, changed: Retention): void =>
  void updateRetention.run(db, { ...changed, customerId });
