/**
 * Sign-ins and remembered browsers of a user, and signing out of all of them, for the caller and other users
 * (USER-89). Callers can also end their own sessions individually (USER-120).
 */
import { recordEvent } from "../../core/record";
import { lastSignInsOf } from "../../core/record-entries.store";
import {
  forgetDevicesOf,
  rememberedDevicesOf,
  type RememberedDevice,
} from "../auth/remembered-devices.store";
import {
  openSessionsOf,
  revokeSession,
  revokeSessionsOf,
  sessionOf,
  type OpenSession,
} from "../../core/sessions.store";
import { notFound } from "../../core/errors";
import type { Row } from "../../store/tables";
import type { AwsRegion } from "../../../shared/regions";
import { authenticate } from "../../core/caller";
import type { SessionCall } from "../../core/access";
import { builder, idArgs, rowType } from "../../core/builder";
import { mutation, query } from "../../core/operation";
import { requireUser } from "../permissions/rights";
import { onUser, requireVisibleUser, userFilterArg } from "./users.operations";
import type { Writer } from "../../store/engine";
import { userKind } from "../../core/users.record";

interface SignInsShape {
  readonly sessions: (OpenSession & { isCurrent: boolean })[];
  readonly devices: RememberedDevice[];
  readonly signIns: { at: number; network: string }[];
}

const OpenSessionType = builder.objectRef<SignInsShape["sessions"][number]>("AuthOpenSession").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    browser: t.exposeString("browser", {
      nullable: true,
      description: "The browser's User-Agent at the sign-in, at most 300 characters.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    lastUsedAt: t.expose("lastUsedAt", { type: "DateTime" }),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
    network: t.exposeString("network", {
      nullable: true,
      description: "The network the session was started from: the IP address without its last part.",
    }),
    isCurrent: t.exposeBoolean("isCurrent", {
      description: "Whether this is the session of the current call.",
    }),
  }),
});

const DeviceType = rowType<RememberedDevice>()("AuthRememberedDevice", {
  createdAt: "DateTime",
  lastUsedAt: "DateTime",
  expiresAt: "DateTime",
});

const SignInType = rowType<SignInsShape["signIns"][number]>()("AuthPastSignIn", {
  at: "DateTime",
  network: "String",
});

const SignIns = builder.objectRef<SignInsShape>("AuthSignIns").implement({
  fields: (t) => ({
    sessions: t.expose("sessions", { type: [OpenSessionType], description: "Most recently used first." }),
    devices: t.expose("devices", { type: [DeviceType], description: "Most recently used first." }),
    signIns: t.expose("signIns", {
      type: [SignInType],
      description: "The last five sign-ins, newest first.",
    }),
  }),
});

async function signInsOf(
  { ctx, caller }: SessionCall,
  userId: string,
  homeRegion: AwsRegion,
): Promise<SignInsShape> {
  return {
    sessions: (await openSessionsOf(ctx.db, userId, ctx.now)).map((session) => ({
      ...session,
      isCurrent: session.id === caller.sessionId,
    })),
    devices: await rememberedDevicesOf(ctx.db, userId, ctx.now),
    signIns: await lastSignInsOf(ctx.readerOf(homeRegion), userId, 5),
  };
}

const SignOutResult = rowType<{ isSignOutSuccess: boolean }>()("AuthSignOutResult", {
  isSignOutSuccess: "Boolean",
});

/** Ends all sessions of a user and forgets all remembered browsers, in every region. */
async function signOut({ ctx }: SessionCall<Writer>, user: Pick<Row<"users">, "id">) {
  await revokeSessionsOf(ctx.db, user.id, ctx.now);
  await forgetDevicesOf(ctx.db, user.id);
  return { isSignOutSuccess: true };
}

query("AuthGetOwnSignIns", {
  description: "The caller's own latest sign-ins.",
  type: SignIns,
  access: "session",
  resolve: (_args, call) => signInsOf(call, call.caller.user.id, call.caller.homeRegion),
});

mutation("AuthSignOutEverywhere", {
  type: SignOutResult,
  description: "Ends every session of the caller, including the current one.",
  access: "session",
  changes: {
    of: userKind,
    ids: async (_args, ctx) => [(await authenticate(ctx)).user.id],
    action: "SIGNED_OUT",
  },
  resolve: (_args, call) => signOut(call, call.caller.user),
});

mutation("AuthEndSession", {
  type: SignOutResult,
  description: "Ends one of the caller's sessions. Succeeds if the session has already ended.",
  args: idArgs("_id"),
  access: "session",
  // Ending a session that has already ended writes no audit entry.
  changes: "written by the resolver, when it ended the session",
  resolve: async ({ _id }, { ctx, caller: { user } }) => {
    const session = await sessionOf(ctx.db, user.id, _id);
    if (!session) throw notFound();
    if (session.revokedAt === null) {
      await revokeSession(ctx.db, _id, ctx.now);
      await recordEvent(ctx.db, ctx, {
        operation: "AuthEndSession",
        action: "SESSION_ENDED",
        kind: "USER",
        actorId: user.id,
        id: user.id,
        customerId: user.customerId,
      });
    }
    return { isSignOutSuccess: true };
  },
});

query("ORGGetUserSignIns", {
  description: "A user's latest sign-ins.",
  type: SignIns,
  args: userFilterArg,
  access: onUser("org:viewUser"),
  resolve: async ({ filter }, call) =>
    signInsOf(call, (await requireVisibleUser(call, filter._id, "org:viewUser")).id, call.ctx.awsRegion),
});

mutation("ORGSignOutUser", {
  description: "Ends all sessions of a user.",
  type: SignOutResult,
  args: userFilterArg,
  access: onUser("org:editUser"),
  changes: { of: userKind, ids: ({ filter }) => [filter._id], action: "SIGNED_OUT" },
  resolve: async ({ filter }, call) => {
    const user = await requireVisibleUser(call, filter._id, "org:editUser");
    await requireUser(call, user.id);
    return signOut(call, user);
  },
});
