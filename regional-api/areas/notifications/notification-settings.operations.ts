/** Notification settings: the notifications a customer sends, by channel and template (NOTIF). */
import { mapConcurrently } from "../../store/sequential";
import { validate } from "../../core/validate";
import { editionOf, noEdition, type Edition } from "../../core/optimistic-lock";
import { invalid, notFound } from "../../core/errors";
import {
  customTemplate,
  entriesOf,
  isAlwaysOn,
  isOptionalLanguage,
  isTemplateType,
  standardTemplate,
  type NotificationChannel,
  type TemplateType,
} from "./notifications.rules";
import { settingsCodes } from "../../core/settings-codes";
import { findCustomer } from "../../core/customers.store";
import {
  changedEntries,
  enabledLanguages,
  notificationSwitches,
  saveEntry,
  saveSwitches,
} from "./notification-settings.store";
import type { Row } from "../../store/tables";
import type { CustomerCall } from "../../core/access";
import { builder, idArgs, textArgs } from "../../core/builder";
import { parseTags } from "../../core/shared-types";
import { Edited, editionAfter, versionArg, versionOptions } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import { atMost, declareBounds } from "../../core/bounds";
import { notificationsKind } from "./notifications.record";

declareBounds({
  lists: {
    "NotifUpdateNotificationSettingsV2.settings": atMost(500, "notifications"),
  },
});

interface EntryShape extends Edition {
  name: string;
  template: string;
  type: NotificationChannel;
  enabled: boolean;
  language: TemplateType;
  standardTemplate: string;
  customTemplate: string | null;
}

interface SettingsShape extends Edition {
  customerId: string;
  isEdgeCustomer: boolean;
  isGlobalSmsEnabled: boolean;
  isLanguageEnabled: boolean;
  settings: EntryShape[];
}

const Channel = builder.enumType("NotificationChannel", { values: ["EMAIL", "SMS"] });

const NotificationSetting = builder.objectRef<EntryShape>("NotificationSetting").implement({
  interfaces: [Edited],
  fields: (t) => ({
    name: t.exposeString("name"),
    template: t.exposeString("template", { description: "The template in force." }),
    type: t.expose("type", { type: Channel }),
    enabled: t.exposeBoolean("enabled"),
    language: t.exposeString("language"),
    standardTemplate: t.exposeString("standardTemplate"),
    customTemplate: t.exposeString("customTemplate", {
      nullable: true,
      description: "The latest custom template. Kept while the standard template is in force.",
    }),
  }),
});

const NotificationSettings = builder.objectRef<SettingsShape>("NotificationSettings").implement({
  description: "The version is that of `isGlobalSmsEnabled`. Each entry has its own version.",
  interfaces: [Edited],
  fields: (t) => ({
    customerId: t.exposeID("customerId"),
    isEdgeCustomer: t.exposeBoolean("isEdgeCustomer", {
      description: "Whether this is the provider's own customer.",
    }),
    isGlobalSmsEnabled: t.exposeBoolean("isGlobalSmsEnabled"),
    isSendingSms: t.boolean({
      description: "Always false if this API is not configured to send SMS, whatever is enabled.",
      resolve: (_settings, _args, { config }) => config.texts !== "NONE",
    }),
    isLanguageEnabled: t.exposeBoolean("isLanguageEnabled", {
      description:
        "False if the language was never enabled. All its entries are then off, and its candidates receive the English ones.",
    }),
    settings: t.expose("settings", { type: [NotificationSetting] }),
  }),
});

const SettingInput = builder.inputType("NotificationSettingInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    template: t.string({ required: true }),
    type: t.field({ type: Channel, required: true }),
    enabled: t.boolean({ required: true }),
    language: t.string({ required: true }),
    version: t.int(versionOptions),
  }),
});

function templateTypeOf(text: string): TemplateType {
  if (!isTemplateType(text)) throw notFound();
  return text;
}

async function isEdgeCustomer({ ctx, customer }: CustomerCall): Promise<boolean> {
  const tags = parseTags((await findCustomer(ctx.db, customer.id))?.tags ?? "[]");
  return tags.some(({ name, value }) => name === "isEdgeCustomer" && value === "true");
}

const keyOf = (entry: { name: string; type: NotificationChannel }) => `${entry.name} ${entry.type}`;

async function settingsOf(call: CustomerCall, language: TemplateType): Promise<SettingsShape> {
  const { ctx, customer } = call;
  const changed = new Map(
    (await changedEntries(ctx.db, customer.id, language)).map((row) => [keyOf(row), row]),
  );
  const switches = await notificationSwitches(ctx.db, customer.id);
  const isLanguageEnabled =
    !isOptionalLanguage(language) || (await enabledLanguages(ctx.db, customer.id)).includes(language);
  return {
    customerId: customer.id,
    isEdgeCustomer: await isEdgeCustomer(call),
    isGlobalSmsEnabled: switches?.isGlobalSmsEnabled !== 0,
    isLanguageEnabled,
    ...editionOf(switches ?? noEdition),
    settings: entriesOf(language).map(({ name, type }) => {
      const row = changed.get(keyOf({ name, type }));
      const standard = standardTemplate(name, language);
      return {
        name,
        type,
        language,
        enabled: isLanguageEnabled && (row?.enabled !== 0 || isAlwaysOn(name)),
        template: row?.isCustom === 1 && row.customTemplate ? row.customTemplate : standard,
        standardTemplate: standard,
        customTemplate: row?.customTemplate ?? null,
        ...editionOf(row ?? noEdition),
      };
    }),
  };
}

