/** Retention periods of a customer (COMP). */
import { z } from "zod/v4";
import { nextEdition, noEdition, type Edition as EditionShape } from "../../core/optimistic-lock";
import { conflict, TellableError } from "../../core/errors";
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
import type { Writer } from "../../store/engine";
import { builder, idArgs, inputOf } from "../../core/builder";
import { IdResult, parseTags, Tag } from "../../core/shared-types";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { Edited, Edition, editionAfter, versionArg, personField } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import { complianceKind } from "./compliance.record";
import { defaultPeriods, effectOf, outcomeOf, type Periods } from "./compliance.rules";
import {
  deleteRetentionChange,
  findRetentionChange,
  replaceRetentionChange,
  type RetentionChange,
} from "./retention-changes.store";

type RetentionShape = Pick<SettingRow, "candidatePiiRetentionPeriod" | "videoRetentionPeriod">;
type SettingShape = SettingRow & { organizationId: string; pendingChange: RetentionChange | null };

const RetentionPeriod = builder.objectRef<RetentionShape>("AppsRetentionPeriod").implement({
  description: "Retention periods in months.",
  fields: (t) => ({
    candidatePiiRetentionPeriod: t.exposeInt("candidatePiiRetentionPeriod"),
    videoRetentionPeriod: t.exposeInt("videoRetentionPeriod"),
  }),
});

