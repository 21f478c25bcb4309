/** Single sign-on settings of a customer. */
import { mapSequentially } from "../../store/sequential";
import { z } from "zod/v4";
import { editionOf, noEdition, type Edition } from "../../core/optimistic-lock";
import { conflict, invalid, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import { ssoChangedMail } from "../notifications/mails";
import { certificatesOf, configuredCertificates } from "./saml";
import { maxPastedLength } from "../../../shared/certificates";
import { newcomerGroups } from "./sso-account";
import { nameIdFormats, type NameIdFormat } from "./name-id-formats";
import { attributeClaimKeys, serviceProviderOf, type ServiceProvider } from "./service-provider";
import { settingsCodes } from "../../core/settings-codes";
import { ssoRefusals } from "../../../shared/sso-attempts";
import { plainCharacters } from "../../../shared/pasted";
import { webAddressRule } from "../../core/text-rules";
import { accountName as accountNameRule } from "../customers/account-name";
import { isAccountNameOfAnother } from "../customers/customers.store";
import {
  findSsoConfig,
  findSsoConfigByAccountName,
  insertSsoConfig,
  lastSsoRefusal,
  updateSsoConfig,
  type SsoConfig,
} from "./sso-configs.store";
import { hasPassed, deleteOtherPass } from "./sso-tests.store";
import { outbox } from "../../core/outbox.store";
import type { Row } from "../../store/tables";
import type { CustomerCall } from "../../core/access";
import { administratorsOf, keepingAdministrator } from "../permissions/administrators";
import { builder, rowType, inputOf, argsOf } from "../../core/builder";
import { readersOf, type ApiContext } from "../../core/context";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { Edited, editionAfter, versionArg } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import { requireRightsOfPeople, requireSsoGroups } from "../permissions/rights";
import { endSsoSessionsOf, ssoSessionsOf } from "../../core/sessions.store";
import { declareBounds, maxItems } from "../../core/bounds";
import type { Writer } from "../../store/engine";
import { ssoKind } from "./sso-config.record";

declareBounds({
  lists: {
    "IDPCreateSSOConfig.groupIds": maxItems(100, "Please select no more than 100 user groups"),
    "IDPUpdateSSOConfigInput.groupIds": maxItems(100, "Please select no more than 100 user groups"),
  },
});

type ProvisionMode = SsoConfig["userProvisionMode"];

/** A stored configuration, or the defaults for a new one (SSO-27). */
interface ConfigShape extends Edition {
  readonly accountName: string;
  readonly organizationId: string;
  readonly region: string;
  readonly customerId: string;
  readonly hierarchyId: string;
  readonly groupIds: string[];
  readonly enabled: boolean;
  readonly loginUrl: string | null;
  readonly userProvisionMode: ProvisionMode;
  readonly publicCertificates: string | null;
  readonly idpEntityId: string | null;
  readonly nameIdFormat: NameIdFormat;
  readonly serviceProvider: ServiceProvider;
  readonly initialized: boolean;
  readonly enabledCustomerIdAsUsernamePrefix: boolean;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}

const ProvisionModeType = builder.enumType("IDPUserProvisionMode", {
  values: ["IN_TIME", "BEFORE"] as const,
  description: "IN_TIME: the first sign-in creates the account. BEFORE: the account must already exist.",
});

export const NameIdFormatType = builder.enumType("IDPNameIdFormat", {
  values: Object.keys(nameIdFormats) as NameIdFormat[],
  description: "The requested NameID format. People are identified by the `email` claim regardless.",
});

const ClaimKeys = rowType<typeof attributeClaimKeys>()("IDPAttributeClaimKeys", {
  firstName: "String",
  lastName: "String",
  email: "String",
});

export const RefusalReason = builder.enumType("IDPSSORefusalReason", { values: ssoRefusals });

const Refusal = builder.objectRef<Row<"sso_refusals">>("IDPSSORefusal").implement({
  fields: (t) => ({
    reason: t.expose("reason", { type: RefusalReason }),
    refusedAt: t.expose("refusedAt", { type: "DateTime" }),
  }),
});

const Config = builder.objectRef<ConfigShape>("IDPSSOConfig").implement({
  interfaces: [Edited],
  fields: (t) => ({
    accountName: t.exposeString("accountName"),
    organizationId: t.exposeID("organizationId"),
    region: t.exposeString("region"),
    customerId: t.exposeID("customerId"),
    hierarchyId: t.exposeID("hierarchyId"),
    groupIds: t.exposeIDList("groupIds"),
    newcomerGroupIds: t.idList({
      description:
        "The groups of `groupIds` that an account created at its first sign-in would currently join.",
      resolve: ({ customerId, groupIds }, _args, { db, config }) =>
        newcomerGroups(db, { id: customerId }, { groupIds: JSON.stringify(groupIds) }, config.policyPrefix),
    }),
    enabled: t.exposeBoolean("enabled"),
    loginUrl: t.exposeString("loginUrl", { nullable: true }),
    userProvisionMode: t.expose("userProvisionMode", { type: ProvisionModeType }),
    publicCertificates: t.exposeString("publicCertificates", { nullable: true }),
    idpEntityId: t.exposeString("idpEntityId", {
      nullable: true,
      description: "The identity provider's entity id. If null, the first sign-in after a save sets it.",
    }),
    nameIdFormat: t.expose("nameIdFormat", { type: NameIdFormatType }),
    attributeClaimKeys: t.field({ type: ClaimKeys, resolve: () => attributeClaimKeys }),
    edgeEntityId: t.string({ resolve: ({ serviceProvider }) => serviceProvider.entityId }),
    edgeSamlAudience: t.string({
      description: "The service provider's entity id, which assertions must name as their audience.",
      resolve: ({ serviceProvider }) => serviceProvider.entityId,
    }),
    metadataUrl: t.string({ resolve: ({ serviceProvider }) => serviceProvider.metadataUrl }),
    assertionUrl: t.string({ resolve: ({ serviceProvider }) => serviceProvider.assertionUrl }),
    lastRefusal: t.field({
      type: Refusal,
      nullable: true,
      description: "The latest refused sign-in since the last successful one. Null if there is none.",
      resolve: async ({ customerId }, _args, { db }) => (await lastSsoRefusal(db, customerId)) ?? null,
    }),
    initialized: t.exposeBoolean("initialized"),
    enabledCustomerIdAsUsernamePrefix: t.exposeBoolean("enabledCustomerIdAsUsernamePrefix"),
    createdAt: t.expose("createdAt", { type: "DateTime", nullable: true }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", nullable: true }),
  }),
});

const AccountName = rowType<{ accountName: string }>()("IDPSSOAccountName", { accountName: "String" });

export const SsoFilterType = inputOf("IDPSSOConfigFilter", { customerId: "ID", isEdgeSSO: "Boolean" });

export const SsoUpdateType = builder.inputType("IDPUpdateSSOConfigInput", {
  fields: (t) => ({
    groupIds: t.idList({ required: true }),
    enabled: t.boolean({ required: true }),
    loginUrl: t.string({ required: true }),
    publicCertificates: t.string({ required: true }),
    idpEntityId: t.string({ description: "Omitting it is the same as sending an empty value." }),
    nameIdFormat: t.field({ type: NameIdFormatType, description: "EMAIL if omitted." }),
  }),
});

/** The console's return address. Not normalized, since it must come back unchanged. */
export const callbackRedirect = z
  .string()
  .max(4000, "Invalid redirect url")
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), "Invalid redirect url");

