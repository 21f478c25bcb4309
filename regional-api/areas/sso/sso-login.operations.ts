/** Sign-in through the identity provider of the user's company (AUTH-70..AUTH-80). */
import { codeText, emailText, plainCharacters } from "../../../shared/pasted";
import { filterSequentially, flatMapSequentially, mapSequentially } from "../../store/sequential";
import { randomBytes } from "node:crypto";
import { z } from "zod/v4";
import { custom } from "../../core/errors";
import { authnRequestUrl } from "./saml";
import { SamlRefusal } from "./saml-structure";
import { serviceProviderOf } from "./service-provider";
import { hashToken } from "../../core/tokens";
import { isLockedToSso, isOpenToSso } from "./sso-account";
import { recordEvent } from "../../core/record";
import { findInDirectory } from "../../core/customers.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import {
  findSsoConfig,
  findSsoConfigByAccountName,
  isLinked,
  linkAccount,
  type SsoConfig,
} from "./sso-configs.store";
import { confirmedLifetimeMs, takeSsoCode } from "./sso-codes.store";
import { noteSsoAttempt } from "./sso-attempts.store";
import { insertSsoRequest } from "./sso-requests.store";
import { accountsWithEmail, findUser, normalizeEmail } from "../../core/users.store";
import { signIn, startRegion } from "../auth/sign-in";
import { browserState } from "../../core/browser-state";
import { builder } from "../../core/builder";
import { readersOf, type ApiContext } from "../../core/context";
import { mutation } from "../../core/operation";
import { callbackRedirect, ownSso } from "./sso-config.operations";

/** Time allowed at the identity provider. */
const requestLifetimeMs = 15 * 60_000;

// ---- redirect to the identity provider ----

interface SignInTarget {
  readonly config: SsoConfig;
  readonly customer: Row<"customer_directory">;
}

/** Returns the configuration of an active customer. */
async function signInTargetOf(ctx: ApiContext, customerId: string): Promise<SignInTarget | undefined> {
  const customer = await findInDirectory(ctx.db, customerId);
  if (customer?.archivedAt !== null) return undefined;
  const config = await findSsoConfig(ctx.readerOf(customer.awsRegion), customerId);
  return config && { config, customer };
}

async function byAccountName(ctx: ApiContext, accountName: string): Promise<SignInTarget> {
  const configs = await mapSequentially(readersOf(ctx), (db) => findSsoConfigByAccountName(db, accountName));
  const [way] = await flatMapSequentially(
    configs,
    async (config) => (config && (await signInTargetOf(ctx, config.customerId))) ?? [],
  );
  if (!way) throw custom("ERROR_CUSTOM_SSO_CONFIG_NOT_INITIALIZED");
  return way;
}

/**
 * Returns the configuration for an email. Several customers may have accounts with the same email, even
 * without its owner's consent. In that case only an account that has used its identity provider before is
 * redirected; otherwise the user must enter the account name (AUTH-120).
 */
async function byEmail(ctx: ApiContext, email: string): Promise<SignInTarget> {
  const accounts = (await accountsWithEmail(ctx.db, normalizeEmail(email))).filter(
    ({ archivedAt }) => archivedAt === null,
  );
  const ways = await flatMapSequentially(accounts, async ({ id, customerId }) => {
    const way = await signInTargetOf(ctx, customerId);
    return way ? { ...way, userId: id } : [];
  });
  const [first] = ways;
  if (!first) throw custom("ERROR_CUSTOM_SSO_CONFIG_NOT_FOUND_BY_EMAIL");
  if (accounts.length === 1) return first;
  const linked = await filterSequentially(
    ways,
    async ({ config, customer, userId }) =>
      config.enabled === 1 && isLinked(ctx.readerOf(customer.awsRegion), userId, config.providerId),
  );
  if (linked.length !== 1 || !linked[0]) throw custom("ERROR_CUSTOM_SSO_ACCOUNT_NAME_NEEDED");
  return linked[0];
}

