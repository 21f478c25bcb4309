/** SMS credits and their alert recipients (SMS). */
import { emailRule } from "../../core/text-rules";
import { z } from "zod/v4";
import { validate } from "../../core/validate";
import { noEdition } from "../../core/optimistic-lock";
import { forbidden, invalid } from "../../core/errors";
import { newId } from "../../core/ids";
import { settingsCodes } from "../../core/settings-codes";
import { parseSmsSettings, smsAlertTypes, type SmsNotificationSetting } from "../compliance/sms-alerts";
import {
  findCustomerSetting,
  insertCustomerSetting,
  smsEditionColumns,
  smsEditionOf,
} from "../compliance/customer-settings.store";
import type { Row } from "../../store/tables";
import {
  creditsPerMessage,
  purchaseSmsCredits,
  saveSmsSettings,
  smsCreditsOf,
  smsPurchasesOf,
} from "./sms-credits.store";
import type { CustomerCall } from "../../core/access";
import { builder, idArgs, rowType, argsOf } from "../../core/builder";
import { IdResult } from "../../core/shared-types";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { editionAfter, versionArg } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import { atMost, declareBounds, maxItems } from "../../core/bounds";
import type { Writer } from "../../store/engine";
import { smsKind } from "./sms.record";

declareBounds({
  lists: {
    "AppsUpdateSMSNotificationSettings.smsNotificationSettings": atMost(50, "alerts"),
    "SMSNotificationSettingInput.recipients": maxItems(50, "Please enter at most 50 recipients"),
  },
});

type CreditsShape = Awaited<ReturnType<typeof smsCreditsOf>>;

/** Maximum of GraphQL's Int. */
const maxCredits = 2 ** 31 - 1;

const SmsCredits = builder.objectRef<CreditsShape>("SMSCredits").implement({
  fields: (t) => ({
    customerId: t.exposeID("customerId"),
    credits: t.exposeInt("credits"),
    totalCredits: t.exposeInt("totalCredits"),
    creditsPerMessage: t.float({
      nullable: true,
      description: "The average cost of the last 100 text messages. Null if none was sent.",
      resolve: ({ customerId }, _args, { db }) => creditsPerMessage(db, customerId),
    }),
    isSending: t.boolean({
      description: "False if this API is not configured to send SMS. Credits cannot be purchased then.",
      resolve: (_credits, _args, { config }) => config.texts !== "NONE",
    }),
  }),
});

const SmsPurchase = rowType<Row<"sms_credit_purchases">>()("SMSCreditsPurchase", {
  customerId: "ID",
  notes: "String?",
  purchaseAmount: "Int",
  purchaseUserEmail: "String",
  purchaseUserId: "ID",
  purchasedAt: "DateTime",
});

const customerArgs = idArgs("customerId");

query("NotifGetSMSCreditsByCustomerId", {
  description: "The SMS credits of a customer.",
  type: SmsCredits,
  args: customerArgs,
  access: { code: settingsCodes.read, scope: ({ customerId }) => ({ customerId }) },
  resolve: ({ customerId }, { ctx }) => smsCreditsOf(ctx.db, customerId),
});

query("NotifGetSMSCreditsPurchaseHistoryList", {
  description: "The purchases of SMS credits of a customer.",
  type: [SmsPurchase],
  args: customerArgs,
  access: { code: settingsCodes.read, scope: ({ customerId }) => ({ customerId }) },
  resolve: ({ customerId }, { ctx }) => smsPurchasesOf(ctx.db, customerId),
});

mutation("NotifPurchaseSMSCreditsByCustomerId", {
  description: "Buys SMS credits for a customer.",
  type: SmsCredits,
  args: {
    ...scopeArgs,
    ...argsOf({ purchaseUserId: "ID", purchaseUserEmail: "String", purchaseAmount: "Int" }),
  },
  access: onRootDepartment(settingsCodes.change),
  changes: { of: smsKind, ids: ({ customerId }) => [customerId], action: "BOUGHT" },
  resolve: async ({ customerId, purchaseUserId, purchaseUserEmail, purchaseAmount }, { ctx, caller }) => {
    if (purchaseUserId !== caller.user.id || purchaseUserEmail !== caller.user.email) {
      throw forbidden("The buyer is not the caller");
    }
    if (ctx.config.texts === "NONE") throw invalid("This API is not configured to send SMS");
    const { totalCredits } = await smsCreditsOf(ctx.db, customerId);
    if (purchaseAmount < 1 || totalCredits + purchaseAmount > maxCredits) {
      throw invalid("Please input a valid number");
    }
    await purchaseSmsCredits(ctx.db, {
      customerId,
      purchaseAmount,
      purchaseUserId,
      purchaseUserEmail,
      notes: null,
      purchasedAt: ctx.now,
    });
    return smsCreditsOf(ctx.db, customerId);
  },
});