/** Only the product's own single sign-on is supported. */
export const ownSso = z
  .boolean()
  .refine((isOwn) => isOwn, "Only the product's own single sign-on can be stored here");
export const ssoFilter = z.object({ customerId: z.string(), isEdgeSSO: ownSso });
const certificateErrors = {
  tooLong: "Please keep the public certificate within 5000 characters",
  privateKey: "This contains a private key. Please paste only the public certificate",
  unreadable: "This cannot be read as a certificate. Please enter an X.509 certificate as Base64 or PEM text",
};
export const editableSso = {
  groupIds: z.array(z.string()),
  enabled: z.boolean(),
  loginUrl: webAddressRule("login url").min(1, "Please enter the login url"),
  publicCertificates: z
    .string()
    .trim()
    .min(1, { error: "Please enter the public certificate", abort: true })
    .max(maxPastedLength, { error: certificateErrors.tooLong, abort: true })
    .transform((text, context) => {
      const read = configuredCertificates(text);
      const isLong = (typeof read === "string" ? text : read.stored).length > 5000;
      const fault = isLong && read !== "privateKey" ? "tooLong" : typeof read === "string" ? read : undefined;
      if (fault) context.addIssue({ code: "custom", message: certificateErrors[fault] });
      return typeof read === "string" ? "" : read.stored;
    }),
  idpEntityId: z
    .string()
    .overwrite(plainCharacters)
    .max(1024, "Please keep the entity id within 1024 characters")
    .nullish(),
  nameIdFormat: z.enum(Object.keys(nameIdFormats) as [NameIdFormat, ...NameIdFormat[]]).nullish(),
};

