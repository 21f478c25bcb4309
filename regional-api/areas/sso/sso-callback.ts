/** POST a customer's assertion URL: its identity provider's response (AUTH-72..AUTH-80). */
import { randomBytes, randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod/v4";
import { clientOf } from "../../../shared/client-address";
import { ssoCodeMail } from "../notifications/mails";
import { type AwsRegion, isAwsRegion } from "../../../shared/regions";
import { envelopeOf, claimedRequestId, verifyResponse, type Identity } from "./saml";
import { SamlRefusal } from "./saml-structure";
import { ssoRefusalOf } from "./sso-refusals";
import { samlPaths, serviceProviderOf } from "./service-provider";
import { formFields } from "../../core/form-fields";
import type { Services } from "../../core/context";
import { accountOf, isLockedToSso } from "./sso-account";
import { recordEvent, type Occasion } from "../../core/record";
import { findInDirectory } from "../../core/customers.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { waitBeforeMail } from "../auth/mail-pacing.store";
import { outbox } from "../../core/outbox.store";
import {
  findSsoConfig,
  forgetSsoRefusal,
  isLinked,
  lastSsoRefusal,
  linkAccount,
  noteSsoRefusal,
  setSsoIssuer,
  type SsoConfig,
} from "./sso-configs.store";
import { noteSsoAttempt } from "./sso-attempts.store";
import { isPassed, evaluateResponse } from "./sso-test";
import { answerSsoTest, notePass, openSsoTest } from "./sso-tests.store";
import { confirmedLifetimeMs, issueSsoCode } from "./sso-codes.store";
import { isNewAssertion, openSsoRequest, useSsoRequest } from "./sso-requests.store";

/** Maximum length of a reason, which may quote posted data. */
const maxReason = 200;
const maxBodyBytes = 256 * 1024;

/** The failure as passed to the console (AUTH-76..AUTH-79); its reason goes to the log only. */
type SsoFailure =
  | "ERROR_CUSTOM_SSO_CONFIG_NOT_FOUND_BY_EMAIL"
  | "ERROR_CUSTOM_SSO_DISABLED"
  | "ERROR_CUSTOM_USER_LOCKED"
  | "ERROR_CUSTOM_SSO_LOGIN_FAILED";

/** The result of the round trip to the identity provider, as passed to the console's callback. */
type Outcome = (
  { code: string; isToConfirm?: boolean } | { error: SsoFailure; reason: string } | { tested: CompletedTest }
) & {
  redirect?: string;
};

/** A completed test, with the URL of its result. */
interface CompletedTest {
  readonly resultId: string;
  readonly awsRegion: AwsRegion;
  readonly customerId: string;
}

const answer = z.object({ SAMLResponse: z.string().min(1) });

const failedOutcome = (reason: string, redirect?: string): Outcome => ({
  error: "ERROR_CUSTOM_SSO_LOGIN_FAILED",
  reason,
  ...(redirect !== undefined && { redirect }),
});

/**
 * Returns the outcome for a verified identity. Uses up the request and the assertion; fails if either was
 * used before.
 */
async function acceptIdentity(
  { config: { policyPrefix } }: Services,
  occasion: Occasion,
  db: Writer,
  customer: Row<"customer_directory">,
  config: SsoConfig,
  identity: Identity,
): Promise<Outcome> {
  const { now } = occasion;
  const decide = async (): Promise<Outcome> => {
    const request = await openSsoRequest(db, customer.id, identity.requestId, now);
    if (!request) return failedOutcome("no open request");
    const { redirect } = request;
    const { assertionId: id, expiresAt } = identity;
    if (!(await isNewAssertion(db, { customerId: customer.id, id, expiresAt })))
      return failedOutcome("replayed assertion");
    const issuer = config.idpEntityId ?? config.idpIssuer;
    if (issuer !== null && issuer !== identity.issuer) return failedOutcome("issuer", redirect);
    await useSsoRequest(db, request.id, now);
    if (config.idpIssuer === null) await setSsoIssuer(db, customer.id, identity.issuer);
    const account = await accountOf(db, customer, config, identity, occasion, policyPrefix);
    const { user, isNew } = typeof account === "string" ? { user: account, isNew: false } : account;
    if (user === "incomplete") return failedOutcome("claims", redirect);
    if (user === "unknown") {
      return { error: "ERROR_CUSTOM_SSO_CONFIG_NOT_FOUND_BY_EMAIL", reason: "no such account", redirect };
    }
    if (await isLockedToSso(db, user, now))
      return { error: "ERROR_CUSTOM_USER_LOCKED", reason: "locked", redirect };
    const { providerId } = config;
    if (isNew) await linkAccount(db, { userId: user.id, providerId, linkedAt: now });
    if (await isLinked(db, user.id, providerId))
      return { code: await issueSsoCode(db, user.id, request, now), redirect };
    // The identity provider's operator can assert any identity, so the account's owner must agree once
    // (SSO-42).
    if ((await waitBeforeMail(db, user.email, "SSO_CODE", now)) > 0)
      return failedOutcome("too many codes", redirect);
    const mailed = randomInt(1_000_000).toString().padStart(6, "0");
    const mail = ssoCodeMail(mailed, customer.displayName, confirmedLifetimeMs);
    await outbox.add(db, { ...mail, to: user.email, customerId: customer.id }, now);
    return {
      code: await issueSsoCode(db, user.id, request, now, { mailed, providerId }),
      isToConfirm: true,
      redirect,
    };
  };
  const outcome = await decide();
  if ("error" in outcome) {
    const details = { by: "SSO", reason: outcome.reason };
    await recordEvent(db, occasion, {
      action: "SIGNED_IN",
      kind: "USER",
      outcome: "FAILURE",
      customerId: customer.id,
      details,
    });
  }
  await keepRefusal(db, customer.id, outcome, { now, email: identity.email });
  return outcome;
}

/**
 * Stores why the last sign-in was refused, for the customer's administrators, until one succeeds. Ignores
 * responses to unknown requests, since anyone can post them.
 */
async function keepRefusal(
  db: Writer,
  customerId: string,
  outcome: Outcome,
  { now: attemptedAt, ...known }: { now: number; email?: string | undefined; minutesOff?: number | null },
): Promise<void> {
  if (!("error" in outcome)) {
    // A sign-in without a mailed code is logged when its session begins.
    if ("code" in outcome && outcome.isToConfirm)
      await noteSsoAttempt(db, { customerId, attemptedAt, result: "CODE_MAILED", ...known });
    if (await lastSsoRefusal(db, customerId)) await forgetSsoRefusal(db, customerId);
  } else if (outcome.redirect !== undefined) {
    const reason = ssoRefusalOf(outcome.reason);
    await noteSsoRefusal(db, { customerId, reason, refusedAt: attemptedAt });
    await noteSsoAttempt(db, { customerId, attemptedAt, result: "REFUSED", reason, ...known });
  }
}

/**
 * Returns the page the user wanted to open before the failed sign-in, if the response names a pending
 * request.
 */
async function redirectOf(
  db: Reader,
  customerId: string,
  encoded: string,
  now: number,
): Promise<string | undefined> {
  try {
    const { inResponseTo } = envelopeOf(encoded);
    return inResponseTo && (await openSsoRequest(db, customerId, inResponseTo, now))?.redirect;
  } catch {
    return undefined;
  }
}

/**
 * Handles the response to a test, without signing in. The result is stored for the user who started the test
 * and readable only in the browser that delivers it, so that luring another person to the identity provider
 * reveals nothing. Returns undefined for any other response.
 */
async function completeTest(
  { databases, clock, origin, config: { policyPrefix } }: Services,
  customer: Row<"customer_directory">,
  config: SsoConfig | undefined,
  encoded: string,
): Promise<Outcome | undefined> {
  const { id: customerId, awsRegion } = customer;
  const requestId = claimedRequestId(encoded);
  const region = databases.region(awsRegion);
  const test = requestId && (await openSsoTest(region.reader, customerId, requestId, clock()));
  if (!test) return undefined;
  const { redirect } = test;
  if (test.outcome !== null) return failedOutcome("replayed answer to a test", redirect);
  const serviceProvider = serviceProviderOf(origin(), { awsRegion, customerId });
  const tried = { db: region.reader, customer, config, test, serviceProvider, policyPrefix, now: clock() };
  const outcome = await evaluateResponse(encoded, tried);
  const resultId = randomBytes(12).toString("hex");
  return region.write(async (db) => {
    const open = await openSsoTest(db, customerId, test.requestId, tried.now);
    if (open?.outcome !== null) return failedOutcome("replayed answer to a test", redirect);
    await answerSsoTest(db, { requestId: test.requestId, resultId, outcome: JSON.stringify(outcome) });
    if (isPassed(outcome)) await notePass(db, customerId, test, tried.now);
    return { tested: { resultId, awsRegion, customerId }, redirect };
  }, customerId);
}

async function outcomeOf(
  services: Services,
  occasion: Occasion,
  params: { awsRegion: string; customerId: string },
  body: unknown,
): Promise<Outcome> {
  const { awsRegion, customerId } = params;
  const posted = answer.safeParse(body);
  if (!posted.success || !isAwsRegion(awsRegion)) return failedOutcome("no SAML response");
  const region = services.databases.region(awsRegion);
  const customer = await findInDirectory(region.reader, customerId);
  const config = await findSsoConfig(region.reader, customerId);
  if (customer?.archivedAt !== null || customer.awsRegion !== awsRegion)
    return failedOutcome("no such configuration");
  const encoded = posted.data.SAMLResponse;
  const tested = await completeTest(services, customer, config, encoded);
  if (tested) return tested;
  if (!config) return failedOutcome("no such configuration");
  if (config.enabled === 0) return { error: "ERROR_CUSTOM_SSO_DISABLED", reason: "disabled" };
  const serviceProvider = serviceProviderOf(services.origin(), { awsRegion, customerId });
  try {
    const identity = await verifyResponse(encoded, { ...config, serviceProvider }, services.clock());
    return await region.write(
      (db) =>
        acceptIdentity(services, { ...occasion, now: services.clock() }, db, customer, config, identity),
      customerId,
    );
  } catch (error) {
    if (!(error instanceof SamlRefusal)) throw error;
    const now = services.clock();
    return region.write(async (db) => {
      const outcome = failedOutcome(error.message, await redirectOf(db, customerId, encoded, now));
      await keepRefusal(db, customerId, outcome, { now, minutesOff: error.minutesOff });
      return outcome;
    }, customerId);
  }
}

function callbackUrl(consoleOrigin: string, outcome: Outcome): string {
  const query = new URLSearchParams(
    "code" in outcome
      ? { code: outcome.code }
      : "tested" in outcome
        ? { test: outcome.tested.resultId, at: `${outcome.tested.awsRegion}/${outcome.tested.customerId}` }
        : { error: outcome.error },
  );
  if ("code" in outcome && outcome.isToConfirm) query.set("confirm", "1");
  if (outcome.redirect !== undefined) query.set("redirect", outcome.redirect);
  return `${consoleOrigin}/ssoCallback?${query}`;
}

/**
 * Registers the route. It always redirects the browser to the console, with a one-time code or an error code.
 * The target begins with CONSOLE_ORIGIN, never with posted data.
 */
export async function registerSsoCallback(app: FastifyInstance, services: Services): Promise<void> {
  const { config, clock, rateLimiter } = services;
  // Registered in a scope of its own, so that only this path accepts forms; the GraphQL endpoints do not.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: maxBodyBytes },
      (_request, body, done) => done(null, formFields(body)),
    );
    scope.setErrorHandler((error: Error, request, reply) => {
      request.log.warn({ reason: error.message }, "single sign-on refused");
      return reply.redirect(callbackUrl(config.consoleOrigin, failedOutcome("request")), 303);
    });
    scope.post<{ Params: { awsRegion: string; customerId: string } }>(
      samlPaths.assertion,
      async (request, reply) => {
        const occasion = { now: clock(), remoteAddress: request.ip, requestId: request.id };
        const key = `acs ${clientOf(request.ip)}`;
        const isAllowed = (await rateLimiter.take(key, config.authCallsPerMinute, clock())) === 0;
        const outcome = isAllowed
          ? await outcomeOf(services, occasion, request.params, request.body)
          : failedOutcome("too many requests");
        if ("error" in outcome) {
          request.errorCodes.push(outcome.error);
          request.log.warn({ reason: outcome.reason.slice(0, maxReason) }, "single sign-on refused");
        }
        return reply
          .header("referrer-policy", "no-referrer")
          .redirect(callbackUrl(config.consoleOrigin, outcome), 303);
      },
    );
  });
}
