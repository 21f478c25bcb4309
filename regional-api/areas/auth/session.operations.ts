/** The signed-in user, and the session's lifecycle. */
import { clientOf } from "../../../shared/client-address";
import {
  findInDirectory,
  assignedCustomers,
  type CustomerSummary as CustomerSummaryShape,
} from "../../core/customers.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { findSession, isLive, revokeSession, rotate, type IssuedTokens } from "../../core/sessions.store";
import { groupIdsOf, touchLastActive } from "../../core/users.store";
import { grantedCustomers, type SessionCall } from "../../core/access";
import { builder, rowType } from "../../core/builder";
import { userOf } from "../../core/caller";
import type { ApiContext } from "../../core/context";
import { byAddress, mutation, query } from "../../core/operation";
import { compareNames } from "../../core/text";
import { CustomerSummary } from "../customers/customers.operations";

// ---- the signed-in user ----

interface DefaultCustomerShape {
  awsRegion: string;
  customerId: string;
}

interface MeShape {
  user: Row<"users">;
  groupIds: string[];
  defaultCustomer: DefaultCustomerShape | null;
  customers: CustomerSummaryShape[];
}

const UserSource = builder.enumType("UserSource", { values: ["LOCAL", "SSO"] });
const UserType = builder.enumType("UserType", { values: ["INTERNAL", "END_USER"] });

const DefaultCustomer = rowType<DefaultCustomerShape>()("DefaultCustomer", {
  awsRegion: "String",
  customerId: "ID",
});

const User = builder.objectRef<MeShape>("User").implement({
  fields: (t) => ({
    _id: t.id({ resolve: ({ user }) => user.id }),
    hierarchyId: t.id({ resolve: ({ user }) => user.hierarchyId }),
    organizationId: t.id({ resolve: ({ user }) => user.organizationId }),
    customerId: t.id({ resolve: ({ user }) => user.customerId }),
    groupIds: t.exposeIDList("groupIds"),
    source: t.field({ type: UserSource, resolve: ({ user }) => user.source }),
    userType: t.field({ type: UserType, resolve: ({ user }) => user.userType }),
    createdAt: t.field({ type: "DateTime", resolve: ({ user }) => user.createdAt }),
    updatedAt: t.field({ type: "DateTime", resolve: ({ user }) => user.updatedAt }),
    archivedAt: t.field({ type: "DateTime", nullable: true, resolve: ({ user }) => user.archivedAt }),
    email: t.string({ resolve: ({ user }) => user.email }),
    firstName: t.string({ resolve: ({ user }) => user.firstName }),
    lastName: t.string({ resolve: ({ user }) => user.lastName }),
    username: t.string({ resolve: ({ user }) => user.username }),
    phoneNumber: t.string({ nullable: true, resolve: ({ user }) => user.phoneNumber }),
    defaultCustomer: t.expose("defaultCustomer", { type: DefaultCustomer, nullable: true }),
    customers: t.expose("customers", { type: [CustomerSummary] }),
  }),
});

/** Returns the user's default customer, unless it is archived (SHELL-05). */
export async function defaultCustomerOf(
  db: Reader,
  user: Row<"users">,
): Promise<DefaultCustomerShape | null> {
  const customer = user.defaultCustomerId ? await findInDirectory(db, user.defaultCustomerId) : undefined;
  return customer?.archivedAt === null ? { awsRegion: customer.awsRegion, customerId: customer.id } : null;
}

/** Returns the customers that the caller has by assignment or by policy, by name. */
export async function customersOf(call: SessionCall): Promise<CustomerSummaryShape[]> {
  const all = [
    ...(await assignedCustomers(call.ctx.db, call.caller.user.id)),
    ...(await grantedCustomers(call, "edge:access")),
  ];
  const byId = new Map(all.map((customer) => [customer.customerId, customer]));
  return [...byId.values()].sort((a, b) => compareNames(a.customerDisplayName, b.customerDisplayName));
}

query("AuthMe", {
  description: "The user who is signed in.",
  type: User,
  access: "session",
  resolve: async (_args, call) => {
    const { ctx, caller } = call;
    return {
      user: caller.user,
      groupIds: await groupIdsOf(ctx.readerOf(caller.homeRegion), caller.user.id),
      defaultCustomer: await defaultCustomerOf(ctx.db, caller.user),
      customers: await customersOf(call),
    };
  },
});

// ---- session lifecycle ----

const TokenCheckResult = builder
  .objectRef<{ isAccessTokenExpired: boolean; isRefreshTokenExpired: boolean }>("AuthTokenCheckResult")
  .implement({
    fields: (t) => ({
      isAccessTokenExpired: t.exposeBoolean("isAccessTokenExpired"),
      isRefreshTokenExpired: t.exposeBoolean("isRefreshTokenExpired"),
    }),
  });