const AuthSsoLoginInput = builder.inputType("IDPAuthSSOLoginInput", {
  fields: (t) => ({
    redirect: t.string({
      required: true,
      description: "Where to go after sign-in. Passed back to the console's callback.",
    }),
    isEdgeSSO: t.boolean({ required: true }),
    email: t.string({ description: "Send either this or `accountName`." }),
    accountName: t.string({ description: "Case is ignored." }),
  }),
});

const AuthSsoLoginResult = builder.objectRef<{ redirectUrl: string }>("IDPAuthSSOLoginResult").implement({
  fields: (t) => ({
    redirectUrl: t.exposeString("redirectUrl", {
      description: "The identity provider's URL to redirect the browser to.",
    }),
  }),
});

const beginning = z
  .object({
    redirect: callbackRedirect,
    isEdgeSSO: ownSso,
    email: z.string().overwrite(emailText).max(100, "Please keep your email within 100 characters").nullish(),
    accountName: z
      .string()
      .overwrite(plainCharacters)
      .max(100, "Please keep your account name within 100 characters")
      .nullish(),
  })
  .refine(
    ({ email, accountName }) => Boolean(email) !== Boolean(accountName),
    "Please enter your account name or email",
  );

mutation("IDPAuthSSOLogin", {
  type: AuthSsoLoginResult,
  description:
    "Starts a sign-in. Sets the cookie `sso-state`, which binds the sign-in to this browser and which AuthSSOLogin requires.",
  args: builder.args((t) => ({ ssoLoginDto: t.field({ type: AuthSsoLoginInput, required: true }) })),
  access: "public",
  rateLimited: true,
  validate: z.object({ ssoLoginDto: beginning }),
  changes: "none because a started sign-in is not yet a sign-in",
  resolve: async ({ ssoLoginDto: { redirect, email, accountName } }, { ctx }) => {
    const { config, customer } = accountName
      ? await byAccountName(ctx, accountName)
      : await byEmail(ctx, email ?? "");
    if (!config.enabled) throw custom("ERROR_CUSTOM_SSO_DISABLED");
    const { awsRegion, id: customerId } = customer;
    const serviceProvider = serviceProviderOf(ctx.origin(), { awsRegion, customerId });
    // XML ids must begin with a letter or an underscore.
    const id = `_${randomBytes(20).toString("hex")}`;
    try {
      const redirectUrl = await authnRequestUrl({ ...config, serviceProvider }, id);
      const request = {
        id,
        awsRegion,
        customerId,
        // The lifetime includes that of a code that is mailed at the last moment (SSO-42).
        stateHash: hashToken(browserState(ctx, "ssoState", requestLifetimeMs + confirmedLifetimeMs)),
        redirect,
        createdAt: ctx.now,
        expiresAt: ctx.now + requestLifetimeMs,
      };
      await ctx.write(({ db }) => insertSsoRequest(db, request), customerId);
      return { redirectUrl };
    } catch (error) {
      if (error instanceof SamlRefusal) throw custom("ERROR_CUSTOM_SSO_LOGIN_FAILED");
      throw error;
    }
  },
});

// ---- return from the identity provider ----

const SsoLoginInput = builder.inputType("AuthSSOLoginInput", {
  fields: (t) => ({
    code: t.string({ required: true, description: "The `code` parameter of the console's callback URL." }),
    redirect: t.string({
      required: true,
      description: "The `redirect` parameter of the callback URL, unchanged.",
    }),
    mailedCode: t.string({
      description: "The code emailed to the account. Required if the callback URL has `confirm=1`.",
    }),
  }),
});

const SsoLoginResult = builder
  .objectRef<{ defaultAwsRegion: string; expiresAt: number }>("AuthSSOLoginResult")
  .implement({
    fields: (t) => ({
      defaultAwsRegion: t.exposeString("defaultAwsRegion"),
      expiresAt: t.expose("expiresAt", { type: "DateTime" }),
    }),
  });

/**
 * Returns the reason why an accepted sign-in must be refused after all. The account, single sign-on or the
 * identity provider may have changed since, within a minute or the lifetime of a mailed code.
 */
