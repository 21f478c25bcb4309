/** What customers changed about their notifications; without a row everything is as delivered. */
import { selectBy, upsertBy } from "../../core/statements.store";
import { editionColumns } from "../../core/editions";
import {
  isAlwaysOn,
  standardTemplate,
  tabOf,
  type NotificationChannel,
  type TemplateType,
} from "./notifications.rules";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { anyOf } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { rowsBy, together } from "../../store/together";

const selectEntries = prepared<{ customerId: string; templateTypes: readonly string[] }>()((p) =>
  sql
    .selectFrom("notification_settings")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where(anyOf("templateType", p.templateTypes)),
);

const selectAllEntries = selectBy("notification_settings", "customerId");

const selectSwitches = selectBy("notification_switches", "customerId");

const upsertEntry = upsertBy(
  "notification_settings",
  ["customerId", "templateType", "name", "type"],
  "enabled",
  "isCustom",
  "customTemplate",
  "updatedAt",
  ...editionColumns,
);

const upsertSwitches = upsertBy(
  "notification_switches",
  ["customerId"],
  "isGlobalSmsEnabled",
  "enabledLanguages",
  "updatedAt",
  ...editionColumns,
);

/** For EXPLAIN QUERY PLAN tests. */
export const notificationQueries = { selectEntries, selectAllEntries, selectSwitches };

const entriesOfTabs = together(async (db, templateTypes, customerId) =>
  rowsBy(await selectEntries.all(db, { customerId, templateTypes }), ({ templateType }) => templateType),
);

/** The entries of one tab that the customer changed. */
export const changedEntries = async (db: Reader, customerId: string, templateType: string) =>
  (await entriesOfTabs(db, templateType, customerId)) ?? [];

/** The entries of all tabs that the customer changed. */
export const allChangedEntries = (db: Reader, customerId: string) => selectAllEntries.all(db, { customerId });

/** The customer's switches over all entries, if it changed any. */
export const notificationSwitches = (db: Reader, customerId: string) =>
  selectSwitches.get(db, { customerId });

/** Whether the customer lets a notification go out (NOTIF-03, NOTIF-32). */
export async function isNotificationOn(
  db: Reader,
  customerId: string,
  templateType: TemplateType,
  { name, type }: { name: string; type: NotificationChannel },
): Promise<boolean> {
  const entry = (await changedEntries(db, customerId, templateType)).find(
    (one) => one.name === name && one.type === type,
  );
  return entry?.enabled !== 0 || isAlwaysOn(name);
}

/**
 * The identifier of the template that a message is made from: the customer's own while that is switched on, else the
 * standard one (NOTIF-17, NOTIF-21). `language` is the message's, for those that have templates by language.
 */
export async function templateInForce(
  db: Reader,
  customerId: string,
  language: string,
  { name, type }: { name: string; type: NotificationChannel },
): Promise<string> {
  const tab = tabOf(name, language);
  const entry = (await changedEntries(db, customerId, tab)).find(
    (one) => one.name === name && one.type === type,
  );
  return (entry?.isCustom === 1 && entry.customTemplate) || standardTemplate(name, tab);
}

export const saveEntry = (db: Writer, entry: Row<"notification_settings">) => upsertEntry.run(db, entry);

export const saveSwitches = (db: Writer, switches: Row<"notification_switches">) =>
  upsertSwitches.run(db, switches);
