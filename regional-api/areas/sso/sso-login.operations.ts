/** Signing in by the identity provider of one's company (AUTH-70..AUTH-80). */
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
import type { Row } from "../../store/tables";
import { findSsoConfig, findSsoConfigByAccountName, linkAccount, type SsoConfig } from "./sso-configs.store";
import { takeSsoCode } from "./sso-codes.store";
import { insertSsoRequest } from "./sso-requests.store";
import { accountsWithEmail, findUser, normalizeEmail } from "../../core/users.store";
import { signIn, startRegion } from "../auth/auth.operations";
import { browserState } from "../../core/browser-state";
import { builder } from "../../core/builder";
import { readersOf, type ApiContext } from "../../core/context";
import { mutation } from "../../core/operation";
import { ownSso } from "./sso-config.operations";

/** How long somebody may take at the identity provider. */
const requestLifetimeMs = 15 * 60_000;

// ---- to the identity provider ----

interface Way {
  readonly config: SsoConfig;
  readonly customer: Row<"customer_directory">;
}

/** The configuration of an active customer. */
function wayOf(ctx: ApiContext, customerId: string): Way | undefined {
  const customer = findInDirectory(ctx.db, customerId);
  if (customer?.archivedAt !== null) return undefined;
  const config = findSsoConfig(ctx.readerOf(customer.awsRegion), customerId);
  return config && { config, customer };
}

function byAccountName(ctx: ApiContext, accountName: string): Way {
  const configs = readersOf(ctx).map((db) => findSsoConfigByAccountName(db, accountName));
  const [way] = configs.flatMap((config) => (config && wayOf(ctx, config.customerId)) ?? []);
  if (!way) throw custom("ERROR_CUSTOM_SSO_CONFIG_NOT_INITIALIZED");
  return way;
}

/** An email may have accounts in several regions; one that can sign in comes first. */
function byEmail(ctx: ApiContext, email: string): Way {
  const ways = accountsWithEmail(ctx.db, normalizeEmail(email))
    .filter(({ archivedAt }) => archivedAt === null)
    .flatMap(({ customerId }) => wayOf(ctx, customerId) ?? []);
  const way = ways.find(({ config }) => config.enabled) ?? ways[0];
  if (!way) throw custom("ERROR_CUSTOM_SSO_CONFIG_NOT_FOUND_BY_EMAIL");
  return way;
}

const AuthSsoLoginInput = builder.inputType("IDPAuthSSOLoginInput", {
  fields: (t) => ({
    redirect: t.string({
      required: true,
      description: "Where to go after signing in. It is returned to the console's callback.",
    }),
    isEdgeSSO: t.boolean({ required: true }),
    email: t.string({ description: "Either this or `accountName`." }),
    accountName: t.string({ description: "Case is ignored." }),
  }),
});

const AuthSsoLoginResult = builder.objectRef<{ redirectUrl: string }>("IDPAuthSSOLoginResult").implement({
  fields: (t) => ({
    redirectUrl: t.exposeString("redirectUrl", {
      description: "The address of the identity provider to send the browser to.",
    }),
  }),
});

const beginning = z
  .object({
    redirect: z
      .string()
      .max(4000, "Invalid redirect url")
      // As it is: it must come back unchanged.
      .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), "Invalid redirect url"),
    isEdgeSSO: ownSso,
    email: z.string().trim().max(100, "Please keep your email within 100 characters").nullish(),
    accountName: z.string().trim().max(100, "Please keep your account name within 100 characters").nullish(),
  })
  .refine(
    ({ email, accountName }) => Boolean(email) !== Boolean(accountName),
    "Please enter your account name or email",
  );

