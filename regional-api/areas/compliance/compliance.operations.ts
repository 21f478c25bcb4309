/** How long a customer's data is kept, and the one setting that holds it (COMP). */
import { z } from "zod/v4";
import { noEdition } from "../../core/editions";
import { TellableError } from "../../core/errors";
import { newId } from "../../core/ids";
import { settingsCodes } from "../../core/settings-codes";
import { parseSmsSettings, type SmsNotificationSetting as SmsSettingShape } from "./sms-alerts";
import {
  findCustomerSetting,
  insertCustomerSetting,
  smsEditionColumns,
  smsEditionOf,
  updateRetentionPeriods,
  type CustomerSetting as SettingRow,
} from "./customer-settings.store";
import type { CustomerCall } from "../../core/access";
import { builder } from "../../core/builder";
import { parseTags, Tag } from "../../core/shared-types";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { Edited, Edition, editionAfter, versionArg, versionRule } from "../../core/edited";
import { mutation, query } from "../../core/operation";
import { complianceKind } from "./compliance.record";

type RetentionShape = Pick<SettingRow, "candidatePiiRetentionPeriod" | "videoRetentionPeriod">;
type SettingShape = SettingRow & { organizationId: string };

const RetentionPeriod = builder.objectRef<RetentionShape>("AppsRetentionPeriod").implement({
  description: "In months.",
  fields: (t) => ({
    candidatePiiRetentionPeriod: t.exposeInt("candidatePiiRetentionPeriod"),
    videoRetentionPeriod: t.exposeInt("videoRetentionPeriod"),
  }),
});

const SmsNotificationSetting = builder.objectRef<SmsSettingShape>("SMSNotificationSetting").implement({
  fields: (t) => ({
    channel: t.exposeString("channel"),
    language: t.exposeString("language"),
    lastSentAt: t.field({
      type: "DateTime",
      nullable: true,
      resolve: ({ lastSentAt }) => (lastSentAt === null ? null : Date.parse(lastSentAt)),
    }),
    recipients: t.exposeStringList("recipients"),
    threshold: t.exposeInt("threshold", { nullable: true }),
    type: t.exposeString("type"),
  }),
});

const CustomerSetting = builder.objectRef<SettingShape>("AppsCustomerSetting").implement({
  description: "The edition is that of the retention periods.",
  interfaces: [Edited],
  fields: (t) => ({
    _id: t.exposeID("id"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
    customerId: t.exposeID("customerId"),
    hierarchyId: t.exposeID("hierarchyId"),
    organizationId: t.exposeID("organizationId"),
    retentionPeriod: t.field({ type: RetentionPeriod, resolve: (setting) => setting }),
    smsNotificationSettings: t.field({
      type: [SmsNotificationSetting],
      resolve: (setting) => parseSmsSettings(setting.smsNotificationSettings),
    }),
    smsNotificationEdition: t.field({ type: Edition, resolve: smsEditionOf }),
    tags: t.field({ type: [Tag], resolve: (setting) => parseTags(setting.tags) }),
  }),
});

const RetentionPeriodInput = builder.inputType("AppsRetentionPeriodInput", {
  fields: (t) => ({
    candidatePiiRetentionPeriod: t.int({ required: true }),
    videoRetentionPeriod: t.int({ required: true }),
  }),
});

const settingArgs = {
  ...scopeArgs,
  ...builder.args((t) => ({ retentionPeriod: t.field({ type: RetentionPeriodInput, required: true }) })),
};

const outOfRange = "Please enter a number between 1 - 9999";
const months = z.number().int().min(1, outOfRange).max(9999, outOfRange);
const newSetting = z.object({
  customerId: z.string(),
  hierarchyId: z.string(),
  organizationId: z.string(),
  retentionPeriod: z.object({ candidatePiiRetentionPeriod: months, videoRetentionPeriod: months }),
});

/** The console reads this very text as "none yet" (COMP-02). */
const notFound = () => new TellableError("Customer setting is not found", "Not Found Error");

const shapeOf = (row: SettingRow, { customer }: CustomerCall): SettingShape => ({
  ...row,
  organizationId: customer.organizationId,
});

query("AppsGetCustomerSetting", {
  type: CustomerSetting,
  args: scopeArgs,
  access: onRootDepartment(settingsCodes.read),
  resolve: async ({ customerId }, call) => {
    const setting = await findCustomerSetting(call.ctx.db, customerId);
    if (!setting) throw notFound();
    return shapeOf(setting, call);
  },
});

mutation("AppsCreateCustomerSetting", {
  type: CustomerSetting,
  args: settingArgs,
  access: onRootDepartment(settingsCodes.change),
  validate: newSetting,
  changes: { of: complianceKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ customerId, retentionPeriod }, call) => {
    const { ctx, hierarchyId } = call;
    const stored = await findCustomerSetting(ctx.db, customerId);
    const edition = await editionAfter(call, stored, 0, "Customer setting already exists");
    if (stored) {
      // Made for the SMS alerts, with a retention that nobody chose (SMS-14).
      const changed = { ...retentionPeriod, ...edition, updatedAt: ctx.now };
      await updateRetentionPeriods(ctx.db, customerId, changed);
      return shapeOf({ ...stored, ...changed }, call);
    }
    const setting: SettingRow = {
      ...retentionPeriod,
      ...edition,
      customerId,
      id: newId(ctx.now),
      hierarchyId,
      smsNotificationSettings: "[]",
      ...smsEditionColumns(noEdition),
      tags: "[]",
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await insertCustomerSetting(ctx.db, setting);
    return shapeOf(setting, call);
  },
});

mutation("AppsUpdateCustomerSetting", {
  type: CustomerSetting,
  args: { ...settingArgs, ...versionArg },
  access: onRootDepartment(settingsCodes.change),
  validate: newSetting.extend({ version: versionRule }),
  changes: { of: complianceKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ customerId, retentionPeriod, version }, call) => {
    const { ctx } = call;
    const setting = await findCustomerSetting(ctx.db, customerId);
    if (!setting) throw notFound();
    const changed = {
      ...retentionPeriod,
      ...(await editionAfter(call, setting, version)),
      updatedAt: ctx.now,
    };
    await updateRetentionPeriods(ctx.db, customerId, changed);
    return shapeOf({ ...setting, ...changed }, call);
  },
});