const RetentionChangeType = builder.objectRef<RetentionChange>("AppsRetentionChange").implement({
  description: "Shorter periods that are saved but not yet in effect. A null period stays unchanged.",
  fields: (t) => ({
    _id: t.exposeID("id"),
    candidatePiiRetentionPeriod: t.exposeInt("candidateMonths", { nullable: true }),
    videoRetentionPeriod: t.exposeInt("videoMonths", { nullable: true }),
    requestedAt: t.expose("requestedAt", { type: "DateTime" }),
    requestedBy: t.string(
      personField(({ requestedBy }) => requestedBy, "The display name. Null if the user has been removed."),
    ),
    takesEffectAt: t.expose("takesEffectAt", {
      type: "DateTime",
      description: "The start of the UTC day from which the periods apply.",
    }),
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
  description: "The version is that of the retention periods.",
  interfaces: [Edited],
  fields: (t) => ({
    _id: t.exposeID("id"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
    customerId: t.exposeID("customerId"),
    hierarchyId: t.exposeID("hierarchyId"),
    organizationId: t.exposeID("organizationId"),
    retentionPeriod: t.field({
      type: RetentionPeriod,
      description: "The periods in effect now.",
      resolve: (setting) => setting,
    }),
    pendingChange: t.expose("pendingChange", { type: RetentionChangeType, nullable: true }),
    smsNotificationSettings: t.field({
      type: [SmsNotificationSetting],
      resolve: (setting) => parseSmsSettings(setting.smsNotificationSettings),
    }),
    smsNotificationEdition: t.field({ type: Edition, resolve: smsEditionOf }),
    tags: t.field({ type: [Tag], resolve: (setting) => parseTags(setting.tags) }),
  }),
});

const RetentionPeriodInput = inputOf("AppsRetentionPeriodInput", {
  candidatePiiRetentionPeriod: "Int",
  videoRetentionPeriod: "Int",
});

const settingArgs = {
  ...scopeArgs,
  ...builder.args((t) => ({ retentionPeriod: t.field({ type: RetentionPeriodInput, required: true }) })),
};

const outOfRange = "Please enter a number between 1 - 9999";
const months = z.number().int().min(1, outOfRange).max(9999, outOfRange);
const periodRules = z.object({
  retentionPeriod: z.object({ candidatePiiRetentionPeriod: months, videoRetentionPeriod: months }),
});

/** The console recognizes missing settings by this exact text (COMP-02). */
const notFound = () => new TellableError("Customer setting is not found", "Not Found Error");

const shapeOf = async (row: SettingRow, { ctx, customer }: CustomerCall): Promise<SettingShape> => ({
  ...row,
  organizationId: customer.organizationId,
  pendingChange: (await findRetentionChange(ctx.db, customer.id)) ?? null,
});

query("AppsGetCustomerSetting", {
  description: "A customer's retention periods, and their pending change.",
  type: CustomerSetting,
  args: scopeArgs,
  access: onRootDepartment(settingsCodes.read),
  resolve: async ({ customerId }, call) => {
    const setting = await findCustomerSetting(call.ctx.db, customerId);
    if (!setting) throw notFound();
    return shapeOf(setting, call);
  },
});

type PeriodsInput = z.infer<typeof periodRules>["retentionPeriod"];

/**
 * Saves periods and returns the resulting setting. Longer periods apply at once, shorter ones are delayed
 * (RET-04).
 */
async function savePeriods(
  { ctx, caller }: CustomerCall<Writer>,
  stored: SettingRow,
  given: PeriodsInput,
  edition: EditionShape,
): Promise<SettingRow> {
  const { db, now } = ctx;
  const { customerId } = stored;
  const waits = (await findRetentionChange(db, customerId)) ?? null;
  const current: Periods = {
    candidateMonths: stored.candidatePiiRetentionPeriod,
    videoMonths: stored.videoRetentionPeriod,
  };
  const wanted: Periods = {
    candidateMonths: given.candidatePiiRetentionPeriod,
    videoMonths: given.videoRetentionPeriod,
  };
  const outcome = outcomeOf(current, waits, wanted);
  if (outcome.waiting === null) await deleteRetentionChange(db, customerId);
  else {
    const requested =
      waits && !outcome.isNew
        ? waits
        : { id: newId(now), requestedBy: caller.user.id, requestedAt: now, takesEffectAt: effectOf(now) };
    const { id, requestedBy, requestedAt, takesEffectAt } = requested;
    const change = { id, requestedBy, requestedAt, takesEffectAt, ...outcome.waiting };
    await replaceRetentionChange(db, { customerId, ...change });
  }
  const changed = {
    candidatePiiRetentionPeriod: outcome.now.candidateMonths,
    videoRetentionPeriod: outcome.now.videoMonths,
    ...edition,
    updatedAt: now,
  };
  await updateRetentionPeriods(db, customerId, changed);
  return { ...stored, ...changed };
}

mutation("AppsCreateCustomerSetting", {
  type: CustomerSetting,
  description:
    "Sets the retention periods. Periods shorter than the default of 1200 months take effect after seven days: see `pendingChange`.",
  args: settingArgs,
  access: onRootDepartment(settingsCodes.change),
  validate: periodRules,
  changes: { of: complianceKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ customerId, retentionPeriod }, call) => {
    const { ctx, hierarchyId } = call;
    const stored = await findCustomerSetting(ctx.db, customerId);
    const edition = await editionAfter(call, stored, 0, "Customer setting already exists");
    // A setting created for SMS alerts has only the default periods (SMS-14).
    if (stored) return shapeOf(await savePeriods(call, stored, retentionPeriod, edition), call);
    const setting: SettingRow = {
      candidatePiiRetentionPeriod: defaultPeriods.candidateMonths,
      videoRetentionPeriod: defaultPeriods.videoMonths,
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
    return shapeOf(await savePeriods(call, setting, retentionPeriod, edition), call);
  },
});

mutation("AppsUpdateCustomerSetting", {
  type: CustomerSetting,
  description:
    "Changes the retention periods. Longer periods take effect at once, shorter ones after seven days: see `pendingChange`.",
  args: { ...settingArgs, ...versionArg },
  access: onRootDepartment(settingsCodes.change),
  validate: periodRules,
  changes: { of: complianceKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ customerId, retentionPeriod, version }, call) => {
    const setting = await findCustomerSetting(call.ctx.db, customerId);
    if (!setting) throw notFound();
    const edition = await editionAfter(call, setting, version);
    return shapeOf(await savePeriods(call, setting, retentionPeriod, edition), call);
  },
});

mutation("AppsCancelRetentionChange", {
  type: IdResult,
  description: "Cancels shorter periods that are not yet in effect. `_id` is the id of the change.",
  args: { ...idArgs("_id"), ...scopeArgs },
  access: onRootDepartment(settingsCodes.change),
  changes: { of: complianceKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ _id, customerId }, call) => {
    const { db, now } = call.ctx;
    // The console recognizes the error below by its exact text.
    const change = await findRetentionChange(db, customerId);
    // From that day on the change is in effect, and a retention run may already have deleted data.
    if (change?.id !== _id || change.takesEffectAt <= now) throw conflict("This change is no longer pending");
    await deleteRetentionChange(db, customerId);
    const setting = await findCustomerSetting(db, customerId);
    if (setting)
      await updateRetentionPeriods(db, customerId, {
        ...setting,
        ...nextEdition(setting, call.caller.user.id, now),
        updatedAt: now,
      });
    return { id: _id };
  },
});