// ---- reminder and alert ----

const AlertType = builder.enumType("SMSNotificationType", { values: smsAlertTypes });

const SettingInput = builder.inputType("SMSNotificationSettingInput", {
  fields: (t) => ({
    channel: t.string({ required: true }),
    language: t.string({ required: true }),
    recipients: t.stringList({ required: true }),
    threshold: t.int(),
    type: t.field({ type: AlertType, required: true }),
  }),
});

const recipients = z
  .array(
    emailRule({
      missing: "Please input valid email address",
      most: 100,
      tooLong: "Please input valid email address",
      invalid: "Please input valid email address",
    }),
  )
  .transform((all) => [...new Set(all.map((email) => email.toLowerCase()))]);

const settingRules = z
  .array(
    z
      .object({
        channel: z.literal("EMAIL", "SMS credit alerts are sent by EMAIL"),
        language: z.literal("en-US", "SMS credit alerts are sent in en-US"),
        recipients,
        threshold: z.number().min(1, "Please input a valid number").nullish(),
        type: z.enum(smsAlertTypes),
      })
      .refine(
        ({ type, threshold }) => type !== "USAGE_REMINDER" || threshold != null,
        "Please input the value",
      ),
  )
  .min(1, "There is nothing to save")
  .refine(
    (all) => new Set(all.map(({ type }) => type)).size === all.length,
    "Each type can be given only once",
  );

/** Merges given settings into the stored ones by type; keeps the times of the last alerts. */
function mergeSettings(stored: readonly SmsNotificationSetting[], given: z.infer<typeof settingRules>) {
  return smsAlertTypes.flatMap((type): SmsNotificationSetting[] => {
    const before = stored.find((setting) => setting.type === type);
    const now = given.find((setting) => setting.type === type);
    if (!now) return before ? [before] : [];
    const threshold = type === "USAGE_REMINDER" ? (now.threshold ?? null) : null;
    return [{ ...now, threshold, lastSentAt: before?.lastSentAt ?? null }];
  });
}

/** Default retention in months, until a customer sets its own (COMP-04). */
const defaultRetention = 1_200;

/** Returns the customer's setting; creates it with the default retention if missing (SMS-14). */
async function settingOf({
  ctx,
  customer,
  hierarchyId,
}: CustomerCall<Writer>): Promise<Row<"customer_settings">> {
  const stored = await findCustomerSetting(ctx.db, customer.id);
  if (stored) return stored;
  const setting: Row<"customer_settings"> = {
    customerId: customer.id,
    id: newId(ctx.now),
    hierarchyId,
    candidatePiiRetentionPeriod: defaultRetention,
    videoRetentionPeriod: defaultRetention,
    smsNotificationSettings: "[]",
    // Retention periods have not been saved yet.
    ...noEdition,
    ...smsEditionColumns(noEdition),
    tags: "[]",
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  await insertCustomerSetting(ctx.db, setting);
  return setting;
}

mutation("AppsUpdateSMSNotificationSettings", {
  description: "Changes the SMS settings of a customer.",
  type: IdResult,
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      smsNotificationSettings: t.field({ type: [SettingInput], required: true }),
    })),
    ...versionArg,
  },
  access: onRootDepartment(settingsCodes.change),
  changes: { of: smsKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ smsNotificationSettings, version }, call) => {
    const given = validate(settingRules, smsNotificationSettings);
    const setting = await settingOf(call);
    const stored = parseSmsSettings(setting.smsNotificationSettings);
    const edition = await editionAfter(call, smsEditionOf(setting), version);
    await saveSmsSettings(call.ctx.db, call.customer.id, mergeSettings(stored, given), edition, call.ctx.now);
    return { id: setting.id };
  },
});
