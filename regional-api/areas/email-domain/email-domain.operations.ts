/** A customer's own sender address, and the verification of its domain (MAIL). */
import { emailRule } from "../../core/text-rules";
import { z } from "zod/v4";
import {
  canRetry,
  findRecords,
  isDueForLookUp,
  newDkimTokens,
  applyLookup,
  verify,
  type VerificationStatus,
  senderName,
} from "./email-domain.rules";
import { TellableError, invalid } from "../../core/errors";
import { settingsCodes } from "../../core/settings-codes";
import {
  findEmailDomain,
  insertEmailDomain,
  updateEmailDomain,
  type EmailDomain,
} from "./email-domain.store";
import { builder, idArgs, textArgs } from "../../core/builder";
import type { ApiContext } from "../../core/context";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { Edited, editionAfter, versionArg } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import type { Writer } from "../../store/engine";
import { emailDomainKind } from "./email-domain.record";

const statuses = ["PENDING", "SUCCESS", "FAILED", "TEMPORARY_FAILURE", "NOT_STARTED"] as const;
export const EmailDomainStatus = builder.enumType("NotifVerificationStatus", { values: statuses });

const VerificationInfo = builder.objectRef<EmailDomain>("NotifVerificationInfo").implement({
  fields: (t) => ({
    errorType: t.exposeString("verificationErrorType", { nullable: true }),
    lastCheckedTimestamp: t.expose("lastCheckedAt", { type: "DateTime", nullable: true }),
  }),
});

const tokensOf = (domain: EmailDomain): string[] => z.array(z.string()).parse(JSON.parse(domain.dkimTokens));

const EmailIdentity = builder.objectRef<EmailDomain>("NotifEmailIdentity").implement({
  fields: (t) => ({
    verificationStatus: t.expose("verificationStatus", { type: EmailDomainStatus }),
    dkimTokens: t.stringList({ resolve: tokensOf }),
    verificationInfo: t.field({ type: VerificationInfo, resolve: (domain) => domain }),
  }),
});