mutation("IDPAuthSSOLogin", {
  type: AuthSsoLoginResult,
  description:
    "Starts a sign-in. Sets the cookie `sso-state`, which AuthSSOLogin requires: it ties the sign-in to this browser.",
  args: builder.args((t) => ({ ssoLoginDto: t.field({ type: AuthSsoLoginInput, required: true }) })),
  access: "public",
  rateLimited: true,
  validate: z.object({ ssoLoginDto: beginning }),
  changes: "none because a sign-in that begins has not happened",
  resolve: async ({ ssoLoginDto: { redirect, email, accountName } }, { ctx }) => {
    const { config, customer } = accountName ? byAccountName(ctx, accountName) : byEmail(ctx, email ?? "");
    if (!config.enabled) throw custom("ERROR_CUSTOM_SSO_DISABLED");
    const { awsRegion, id: customerId } = customer;
    const serviceProvider = serviceProviderOf(ctx.origin(), { awsRegion, customerId });
    // An XML id begins with a letter or underscore.
    const id = `_${randomBytes(20).toString("hex")}`;
    try {
      const redirectUrl = await authnRequestUrl({ ...config, serviceProvider }, id);
      const request = {
        id,
        awsRegion,
        customerId,
        stateHash: hashToken(browserState(ctx, "ssoState", requestLifetimeMs)),
        redirect,
        createdAt: ctx.now,
        expiresAt: ctx.now + requestLifetimeMs,
      };
      ctx.write(({ db }) => insertSsoRequest(db, request));
      return { redirectUrl };
    } catch (error) {
      if (error instanceof SamlRefusal) throw custom("ERROR_CUSTOM_SSO_LOGIN_FAILED");
      throw error;
    }
  },
});

// ---- and back ----

const SsoLoginInput = builder.inputType("AuthSSOLoginInput", {
  fields: (t) => ({
    code: t.string({ required: true, description: "From the address of the console's callback." }),
    redirect: t.string({ required: true, description: "Also from the address of the callback, unchanged." }),
    mailedCode: t.string({
      description:
        "The code that was emailed to the account, required if the callback's address says `confirm=1`.",
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

mutation("AuthSSOLogin", {
  type: SsoLoginResult,
  description:
    "Exchanges the one-time code of the callback for a session, at any region's endpoint: once, within 60 seconds, and only in the browser that started the sign-in (cookie `sso-state`). The first sign-in of an account by this identity provider also requires the code that was emailed to it, within ten minutes and five attempts (SSO-42).",
  args: builder.args((t) => ({ ssoLoginDto: t.field({ type: SsoLoginInput, required: true }) })),
  access: "public",
  rateLimited: true,
  changes: "written by signIn, and here when it is refused",
  resolve: ({ ssoLoginDto: { code, redirect, mailedCode } }, { ctx }) => {
    const failure = custom("ERROR_CUSTOM_SSO_LOGIN_FAILED");
    const shown = { code, redirect, state: ctx.cookie("ssoState"), mailed: mailedCode?.trim() };
    const taken = ctx.write(({ db }) => takeSsoCode(db, shown, ctx.now));
    if (taken === "wrong") throw custom("ERROR_CUSTOM_MFA_CODE_NOT_MATCH");
    if (taken === "expired") throw custom("ERROR_CUSTOM_MFA_CODE_EXPIRED");
    if (taken === "failed") throw failure;
    const { userId, awsRegion, confirmed } = taken;
    // The refusal is recorded, so nothing is thrown in here.
    const signedIn = ctx.databases.region(awsRegion).write((db) => {
      const user = findUser(db, userId);
      const isLocked = user !== undefined && isLockedToSso(db, user, ctx.now);
      if (!user || isLocked || !isOpenToSso(db, user, ctx.config.policyPrefix)) {
        const whom = { kind: "USER", id: userId, customerId: user?.customerId } as const;
        recordEvent(db, ctx, { action: "SIGNED_IN", outcome: "FAILURE", ...whom, details: { by: "SSO" } });
        return isLocked ? "locked" : "failed";
      }
      if (confirmed !== undefined) {
        linkAccount(db, { userId, providerId: confirmed, linkedAt: ctx.now });
        const whom = { kind: "USER", actorId: userId, id: userId, customerId: user.customerId } as const;
        recordEvent(db, ctx, { action: "CONNECTED", ...whom, details: { by: "SSO" } });
      }
      db.afterCommit(() => ctx.setCookie("ssoState", null));
      return { user, expiresAt: signIn(ctx, db, user, "SSO") };
    });
    if (signedIn === "locked") throw custom("ERROR_CUSTOM_USER_LOCKED");
    if (signedIn === "failed") throw failure;
    const { user, expiresAt } = signedIn;
    return { expiresAt, defaultAwsRegion: startRegion(ctx, user, awsRegion) };
  },
});