function shapeOf({ ctx, customer }: CustomerCall, config: SsoConfig | undefined): ConfigShape {
  return {
    accountName: config?.accountName ?? customer.uniqueName,
    organizationId: customer.organizationId,
    region: ctx.awsRegion,
    customerId: customer.id,
    hierarchyId: config?.hierarchyId ?? customer.rootHierarchyId,
    groupIds: config ? z.array(z.string()).parse(JSON.parse(config.groupIds)) : [],
    enabled: config?.enabled === 1,
    loginUrl: config?.loginUrl ?? null,
    userProvisionMode: config?.userProvisionMode ?? "IN_TIME",
    publicCertificates: config?.publicCertificates ?? null,
    idpEntityId: config?.idpEntityId ?? null,
    nameIdFormat: config?.nameIdFormat ?? "EMAIL",
    serviceProvider: serviceProviderOf(ctx.origin(), { awsRegion: ctx.awsRegion, customerId: customer.id }),
    initialized: config !== undefined,
    enabledCustomerIdAsUsernamePrefix: config?.enabledCustomerIdAsUsernamePrefix === 1,
    createdAt: config?.createdAt ?? null,
    updatedAt: config?.updatedAt ?? null,
    ...editionOf(config ?? noEdition),
  };
}

interface Values {
  groupIds: string[];
  enabled: boolean;
  loginUrl: string;
  publicCertificates: string;
  idpEntityId?: string | null | undefined;
  nameIdFormat?: NameIdFormat | null | undefined;
}

/** Returns the settings that a test depends on, from a form's values. */
const testedOf = ({ loginUrl, publicCertificates, idpEntityId, nameIdFormat }: Values) => ({
  loginUrl,
  publicCertificates,
  idpEntityId: idpEntityId || null,
  nameIdFormat: nameIdFormat ?? ("EMAIL" as const),
});

/**
 * Returns the columns for a form's values. Checks unchanged groups as well, because the caller answers for
 * all of them.
 */
async function columnsOf(call: CustomerCall, values: Values) {
  const { ctx } = call;
  const groupIds = [...new Set(values.groupIds)];
  await requireSsoGroups(call, groupIds);
  return {
    groupIds: JSON.stringify(groupIds),
    enabled: values.enabled ? 1 : 0,
    ...testedOf(values),
    updatedAt: ctx.now,
  } as const;
}

type Provider = Pick<SsoConfig, "enabled" | "loginUrl" | "publicCertificates">;
type NamedProvider = Provider & Pick<SsoConfig, "idpEntityId">;

/**
 * True if this is still the identity provider that users confirmed (SSO-42): same login address and at least
 * one certificate in common, as after adding a new certificate before the old one expires.
 */
function isSameProvider(before: SsoConfig, after: Provider): boolean {
  if (before.loginUrl !== after.loginUrl) return false;
  if (before.publicCertificates === after.publicCertificates) return true;
  const known = new Set(certificatesOf(before.publicCertificates));
  return certificatesOf(after.publicCertificates).some((certificate) => known.has(certificate));
}

/**
 * Returns which single sign-on sessions end when the settings are saved (SSO-58). If the identity provider changes,
 * the caller's session stays: a wrong address would otherwise lock out all users.
 */
const sessionsEndedBy = (before: SsoConfig, after: Provider): "all" | "others" | "none" =>
  after.enabled === 0 ? "all" : isSameProvider(before, after) ? "none" : "others";

/**
 * Throws unless callers who change the identity provider hold the rights of all users it can sign in. Mails
 * the customer's administrators about the change (SSO-40, SSO-41).
 */