async function lateRefusal(
  ctx: ApiContext,
  db: Reader,
  user: Row<"users">,
  confirmed: string | undefined,
): Promise<"locked" | "disabled" | "failed" | undefined> {
  if (await isLockedToSso(db, user, ctx.now)) return "locked";
  const config = await findSsoConfig(db, user.customerId);
  const customer = await findInDirectory(db, user.customerId);
  if (!config || customer?.archivedAt !== null) return "failed";
  if (config.enabled === 0) return "disabled";
  const isProvider =
    confirmed === undefined
      ? await isLinked(db, user.id, config.providerId)
      : confirmed === config.providerId;
  return isProvider && (await isOpenToSso(db, user, ctx.config.policyPrefix)) ? undefined : "failed";
}

mutation("AuthSSOLogin", {
  type: SsoLoginResult,
  description:
    "Exchanges the callback's one-time code for a session, at any region's endpoint: once, within 60 seconds, and only in the browser that started the sign-in (cookie `sso-state`). An account's first sign-in by this identity provider also requires the emailed code, within ten minutes and five attempts (SSO-42).",
  args: builder.args((t) => ({ ssoLoginDto: t.field({ type: SsoLoginInput, required: true }) })),
  access: "public",
  rateLimited: true,
  changes: "written by signIn, and here when it is refused",
  resolve: async ({ ssoLoginDto: { code, redirect, mailedCode } }, { ctx }) => {
    const failure = custom("ERROR_CUSTOM_SSO_LOGIN_FAILED");
    const shown = {
      code,
      redirect,
      state: ctx.cookie("ssoState"),
      mailed: mailedCode == null ? undefined : codeText(mailedCode),
    };
    const taken = await ctx.write(
      ({ db }) => takeSsoCode(db, shown, ctx.now),
      hashToken(code).toString("hex"),
    );
    if (taken === "wrong") throw custom("ERROR_CUSTOM_MFA_CODE_NOT_MATCH");
    if (taken === "expired") throw custom("ERROR_CUSTOM_MFA_CODE_EXPIRED");
    if (taken === "failed") throw failure;
    const { userId, awsRegion, confirmed } = taken;
    const home = ctx.databases.region(awsRegion);
    const whose = (await findUser(home.reader, userId))?.customerId;
    const noteAttempt = (db: Writer, { customerId, email }: Row<"users">, result: "SIGNED_IN" | "REFUSED") =>
      noteSsoAttempt(db, {
        ...{ customerId, email, result, attemptedAt: ctx.now },
        ...(result === "REFUSED" && { reason: "ACCOUNT" as const }),
      });
    // Returns refusals instead of throwing, so that their audit entries are committed.
    const signedIn = await home.write(async (db) => {
      const user = await findUser(db, userId);
      const refused = user ? await lateRefusal(ctx, db, user, confirmed) : "failed";
      if (!user || refused) {
        const whom = { kind: "USER", id: userId, customerId: user?.customerId } as const;
        await recordEvent(db, ctx, {
          action: "SIGNED_IN",
          outcome: "FAILURE",
          ...whom,
          details: { by: "SSO" },
        });
        if (user) await noteAttempt(db, user, "REFUSED");
        return refused ?? "failed";
      }
      if (confirmed !== undefined) {
        await linkAccount(db, { userId, providerId: confirmed, linkedAt: ctx.now });
        const whom = { kind: "USER", actorId: userId, id: userId, customerId: user.customerId } as const;
        await recordEvent(db, ctx, { action: "CONNECTED", ...whom, details: { by: "SSO" } });
      }
      await noteAttempt(db, user, "SIGNED_IN");
      db.afterCommit(() => ctx.setCookie("ssoState", null));
      return { user, expiresAt: await signIn(ctx, db, user, "SSO") };
    }, whose);
    if (signedIn === "locked") throw custom("ERROR_CUSTOM_USER_LOCKED");
    if (signedIn === "disabled") throw custom("ERROR_CUSTOM_SSO_DISABLED");
    if (signedIn === "failed") throw failure;
    const { user, expiresAt } = signedIn;
    return { expiresAt, defaultAwsRegion: await startRegion(ctx, user, awsRegion) };
  },
});
