/**
 * Tests of single sign-on before it is enabled: with saved or unsaved settings, without signing in (SSO-65).
 */
import { randomBytes } from "node:crypto";
import { z } from "zod/v4";
import { builder, rowType, argsOf } from "../../core/builder";
import { invalid } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import { settingsCodes } from "../../core/settings-codes";
import { authnRequestUrl } from "./saml";
import { SamlRefusal } from "./saml-structure";
import { serviceProviderOf } from "./service-provider";
import {
  callbackRedirect,
  editableSso,
  NameIdFormatType,
  SsoFilterType,
  ssoFilter,
  SsoUpdateType,
} from "./sso-config.operations";
import { requireRightsOfPeople } from "../permissions/rights";
import { findSsoConfig } from "./sso-configs.store";
import { isPassed, parseTestOutcome, testReasons, testStates, testSteps, type TestStep } from "./sso-test";
import { insertSsoTest, ssoTestResult, type SsoTest } from "./sso-tests.store";

/** Maximum time from the start of a test to the last read of its result. */
const testLifetimeMs = 10 * 60_000;

const Begun = rowType<{ redirectUrl: string }>()("IDPSSOTestBegun", { redirectUrl: "String" });

mutation("IDPBeginSSOTest", {
  type: Begun,
  description:
    "Starts a test of the given settings and returns the identity provider's URL. The test creates no session, no user and no sign-in entry. It returns the browser to the console's callback with the id of a result (`test`) that only the caller can read. Ends any other test by the caller.",
  args: builder.args((t) => ({
    update: t.field({ type: SsoUpdateType, required: true }),
    filter: t.field({ type: SsoFilterType, required: true }),
    redirect: t.string({
      required: true,
      description: "A URL on the console host that the browser is using.",
    }),
  })),
  access: { code: settingsCodes.change, scope: ({ filter: { customerId } }) => ({ customerId }) },
  validate: z.object({ update: z.object(editableSso), filter: ssoFilter, redirect: callbackRedirect }),
  changes: "none because a test changes no stored data",
  before: async ({ update }, { ctx, customer: { id: customerId } }) => {
    const { awsRegion } = ctx;
    const serviceProvider = serviceProviderOf(ctx.origin(), { awsRegion, customerId });
    const requestId = `_${randomBytes(20).toString("hex")}`;
    const trust = { ...update, nameIdFormat: update.nameIdFormat ?? "EMAIL", serviceProvider } as const;
    try {
      return { requestId, redirectUrl: await authnRequestUrl(trust, requestId) };
    } catch (error) {
      if (error instanceof SamlRefusal) throw invalid("These settings cannot be tested");
      throw error;
    }
  },
  resolve: async ({ update, redirect }, call, { requestId, redirectUrl }) => {
    const { ctx, caller, customer } = call;
    const { loginUrl, publicCertificates, groupIds } = update;
    const saved = await findSsoConfig(ctx.db, customer.id);
    // A test with another identity provider reveals who has an account, so it requires the same rights as
    // saving it (SSO-40).
    if (saved?.loginUrl !== loginUrl || saved.publicCertificates !== publicCertificates)
      await requireRightsOfPeople(call);
    await insertSsoTest(ctx.db, {
      requestId,
      customerId: customer.id,
      userId: caller.user.id,
      loginUrl,
      publicCertificates,
      idpEntityId: update.idpEntityId || null,
      nameIdFormat: update.nameIdFormat ?? "EMAIL",
      groupIds: JSON.stringify(groupIds),
      redirect,
      createdAt: ctx.now,
      expiresAt: ctx.now + testLifetimeMs,
      resultId: null,
      outcome: null,
    });
    return { redirectUrl };
  },
});

const Step = builder.objectRef<TestStep>("IDPSSOTestStep").implement({
  fields: (t) => ({
    step: t.expose("step", { type: builder.enumType("IDPSSOTestStepName", { values: testSteps }) }),
    state: t.expose("state", { type: builder.enumType("IDPSSOTestState", { values: testStates }) }),
    reason: t.expose("reason", {
      type: builder.enumType("IDPSSOTestReason", { values: testReasons }),
      nullable: true,
    }),
    found: t.exposeString("found", { nullable: true }),
    expected: t.exposeString("expected", { nullable: true }),
    minutes: t.exposeInt("minutes", { nullable: true }),
  }),
});

const Attribute = builder.objectRef<{ name: string; values: string[] }>("IDPSSOTestAttribute").implement({
  fields: (t) => ({ name: t.exposeString("name"), values: t.exposeStringList("values") }),
});

const Result = builder.objectRef<SsoTest & { outcome: string }>("IDPSSOTestResult").implement({
  fields: (t) => ({
    isPassed: t.boolean({ resolve: ({ outcome }) => isPassed(parseTestOutcome(outcome)) }),
    steps: t.field({ type: [Step], resolve: ({ outcome }) => parseTestOutcome(outcome).steps }),
    attributes: t.field({
      type: [Attribute],
      description: "The attributes of the signed assertion. Empty if the signature is invalid.",
      resolve: ({ outcome }) => parseTestOutcome(outcome).attributes,
    }),
    groupIds: t.idList({ resolve: ({ groupIds }) => z.array(z.string()).parse(JSON.parse(groupIds)) }),
    loginUrl: t.exposeString("loginUrl"),
    publicCertificates: t.exposeString("publicCertificates"),
    idpEntityId: t.exposeString("idpEntityId", { nullable: true }),
    nameIdFormat: t.expose("nameIdFormat", { type: NameIdFormatType }),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
  }),
});

query("IDPGetSSOTest", {
  type: Result,
  nullable: true,
  description:
    "The result of a test, for ten minutes after its start. Null for anyone but the person who started it.",
  args: argsOf({ customerId: "ID", testId: "ID" }),
  access: { code: settingsCodes.change, scope: ({ customerId }) => ({ customerId }) },
  resolve: async ({ testId }, { ctx, caller, customer }) => {
    const testKey = { resultId: testId, customerId: customer.id, userId: caller.user.id };
    const test = await ssoTestResult(ctx.db, testKey, ctx.now);
    return test && test.outcome !== null ? { ...test, outcome: test.outcome } : null;
  },
});