query("NotifGetNotificationSettingsV2", {
  description: "The customer's notification settings of one template type.",
  type: NotificationSettings,
  args: { ...idArgs("customerId"), ...textArgs("templateType") },
  access: { code: settingsCodes.read, scope: ({ customerId }) => ({ customerId }) },
  resolve: ({ templateType }, call) => settingsOf(call, templateTypeOf(templateType)),
});

/** Values of an entry without a row. */
const defaultEntry = { enabled: 1, isCustom: 0, customTemplate: null } as const;

type EntryValues = Pick<Row<"notification_settings">, keyof typeof defaultEntry>;
const isSame = (a: EntryValues, b: EntryValues) =>
  a.enabled === b.enabled && a.isCustom === b.isCustom && a.customTemplate === b.customTemplate;

/**
 * Saves entries of one tab; omitted entries are unchanged. A non-standard template is the customer's own and
 * must be in its region. Saving a language also turns it on; without entries, the save does only that, and
 * nothing if the language is already on (NOTIF-06).
 */
mutation("NotifUpdateNotificationSettingsV2", {
  description: "Changes the customer's notification settings of one template type.",
  type: NotificationSettings,
  args: builder.args((t) => ({
    customerId: t.id({ required: true }),
    settings: t.field({ type: [SettingInput], required: true }),
    isEdgeCustomer: t.boolean({ required: true }),
    templateType: t.string({ required: true }),
    isGlobalSmsEnabled: t.boolean(),
    version: versionArg.version,
  })),
  access: { code: settingsCodes.change, scope: ({ customerId }) => ({ customerId }) },
  changes: { of: notificationsKind, ids: ({ customerId }) => [customerId] },
  resolve: async (args, call) => {
    const { ctx, customer } = call;
    const language = templateTypeOf(args.templateType);
    if (args.isEdgeCustomer !== (await isEdgeCustomer(call)))
      throw invalid("isEdgeCustomer is not the customer's");
    const known = new Map(entriesOf(language).map((entry) => [keyOf(entry), entry]));
    const before = new Map(
      (await changedEntries(ctx.db, customer.id, language)).map((row) => [keyOf(row), row]),
    );
    const place = { awsRegion: customer.awsRegion, account: ctx.config.templateAccount };

    await mapConcurrently(
      args.settings,
      async ({ name, type, enabled, template, language: spoken, version }) => {
        // Deletes each entry from `known`, which rejects duplicates in the request.
        if (!known.delete(keyOf({ name, type })) || spoken !== language) {
          throw invalid(`There is no ${type} notification ${name} here`);
        }
        if (!enabled && isAlwaysOn(name)) throw invalid("Emails with sign-in codes cannot be turned off");
        const stored = before.get(keyOf({ name, type }));
        const isCustom = template !== standardTemplate(name, language);
        // A template already in use may stay, even if the AWS account of the environment has changed since.
        const stays = stored?.isCustom === 1 && template === stored.customTemplate;
        const custom = isCustom && !stays ? validate(customTemplate(place, type), template) : undefined;
        const values = {
          enabled: enabled ? 1 : 0,
          isCustom: isCustom ? 1 : 0,
          customTemplate: custom ?? stored?.customTemplate ?? null,
        } as const;
        // Unchanged entries are not saved, so they create no version that a concurrent save would conflict
        // with.
        if (isSame(stored ?? defaultEntry, values)) return;
        await saveEntry(ctx.db, {
          ...values,
          ...(await editionAfter(call, stored, version)),
          customerId: customer.id,
          templateType: language,
          name,
          type,
          updatedAt: ctx.now,
        });
      },
    );

    const current = await notificationSwitches(ctx.db, customer.id);
    const languages = await enabledLanguages(ctx.db, customer.id);
    const isNew = isOptionalLanguage(language) && !languages.includes(language);
    if (isNew || args.isGlobalSmsEnabled != null) {
      // Turning a language on overwrites nothing, so it needs no version check; the version guards the SMS
      // switch.
      const edition =
        args.isGlobalSmsEnabled == null
          ? editionOf(current ?? noEdition)
          : await editionAfter(call, current, args.version);
      await saveSwitches(ctx.db, {
        ...edition,
        customerId: customer.id,
        isGlobalSmsEnabled: (args.isGlobalSmsEnabled ?? current?.isGlobalSmsEnabled !== 0) ? 1 : 0,
        enabledLanguages: JSON.stringify(isNew ? [...languages, language] : languages),
        updatedAt: ctx.now,
      });
    }
    return settingsOf(call, language);
  },
});