const TokenCheck = builder
  .objectRef<{ isAccessTokenExpired: boolean; isRefreshTokenExpired: boolean; logout: boolean }>(
    "AuthTokenCheck",
  )
  .implement({
    fields: (t) => ({
      tokenCheckResult: t.field({ type: TokenCheckResult, resolve: (check) => check }),
      logout: t.exposeBoolean("logout"),
    }),
  });

/** Sets the tokens as cookies; they never appear in a body (SESS-01). */
export function giveCookies(ctx: ApiContext, tokens: IssuedTokens): void {
  const refreshMs = tokens.refreshExpiresAt - ctx.now;
  ctx.setCookie("access", tokens.accessToken, tokens.accessExpiresAt - ctx.now);
  ctx.setCookie("refresh", tokens.refreshToken, refreshMs);
  ctx.setCookie("csrf", tokens.csrfToken, refreshMs);
}

function takeCookies(ctx: ApiContext): void {
  ctx.setCookie("access", null);
  ctx.setCookie("refresh", null);
  ctx.setCookie("csrf", null);
}

// Leaves the session unchanged and accepts an expired access token, because open pages poll this query every
// minute (SESS-15).
query("AuthCheckToken", {
  description: "Whether the tokens in the cookies have expired. Does not change the session.",
  type: TokenCheck,
  access: "known-session",
  resolve: async (_args, { ctx, presented: { access, refresh } }) => {
    const isRefreshTokenExpired = !refresh || !isLive(refresh, ctx.now);
    return {
      isAccessTokenExpired: !access || !isLive(access, ctx.now),
      isRefreshTokenExpired,
      logout: isRefreshTokenExpired || !(await userOf(ctx, refresh)),
    };
  },
});

const TokenRefresh = builder
  .objectRef<{ expiresAt: number | null; logout: boolean }>("AuthTokenRefresh")
  .implement({
    fields: (t) => ({
      expiresAt: t.expose("expiresAt", { type: "DateTime", nullable: true }),
      logout: t.exposeBoolean("logout"),
    }),
  });

/**
 * Exchanges a refresh token for new tokens; undefined if its session has ended or its user no longer exists.
 */
async function exchangeTokens(ctx: ApiContext, refreshToken: string): Promise<IssuedTokens | undefined> {
  const known = await findSession(ctx.db, "refresh", refreshToken);
  if (!known) return undefined;
  const exchange = async (db: Writer) => {
    // Reads again, because another page of the session may have exchanged the token concurrently.
    const session = await findSession(db, "refresh", refreshToken);
    const user = session && (await userOf({ readerOf: () => db, config: ctx.config }, session));
    if (!session || !user) return undefined;
    const client = clientOf(ctx.remoteAddress);
    const tokens = await rotate(db, session, { refreshToken, client }, ctx.now, ctx.config);
    if (tokens) await touchLastActive(db, user.id, ctx.now);
    return tokens;
  };
  return ctx.databases.region(known.awsRegion).write(exchange, known.id);
}

query("AuthRefreshToken", {
  description: "Exchanges the refresh token in the cookie for new tokens.",
  type: TokenRefresh,
  access: "public",
  // Limits each session separately, because pages of all users refresh through the console's address.
  rateLimited: async (_args, ctx) => {
    const session = await findSession(ctx.db, "refresh", ctx.cookie("refresh"));
    return [session ? { key: `session ${session.id}`, share: 0.2 } : byAddress(ctx)];
  },
  resolve: async (_args, { ctx }) => {
    const refreshToken = ctx.cookie("refresh");
    const tokens = refreshToken === undefined ? undefined : await exchangeTokens(ctx, refreshToken);
    if (!tokens) {
      takeCookies(ctx);
      return { expiresAt: null, logout: true };
    }
    giveCookies(ctx, tokens);
    return { expiresAt: tokens.accessExpiresAt, logout: false };
  },
});

const LogoutResult = rowType<{ isLogoutSuccess: boolean }>()("AuthLogoutResult", {
  isLogoutSuccess: "Boolean",
});

// Accepts an expired access token, so that logging out always ends the session family (SESS-27, SESS-28).
mutation("AuthLogout", {
  description: "Ends the session.",
  type: LogoutResult,
  access: "known-session",
  changes: "none because the session that ends is the caller's own",
  resolve: async (_args, { ctx, presented: { access, refresh } }) => {
    const session = access ?? refresh;
    if (session) await ctx.write(({ db, now }) => revokeSession(db, session.id, now), session.id);
    takeCookies(ctx);
    return { isLogoutSuccess: true };
  },
});
