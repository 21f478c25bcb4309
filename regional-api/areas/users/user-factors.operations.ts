/** Second factors of other users (MFA-01, MFA-07). */
import { z } from "zod/v4";
import { rowType, argsOf } from "../../core/builder";
import { atMost, declareBounds } from "../../core/bounds";
import { inAnyDepartment, requireOn, scopeArgs } from "../../core/department-access";
import { archived, invalid } from "../../core/errors";
import { mutation } from "../../core/operation";
import { outbox } from "../../core/outbox.store";
import { recordEvent } from "../../core/record";
import { revokeSessionsOf } from "../../core/sessions.store";
import { ChangeResult } from "../../core/shared-types";
import { userKind } from "../../core/users.record";
import { displayNameOf, hasPassword, userAmong } from "../../core/users.store";
import { mapConcurrently } from "../../store/sequential";
import { hasAuthenticator, removeAuthenticator } from "../auth/authenticators.store";
import { voidCodes } from "../auth/one-time-codes.store";
import { hasPasskey, removePasskeysOf } from "../auth/passkeys.store";
import { forgetDevicesOf } from "../auth/remembered-devices.store";
import { factorsResetMail } from "../notifications/mails";
import { requireUser } from "../permissions/rights";
import { onUser, requireVisibleUser, userFilterArg } from "./users.operations";
import { resetReason } from "./users.rules";
import { setMfa } from "./users.store";

declareBounds({ lists: { "ORGSetUsersMfa.userIds": atMost(500, "users", "Name") } });

mutation("ORGSetUsersMfa", {
  description:
    "Turns multi-factor authentication on or off for the users, all or none. Users with an authenticator app or a passkey are always asked for it; single sign-on accounts are unchanged.",
  type: [ChangeResult],
  args: {
    ...scopeArgs,
    ...argsOf({ userIds: ["ID"], mfaEnabled: "Boolean" }),
  },
  access: inAnyDepartment("org:editUser"),
  changes: { of: userKind, ids: ({ userIds }) => userIds },
  resolve: async ({ userIds, mfaEnabled }, call) => {
    const { db, now } = call.ctx;
    const users = await mapConcurrently(new Set(userIds), async (id) =>
      requireOn(call, await userAmong(db, id), "org:editUser", "org:listUser"),
    );
    if (users.some(({ archivedAt }) => archivedAt !== null)) throw archived("user");
    await mapConcurrently(users, ({ id }) => requireUser(call, id));
    const changing = users.filter((user) => hasPassword(user) && (user.mfaEnabled === 1) !== mfaEnabled);
    await mapConcurrently(changing, ({ id }) => setMfa(db, id, mfaEnabled, now));
    return changing.map(({ id }) => ({ id, changedAt: now }));
  },
});

const ResetResult = rowType<{ isResetSuccess: boolean }>()("ORGResetFactorsResult", {
  isResetSuccess: "Boolean",
});

mutation("ORGResetUserFactors", {
  description:
    "Removes the authenticator app, recovery codes and passkeys of a user who lost them, ends the user's sessions and notifies them by email. Returns false if the user has neither app nor passkey.",
  type: ResetResult,
  args: {
    ...userFilterArg,
    ...argsOf({ reason: "String" }),
  },
  access: onUser("org:editUser"),
  validate: z.object({ reason: resetReason }),
  changes: "written by the resolver, with the reason",
  resolve: async ({ filter, reason }, call) => {
    const { ctx, caller } = call;
    const user = await requireVisibleUser(call, filter._id, "org:editUser");
    const { id, email, customerId } = user;
    // A user's own factors are removed elsewhere, with one of their codes.
    if (id === caller.user.id) throw invalid("You cannot reset your own second factors");
    await requireUser(call, id);
    if (!(await hasAuthenticator(ctx.db, id)) && !(await hasPasskey(ctx.db, id)))
      return { isResetSuccess: false };
    await removeAuthenticator(ctx.db, id);
    await removePasskeysOf(ctx.db, id);
    await voidCodes(ctx.db, id, "MFA", ctx.now);
    await revokeSessionsOf(ctx.db, id, ctx.now);
    await forgetDevicesOf(ctx.db, id);
    await recordEvent(ctx.db, ctx, {
      operation: "ORGResetUserFactors",
      action: "FACTORS_RESET",
      kind: "USER",
      actorId: caller.user.id,
      id,
      customerId,
      fields: [{ field: "resetReason", after: reason }],
    });
    const by = (await displayNameOf(ctx, caller.user.id)) ?? "An administrator";
    await outbox.add(ctx.db, { ...factorsResetMail(by, reason), to: email, customerId }, ctx.now);
    return { isResetSuccess: true };
  },
});