async function guardProvider(
  call: CustomerCall<Writer>,
  after: NamedProvider,
  before?: NamedProvider,
): Promise<void> {
  const { ctx, caller, customer } = call;
  const isChanged =
    before?.enabled !== after.enabled ||
    before.loginUrl !== after.loginUrl ||
    before.publicCertificates !== after.publicCertificates ||
    before.idpEntityId !== after.idpEntityId;
  if (!isChanged) return;
  await requireRightsOfPeople(call);
  const mail = ssoChangedMail({
    customer: customer.displayName,
    changedBy: `${caller.user.firstName} ${caller.user.lastName}`.trim() || caller.user.username,
    isEnabled: after.enabled === 1,
    loginUrl: after.loginUrl,
  });
  for (const { email } of await administratorsOf(call, customer)) {
    await outbox.add(ctx.db, { ...mail, to: email, customerId: customer.id }, ctx.now);
  }
}

/** True if another customer of any region uses this name for sign-in or as its account name (SSO-34). */
async function isOfAnother(ctx: ApiContext, accountName: string, customerId: string): Promise<boolean> {
  const owners = await mapSequentially(
    readersOf(ctx),
    async (region) => (await findSsoConfigByAccountName(region, accountName))?.customerId,
  );
  return (
    owners.some((owner) => owner !== undefined && owner !== customerId) ||
    (await isAccountNameOfAnother(ctx.db, accountName, customerId))
  );
}

query("IDPGetSSOConfig", {
  description: "The single sign-on settings of a customer.",
  type: Config,
  args: builder.args((t) => ({ filter: t.field({ type: SsoFilterType, required: true }) })),
  access: { code: settingsCodes.read, scope: ({ filter: { customerId } }) => ({ customerId }) },
  validate: z.object({ filter: ssoFilter }),
  resolve: async (_args, call) => shapeOf(call, await findSsoConfig(call.ctx.db, call.customer.id)),
});

query("IDPSearchSSOConfigs", {
  description: "The account name of a customer's single sign-on, if it has one.",
  type: [AccountName],
  args: argsOf({ customerId: "ID", enabled: "Boolean?" }),
  access: { code: settingsCodes.read, scope: ({ customerId }) => ({ customerId }) },
  resolve: async ({ customerId, enabled }, { ctx }) => {
    const config = await findSsoConfig(ctx.db, customerId);
    const isWanted = config && (enabled == null || enabled === (config.enabled === 1));
    return isWanted ? [{ accountName: config.accountName }] : [];
  },
});

interface ChangeShape {
  readonly needsTest: boolean;
  readonly peopleSignedOut: number;
  readonly isCallerBySso: boolean;
}

const SsoChange = builder.objectRef<ChangeShape>("IDPSSOChange").implement({
  fields: (t) => ({
    needsTest: t.exposeBoolean("needsTest", {
      description:
        "Whether the update turns on single sign-on with settings that have not passed a test since they were changed (SSO-66).",
    }),
    peopleSignedOut: t.exposeInt("peopleSignedOut", {
      description:
        "The number of people signed in by single sign-on whose sessions end because the update turns it off or replaces the identity provider.",
    }),
    isCallerBySso: t.exposeBoolean("isCallerBySso", {
      description:
        "Whether the caller signed in by single sign-on. Turning it off ends the caller's session too; replacing the identity provider does not.",
    }),
  }),
});

query("IDPGetSSOChange", {
  type: SsoChange,
  description:
    "The effect of an update or set-up: how many people it signs out (SSO-58), and whether its settings have passed a test.",
  args: builder.args((t) => ({
    update: t.field({ type: SsoUpdateType, required: true }),
    filter: t.field({ type: SsoFilterType, required: true }),
  })),
  access: { code: settingsCodes.change, scope: ({ filter: { customerId } }) => ({ customerId }) },
  validate: z.object({ update: z.object(editableSso), filter: ssoFilter }),
  resolve: async ({ update }, { ctx, caller, customer }) => {
    const config = await findSsoConfig(ctx.db, customer.id);
    const ended = config ? sessionsEndedBy(config, { ...update, enabled: update.enabled ? 1 : 0 }) : "none";
    const open = await ssoSessionsOf(ctx.db, customer.id, ctx.now);
    const isCallers = ({ id }: (typeof open)[number]) => id === caller.sessionId;
    const ending = ended === "none" ? [] : open.filter((one) => ended === "all" || !isCallers(one));
    const isTurnedOn = update.enabled && config?.enabled !== 1;
    return {
      needsTest: isTurnedOn && !(await hasPassed(ctx.db, customer.id, testedOf(update))),
      peopleSignedOut: new Set(ending.map(({ userId }) => userId)).size,
      isCallerBySso: open.some(isCallers),
    };
  },
});

