/** Customer setting: why candidates are declined, and whether people are asked for it (PIPE-06). */
import { z } from "zod/v4";
import { atMost, declareBounds } from "../../core/bounds";
import { builder, rowType, argsOf } from "../../core/builder";
import { inAnyDepartment, scopeArgs } from "../../core/department-access";
import { invalid, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import { mutation, query } from "../../core/operation";
import { editionOf, noEdition, type Edition } from "../../core/optimistic-lock";
import { settingsCodes } from "../../core/settings-codes";
import { searchKey } from "../../core/text";
import { lineRule } from "../../core/text-rules";
import { Edited, editionAfter, versionArg } from "../../core/versioned-type";
import { declineReasonsKind } from "./decline-reasons.record";
import {
  declineSettingOf,
  reasonsOf,
  storeDeclineSetting,
  type DeclineReason,
  type DeclineSetting,
} from "./decline-reasons.store";

const maxReasons = 100;

declareBounds({ lists: { "AppsUpdateDeclineSetting.reasons": atMost(maxReasons, "reasons") } });

const requirementLevels = ["NEVER", "OPTIONAL", "REQUIRED"] as const;

const Asks = builder.enumType("AppsDeclineReasonAsked", {
  description: "Whether somebody who declines a candidate is asked for a reason.",
  values: requirementLevels,
});

const Reason = rowType<DeclineReason>()(
  "AppsDeclineReason",
  { name: "String", isArchived: "Boolean" },
  (t) => ({ _id: t.exposeID("id") }),
);

interface SettingShape extends Edition {
  readonly asks: DeclineSetting["asks"];
  readonly reasons: DeclineReason[];
}

const Setting = builder.objectRef<SettingShape>("AppsDeclineSetting").implement({
  interfaces: [Edited],
  fields: (t) => ({
    asks: t.expose("asks", { type: Asks }),
    reasons: t.expose("reasons", { type: [Reason], description: "In order, archived ones included." }),
  }),
});

const shapeOf = (setting: DeclineSetting | undefined): SettingShape => ({
  ...editionOf(setting ?? noEdition),
  asks: setting?.asks ?? "NEVER",
  reasons: reasonsOf(setting),
});

query("AppsGetDeclineSetting", {
  description: "A customer's reasons for declining candidates, and whether people are asked for them.",
  type: Setting,
  args: argsOf({ customerId: "ID" }),
  access: { code: settingsCodes.read, scope: ({ customerId }) => ({ customerId }) },
  resolve: async (_args, call) => shapeOf(await declineSettingOf(call.ctx.db, call.customer.id)),
});

const Choice = builder.objectRef<Omit<SettingShape, keyof Edition>>("AppsDeclineReasonChoice").implement({
  fields: (t) => ({
    asks: t.expose("asks", { type: Asks }),
    reasons: t.expose("reasons", { type: [Reason], description: "The active ones, in order." }),
  }),
});

query("AppsGetDeclineReasons", {
  description: "What somebody who declines candidates can choose from.",
  type: Choice,
  args: scopeArgs,
  access: inAnyDepartment("apps:editApplication"),
  resolve: async (_args, call) => {
    const { asks, reasons } = shapeOf(await declineSettingOf(call.ctx.db, call.customer.id));
    return { asks, reasons: reasons.filter(({ isArchived }) => !isArchived) };
  },
});

const ReasonInput = builder.inputType("AppsDeclineReasonInput", {
  fields: (t) => ({
    _id: t.id({ description: "Of a stored reason; without it the reason is new." }),
    name: t.string({ required: true }),
    isArchived: t.boolean({ required: true }),
  }),
});

const reasonInput = z.object({
  _id: z.string().nullish(),
  name: lineRule("declineReason", 80, "the reason", "Please enter a reason"),
  isArchived: z.boolean(),
});

mutation("AppsUpdateDeclineSetting", {
  description:
    "Saves the reasons in this order. None is removed: a stored one that is left out is archived, since declines may have it.",
  type: Setting,
  args: builder.args((t) => ({
    customerId: t.id({ required: true }),
    asks: t.field({ type: Asks, required: true }),
    reasons: t.field({ type: [ReasonInput], required: true }),
    version: versionArg.version,
  })),
  access: { code: settingsCodes.change, scope: ({ customerId }) => ({ customerId }) },
  validate: z
    .object({
      asks: z.enum(requirementLevels),
      reasons: z.array(reasonInput),
    })
    .refine(
      ({ asks, reasons }) => asks === "NEVER" || reasons.some(({ isArchived }) => !isArchived),
      "Please enter a reason to choose from",
    ),
  changes: { of: declineReasonsKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ asks, reasons: given, version }, call) => {
    const { ctx, customer } = call;
    const stored = await declineSettingOf(ctx.db, customer.id);
    const edition = await editionAfter(call, stored, version);
    const known = reasonsOf(stored);
    const sent = new Set(given.flatMap(({ _id }) => _id ?? []));
    if ([...sent].some((id) => !known.some((one) => one.id === id))) throw notFound();
    const leftOut = known.filter(({ id }) => !sent.has(id)).map((one) => ({ ...one, isArchived: true }));
    const reasons = [
      ...given.map(({ _id, ...values }) => ({ id: _id ?? newId(ctx.now), ...values })),
      ...leftOut,
    ];
    const ids = new Set(reasons.map(({ id }) => id));
    const names = new Set(reasons.map(({ name }) => searchKey(name)));
    if (ids.size < reasons.length || names.size < reasons.length)
      throw invalid("Please enter each reason only once");
    if (reasons.length > maxReasons) throw invalid(`Please keep to ${maxReasons} reasons`);
    const setting: DeclineSetting = {
      customerId: customer.id,
      asks,
      reasons: JSON.stringify(reasons),
      updatedAt: ctx.now,
      ...edition,
    };
    await storeDeclineSetting(ctx.db, setting);
    return shapeOf(setting);
  },
});
