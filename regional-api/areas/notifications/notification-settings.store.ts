/** Customers' changes to their notification settings; a missing row means the default. */
import { z } from "zod/v4";
import { selectBy, upsertBy } from "../../core/statements.store";
import { editionColumns } from "../../core/optimistic-lock";
import {
  isAlwaysOn,
  isOptionalLanguage,
  standardTemplate,
  tabOf,
  type NotificationChannel,
} from "./notifications.rules";
import type { Reader } from "../../store/engine";
import type { Row } from "../../store/tables";
import { always, anyOf, givenRows, type Kind } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { rowsBy, batchLoader, batchWriter } from "../../store/batch-loader";

const selectEntries = prepared<{ customerId: string; templateTypes: readonly string[] }>()((p) =>
  sql
    .selectFrom("notification_settings")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where(anyOf("templateType", p.templateTypes)),
);

const selectAllEntries = selectBy("notification_settings", "customerId");

const selectSwitches = prepared<{ customerIds: readonly string[] }>()((p) =>
  sql.selectFrom("notification_switches").selectAll().where(anyOf("customerId", p.customerIds)),
);

const entryKinds = {
  ...{ customerId: "text", templateType: "text", name: "text", type: "text", enabled: "bigint" },
  ...{ isCustom: "bigint", customTemplate: "text", updatedAt: "bigint" },
  ...{ version: "bigint", changedAt: "bigint", changedBy: "text" },
} as const satisfies Record<keyof Row<"notification_settings">, Kind>;
const entryColumns = Object.keys(entryKinds) as (keyof typeof entryKinds)[];

const upsertEntries = prepared<{ entries: readonly Row<"notification_settings">[] }>()((p) =>
  sql
    .insertInto("notification_settings")
    .columns(entryColumns)
    .expression(sql.selectFrom(givenRows(p.entries, entryKinds)).select(entryColumns).where(always))
    .onConflict((conflict) =>
      conflict.columns(["customerId", "templateType", "name", "type"]).doUpdateSet((row) => ({
        enabled: row.ref("excluded.enabled"),
        isCustom: row.ref("excluded.isCustom"),
        customTemplate: row.ref("excluded.customTemplate"),
        updatedAt: row.ref("excluded.updatedAt"),
        version: row.ref("excluded.version"),
        changedAt: row.ref("excluded.changedAt"),
        changedBy: row.ref("excluded.changedBy"),
      })),
    ),
);

const entriesOfTabs = batchLoader(async (db, templateTypes, customerId) =>
  rowsBy(await selectEntries.all(db, { customerId, templateTypes }), ({ templateType }) => templateType),
);

/** Returns the entries of one tab that the customer has changed. */
export const changedEntries = async (db: Reader, customerId: string, templateType: string) =>
  (await entriesOfTabs(db, templateType, customerId)) ?? [];

/** Returns the entries of all tabs that the customer has changed. */
export const allChangedEntries = (db: Reader, customerId: string) => selectAllEntries.all(db, { customerId });

/** Returns the customer's switches for all entries; undefined if it has never changed them. */
export const notificationSwitches = batchLoader(
  async (db, customerIds) =>
    new Map((await selectSwitches.all(db, { customerIds })).map((row) => [row.customerId, row])),
);

const languageList = z.array(z.string());

/** Returns the optional languages that a customer has enabled, in addition to the built-in ones. */
export const enabledLanguages = async (db: Reader, customerId: string): Promise<string[]> =>
  languageList.parse(JSON.parse((await notificationSwitches(db, customerId))?.enabledLanguages ?? "[]"));

/**
 * Returns the tab that configures a message; the English one if the customer has not enabled the language
 * (NOTIF-33).
 */
async function effectiveTab(db: Reader, customerId: string, name: string, language: string) {
  const tab = tabOf(name, language);
  const isEnabled = !isOptionalLanguage(tab) || (await enabledLanguages(db, customerId)).includes(tab);
  return isEnabled ? tab : tabOf(name, "en-US");
}

/**
 * True if the customer sends a notification (NOTIF-03, NOTIF-32). `language` is the message's, for
 * notifications set per language.
 */
export async function isNotificationOn(
  db: Reader,
  customerId: string,
  { name, type }: { name: string; type: NotificationChannel },
  language = "en-US",
): Promise<boolean> {
  const tab = await effectiveTab(db, customerId, name, language);
  const entry = (await changedEntries(db, customerId, tab)).find(
    (one) => one.name === name && one.type === type,
  );
  return entry?.enabled !== 0 || isAlwaysOn(name);
}

/**
 * Returns the id of the template for a message: the customer's own if it is turned on, else the standard one
 * (NOTIF-17, NOTIF-21). `language` is the message's, for messages with templates per language.
 */
export async function effectiveTemplate(
  db: Reader,
  customerId: string,
  language: string,
  { name, type }: { name: string; type: NotificationChannel },
): Promise<string> {
  const tab = await effectiveTab(db, customerId, name, language);
  const entry = (await changedEntries(db, customerId, tab)).find(
    (one) => one.name === name && one.type === type,
  );
  return (entry?.isCustom === 1 && entry.customTemplate) || standardTemplate(name, tab);
}

/** Stores an entry. Concurrent calls are batched into one write. */
export const saveEntry = batchWriter<Row<"notification_settings">>((db, entries) =>
  upsertEntries.run(db, { entries }),
);

export const saveSwitches = upsertBy(
  "notification_switches",
  ["customerId"],
  "isGlobalSmsEnabled",
  "enabledLanguages",
  "updatedAt",
  ...editionColumns,
).run;