mutation("IDPCreateSSOConfig", {
  description: "Sets up single sign-on for a customer.",
  type: Config,
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      accountName: t.string({ required: true }),
      region: t.string({ required: true }),
      groupIds: t.idList({ required: true }),
      enabled: t.boolean({ required: true }),
      loginUrl: t.string({ required: true }),
      publicCertificates: t.string({ required: true }),
      idpEntityId: t.string({ description: "Omitting it is the same as sending an empty value." }),
      nameIdFormat: t.field({ type: NameIdFormatType, description: "EMAIL if omitted." }),
      isEdgeSSO: t.boolean({ required: true }),
    })),
  },
  access: onRootDepartment(settingsCodes.change),
  validate: z.object({
    ...editableSso,
    accountName: z.string().toLowerCase().pipe(accountNameRule),
    isEdgeSSO: ownSso,
  }),
  alone: "because account names are unique over all regions, and it opens accounts",
  changes: { of: ssoKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ accountName, region, ...values }, call) => {
    const { ctx, customer } = call;
    if (region !== ctx.awsRegion) throw invalid("The customer is not in this region");
    const edition = await editionAfter(
      call,
      await findSsoConfig(ctx.db, customer.id),
      0,
      "Single sign-on is already set up",
    );
    if (await isOfAnother(ctx, accountName, customer.id)) {
      throw conflict("Account name is associated with another customer");
    }
    const columns = await columnsOf(call, values);
    await guardProvider(call, columns);
    const config: SsoConfig = {
      ...columns,
      ...edition,
      providerId: newId(ctx.now),
      customerId: customer.id,
      id: newId(ctx.now),
      hierarchyId: customer.rootHierarchyId,
      accountName,
      userProvisionMode: "IN_TIME",
      enabledCustomerIdAsUsernamePrefix: 0,
      idpIssuer: null,
      createdAt: ctx.now,
    };
    await insertSsoConfig(ctx.db, config);
    await deleteOtherPass(ctx.db, customer.id, config);
    return shapeOf(call, config);
  },
});

mutation("IDPUpdateSSOConfig", {
  description: "Changes a customer's single sign-on settings.",
  type: Config,
  args: builder.args((t) => ({
    update: t.field({ type: SsoUpdateType, required: true }),
    filter: t.field({ type: SsoFilterType, required: true }),
    version: versionArg.version,
  })),
  access: { code: settingsCodes.change, scope: ({ filter: { customerId } }) => ({ customerId }) },
  validate: z.object({ update: z.object(editableSso), filter: ssoFilter }),
  alone: "because account names are unique over all regions, and it opens accounts",
  changes: { of: ssoKind, ids: ({ filter: { customerId } }) => [customerId] },
  resolve: async ({ update, version }, call) => {
    const { ctx, caller, customer } = call;
    const config = await findSsoConfig(ctx.db, customer.id);
    if (!config) throw notFound();
    const columns = { ...(await columnsOf(call, update)), ...(await editionAfter(call, config, version)) };
    await guardProvider(call, columns, config);
    const providerId = isSameProvider(config, columns) ? config.providerId : newId(ctx.now);
    const changed = { ...columns, providerId };
    // Accounts created by single sign-on have no other sign-in, so it cannot be turned off for the last user
    // administrator.
    await keepingAdministrator(call, customer.id, () => updateSsoConfig(ctx.db, customer.id, changed));
    await deleteOtherPass(ctx.db, customer.id, columns);
    const ended = sessionsEndedBy(config, columns);
    const butId = ended === "others" ? caller.sessionId : undefined;
    if (ended !== "none") await endSsoSessionsOf(ctx.db, customer.id, ctx.now, butId);
    return shapeOf(call, { ...config, ...changed });
  },
});