const EmailDomainType = builder.objectRef<EmailDomain>("NotifEmailDomain").implement({
  interfaces: [Edited],
  fields: (t) => ({
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    customerId: t.exposeID("customerId"),
    displayName: t.exposeString("displayName"),
    emailAddress: t.exposeString("emailAddress"),
    emailIdentity: t.field({ type: EmailIdentity, resolve: (domain) => domain }),
    isCustomizedEmailDomainEnabled: t.boolean({
      resolve: (domain) => domain.isCustomizedEmailDomainEnabled === 1,
    }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
  }),
});

const RetryResult = builder
  .objectRef<{ status: VerificationStatus; tokens: string[] }>("NotifRetryDkimVerificationResult")
  .implement({
    fields: (t) => ({
      DkimStatus: t.expose("status", { type: EmailDomainStatus }),
      DkimTokens: t.exposeStringList("tokens"),
    }),
  });

const emailAddress = emailRule({
  missing: "Please enter your email",
  most: 100,
  tooLong: "Please keep your email within 100 characters",
  invalid: "Please enter a valid email",
});

/** The console recognizes a missing domain by this exact text (MAIL-02). */
const notFound = () => new TellableError("Email domain is not found", "Not Found Error");

/**
 * Returns the customer's email domain. The first read after the verification period ends a simulated
 * verification (MAIL-23). With real DNS lookups, elapsed time does not end it (MAIL-26).
 */
async function currentDomain(ctx: ApiContext<Writer>, customerId: string): Promise<EmailDomain> {
  const stored = await findEmailDomain(ctx.db, customerId);
  if (!stored) throw notFound();
  const verified =
    ctx.config.dkimHost === null ? verify(stored, ctx.now, ctx.config.emailDomainVerificationMs) : undefined;
  if (verified) await updateEmailDomain(ctx.db, { ...verified, updatedAt: ctx.now });
  return verified ?? stored;
}

/**
 * Returns the customer's email domain. Looks up the DNS records of a pending domain, at most once a minute.
 */
async function lookedUpDomain(ctx: ApiContext, customerId: string): Promise<EmailDomain> {
  const { dkimHost } = ctx.config;
  const before = await ctx.write((ctx) => currentDomain(ctx, customerId), customerId);
  if (dkimHost === null || !isDueForLookUp(before, ctx.now)) return before;
  const { emailAddress } = before;
  const found = await findRecords({ emailAddress, tokens: tokensOf(before) }, dkimHost, ctx.lookUpCname);
  return ctx.write(async (ctx) => {
    const stored = await currentDomain(ctx, customerId);
    // A concurrent call may have looked them up already.
    if (!isDueForLookUp(stored, ctx.now)) return stored;
    const checked = { ...applyLookup(stored, found, ctx.clock()), updatedAt: ctx.now };
    await updateEmailDomain(ctx.db, checked);
    return checked;
  }, customerId);
}

query("NotifGetEmailDomain", {
  description: "The customer's own email domain and its verification status.",
  type: EmailDomainType,
  args: idArgs("customerId"),
  access: { code: settingsCodes.read, scope: ({ customerId }) => ({ customerId }) },
  resolve: ({ customerId }, { ctx }) => lookedUpDomain(ctx, customerId),
});

mutation("NotifCreateEmailDomain", {
  description: "Sets up a customer's own email domain and starts its verification.",
  type: EmailDomainType,
  args: {
    ...scopeArgs,
    ...textArgs("displayName", "emailAddress"),
  },
  access: onRootDepartment(settingsCodes.change),
  validate: z.object({ displayName: senderName, emailAddress }),
  changes: { of: emailDomainKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ customerId, displayName, emailAddress }, call) => {
    const { ctx } = call;
    const domain: EmailDomain = {
      ...(await editionAfter(
        call,
        await findEmailDomain(ctx.db, customerId),
        0,
        "Email domain already exists",
      )),
      customerId,
      displayName,
      emailAddress,
      isCustomizedEmailDomainEnabled: 0,
      verificationStatus: "PENDING",
      dkimTokens: JSON.stringify(newDkimTokens()),
      verificationErrorType: null,
      verificationRequestedAt: ctx.now,
      lastCheckedAt: null,
      retriedAt: null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await insertEmailDomain(ctx.db, domain);
    return domain;
  },
});

mutation("NotifUpdateEmailDomainSetting", {
  description: "Changes the sender's name, or whether emails are sent from the customer's own domain.",
  type: EmailDomainType,
  args: builder.args((t) => ({
    customerId: t.id({ required: true }),
    displayName: t.string(),
    isCustomizedEmailDomainEnabled: t.boolean(),
    version: versionArg.version,
  })),
  access: { code: settingsCodes.change, scope: ({ customerId }) => ({ customerId }) },
  validate: z.object({ displayName: senderName.nullish() }),
  changes: { of: emailDomainKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ customerId, displayName, isCustomizedEmailDomainEnabled: isOn, version }, call) => {
    const { ctx } = call;
    const domain = await currentDomain(ctx, customerId);
    if (isOn != null && domain.verificationStatus !== "SUCCESS") {
      throw invalid("The domain is not verified");
    }
    const changed: EmailDomain = {
      ...domain,
      displayName: displayName ?? domain.displayName,
      isCustomizedEmailDomainEnabled: isOn == null ? domain.isCustomizedEmailDomainEnabled : isOn ? 1 : 0,
      ...(await editionAfter(call, domain, version)),
      updatedAt: ctx.now,
    };
    await updateEmailDomain(ctx.db, changed);
    return changed;
  },
});

mutation("NotifRetryDkimVerification", {
  description: "Restarts the failed verification of a customer's email domain.",
  type: RetryResult,
  args: idArgs("customerId"),
  access: { code: settingsCodes.change, scope: ({ customerId }) => ({ customerId }) },
  changes: { of: emailDomainKind, ids: ({ customerId }) => [customerId], action: "CHECKED_AGAIN" },
  resolve: async ({ customerId }, { ctx }) => {
    const domain = await currentDomain(ctx, customerId);
    if (!canRetry(domain)) throw invalid("The verification has succeeded or is in progress");
    await updateEmailDomain(ctx.db, {
      ...domain,
      verificationStatus: "PENDING",
      verificationErrorType: null,
      verificationRequestedAt: ctx.now,
      retriedAt: ctx.now,
      updatedAt: ctx.now,
    });
    return { status: "PENDING" as const, tokens: tokensOf(domain) };
  },
});
