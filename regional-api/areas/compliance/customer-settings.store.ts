/** Retention periods and SMS alerts of the region's customers. */
import { findBy, insertOf, updateBy } from "../../core/statements.store";
import { editionColumns, type Edition } from "../../core/optimistic-lock";
import type { Writer } from "../../store/engine";
import type { Row } from "../../store/tables";

export type CustomerSetting = Row<"customer_settings">;
type Retention = Edition &
  Pick<CustomerSetting, "candidatePiiRetentionPeriod" | "videoRetentionPeriod" | "updatedAt">;

/** Version fields of the SMS alerts, which are edited separately from the retention periods. */
export const smsEditionOf = (setting: CustomerSetting): Edition => ({
  version: setting.smsVersion,
  changedAt: setting.smsChangedAt,
  changedBy: setting.smsChangedBy,
});

/** Returns the columns for these version fields. */
export const smsEditionColumns = ({ version, changedAt, changedBy }: Edition) => ({
  smsVersion: version,
  smsChangedAt: changedAt,
  smsChangedBy: changedBy,
});

const updateRetention = updateBy(
  "customer_settings",
  ["customerId"],
  "candidatePiiRetentionPeriod",
  "videoRetentionPeriod",
  "updatedAt",
  ...editionColumns,
);

export const findCustomerSetting = findBy("customer_settings", "customerId");

export const insertCustomerSetting = insertOf("customer_settings");

export const updateRetentionPeriods = (db: Writer, customerId: string, changed: Retention) =>
  updateRetention.run(db, { ...changed, customerId });
