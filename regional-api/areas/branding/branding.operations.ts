/** Branding of chat interviews. */
import { z } from "zod/v4";
import { parseTheme, theme, type ThemePart } from "./branding.rules";
import { lineRule, webAddressRule } from "../../core/text-rules";
import { TellableError } from "../../core/errors";
import { newId } from "../../core/ids";
import { settingsCodes } from "../../core/settings-codes";
import { findBranding, insertBranding, updateBranding, type Branding } from "./branding.store";
import { builder, idArgs, inputOf } from "../../core/builder";
import { onRootDepartment } from "../../core/department-access";
import { Edited, editionAfter, versionArg } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import { atMost, declareBounds } from "../../core/bounds";
import { brandingKind } from "./branding.record";

declareBounds({
  lists: {
    "FIAddBrandingInput.theme": atMost(100, "parts of a theme"),
    "FIEditBrandingInput.theme": atMost(100, "parts of a theme"),
  },
});

const ThemeValue = builder.objectRef<ThemePart["value"]>("FIThemeValue").implement({
  fields: (t) => ({
    backgroundColor: t.exposeString("backgroundColor"),
    fontColor: t.exposeString("fontColor"),
    linkColor: t.string({ nullable: true, resolve: ({ linkColor }) => linkColor ?? null }),
  }),
});

const ThemePartType = builder.objectRef<ThemePart>("FIThemePart").implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    type: t.exposeString("type"),
    value: t.expose("value", { type: ThemeValue }),
  }),
});

const BrandingType = builder.objectRef<Branding>("FIBranding").implement({
  interfaces: [Edited],
  fields: (t) => ({
    _id: t.exposeID("id"),
    title: t.exposeString("title", { nullable: true }),
    logoUrl: t.exposeString("logoUrl", { nullable: true }),
    theme: t.field({ type: [ThemePartType], resolve: (branding) => parseTheme(branding.theme) }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
  }),
});

const ThemeValueInput = inputOf("FIThemeValueInput", {
  backgroundColor: "String",
  fontColor: "String",
  linkColor: "String?",
});

const ThemePartInput = builder.inputType("FIThemePartInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    type: t.string({ required: true }),
    value: t.field({ type: ThemeValueInput, required: true }),
  }),
});

const AddInput = builder.inputType("FIAddBrandingInput", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    customerName: t.string({ required: true }),
    logoUrl: t.string(),
    title: t.string(),
    theme: t.field({ type: [ThemePartInput], required: true }),
  }),
});

const EditInput = builder.inputType("FIEditBrandingInput", {
  fields: (t) => ({
    logoUrl: t.string(),
    title: t.string(),
    theme: t.field({ type: [ThemePartInput], required: true }),
  }),
});

const editInput = z.object({
  logoUrl: webAddressRule("logo url").nullish(),
  title: lineRule("brandingTitle", 100, "the title").nullish(),
  theme,
});

const addInput = editInput.extend({
  organizationId: z.string(),
  customerId: z.string(),
  hierarchyId: z.string(),
  customerName: z.string().trim().min(1).max(100),
});

/** The console recognizes missing branding by this exact text (BRAND-03). */
const notFound = () => new TellableError("Branding is not found", "Not Found Error");

/** Maps validated and normalized arguments to columns. */
const columns = ({
  logoUrl,
  title,
  theme: parts,
}: {
  logoUrl?: string | null;
  title?: string | null;
  theme: unknown;
}) => ({
  logoUrl: logoUrl || null,
  title: title || null,
  theme: JSON.stringify(parts),
});

query("FIGetBranding", {
  description: "The branding of a customer.",
  type: BrandingType,
  args: idArgs("customerId"),
  access: { code: settingsCodes.read, scope: ({ customerId }) => ({ customerId }) },
  resolve: async ({ customerId }, { ctx }) => {
    const branding = await findBranding(ctx.db, customerId);
    if (!branding) throw notFound();
    return branding;
  },
});

mutation("FIAddBranding", {
  description: "Creates the branding of a customer.",
  type: BrandingType,
  args: builder.args((t) => ({ input: t.field({ type: AddInput, required: true }) })),
  access: { ...onRootDepartment(settingsCodes.change), scope: ({ input }) => input },
  validate: z.object({ input: addInput }),
  changes: { of: brandingKind, ids: ({ input }) => [input.customerId] },
  resolve: async ({ input }, call) => {
    const { ctx, customer } = call;
    const edition = await editionAfter(
      call,
      await findBranding(ctx.db, customer.id),
      0,
      "Branding already exists",
    );
    const branding: Branding = {
      ...columns(input),
      ...edition,
      customerId: customer.id,
      id: newId(ctx.now),
      hierarchyId: customer.rootHierarchyId,
      customerName: input.customerName,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await insertBranding(ctx.db, branding);
    return branding;
  },
});

mutation("FIEditBranding", {
  description: "Changes the branding of a customer.",
  type: BrandingType,
  args: builder.args((t) => ({
    customerId: t.id({ required: true }),
    input: t.field({ type: EditInput, required: true }),
    version: versionArg.version,
  })),
  access: { code: settingsCodes.change, scope: ({ customerId }) => ({ customerId }) },
  validate: z.object({ input: editInput }),
  changes: { of: brandingKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ customerId, input, version }, call) => {
    const { ctx } = call;
    const branding = await findBranding(ctx.db, customerId);
    if (!branding) throw notFound();
    const changed = {
      ...columns(input),
      ...(await editionAfter(call, branding, version)),
      updatedAt: ctx.now,
    };
    await updateBranding(ctx.db, customerId, changed);
    return { ...branding, ...changed };
  },
});
