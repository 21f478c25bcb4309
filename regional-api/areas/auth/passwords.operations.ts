/** Forgotten or expired passwords, and unlocking accounts. */
import { z } from "zod/v4";
import { idArgs, rowType, textArgs } from "../../core/builder";
import { clientOf } from "../../../shared/client-address";
import type { ApiContext } from "../../core/context";
import { findInDirectory } from "../../core/customers.store";
import { TellableError, custom, notFound, rateLimited } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import { outbox } from "../../core/outbox.store";
import { brokenPasswordRules, hashPassword, maxPasswordLength } from "../../core/passwords";
import { recordEvent } from "../../core/record";
import { revokeSessionsOf } from "../../core/sessions.store";
import { userKind } from "../../core/users.record";
import { findUser, hasPassword, setPassword } from "../../core/users.store";
import type { Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { resetPasswordMail } from "../notifications/mails";
import { isNotificationOn } from "../notifications/notification-settings.store";
import { requireUser } from "../permissions/rights";
import { accountsOf, type EmailAccount } from "./email-accounts";
import { unlock } from "./login-attempts.store";
import { noBinding } from "./login-codes";
import { mailPauseMs, waitBeforeMail } from "./mail-pacing.store";
import { bindCode, openCodeOf, voidCodes } from "./one-time-codes.store";
import { forgetDevicesOf } from "./remembered-devices.store";
import { newResetToken, userOfResetToken, ownerOfResetToken, resetLifetimeMs } from "./reset-tokens";

type User = Row<"users">;

const ForgetPasswordResult = rowType<{ isVerifyEmailSuccess: boolean }>()("AuthForgetPasswordResult", {
  isVerifyEmailSuccess: "Boolean",
});

const ResetPasswordResult = rowType<{ isPasswordResetSuccess: boolean }>()("AuthResetPasswordResult", {
  isPasswordResetSuccess: "Boolean",
});

const UnlockUserResult = rowType<{ isUnlockUserSuccess: boolean }>()("AuthUnlockUserResult", {
  isUnlockUserSuccess: "Boolean",
});

/** Link requests allowed per address that match no account with a password, as a share of its call limit. */
const unknownAddressShare = 0.04;

/** Mails a password link for one account, unless one was mailed within the pause. */
async function sendResetLink(
  ctx: ApiContext,
  db: Writer,
  user: User,
  isOneOfSeveral: boolean,
): Promise<void> {
  // A request too soon gets the normal answer: the earlier link still works (AUTH-56).
  if ((await waitBeforeMail(db, user.email, "RESET_LINK", ctx.now, mailPauseMs)) > 0) return;
  // The customer may have turned this mail off (NOTIF-32); the answer must not reveal it.
  const entry = { name: "EMAIL_RESET_PASSWORD", type: "EMAIL" } as const;
  if (!(await isNotificationOn(db, user.customerId, entry))) return;
  const customer = isOneOfSeveral ? (await findInDirectory(db, user.customerId))?.displayName : undefined;
  const token = await newResetToken(ctx, db, user, "MAILED");
  const query = new URLSearchParams({ token, region: db.awsRegion });
  const link = `${ctx.config.consoleOrigin}/resetPassword?${query}`;
  const mail = resetPasswordMail(link, resetLifetimeMs, customer);
  await outbox.add(db, { ...mail, to: user.email, customerId: user.customerId }, ctx.now);
}

/** Returns the error for an email if none of its accounts can have a link (AUTH-45..AUTH-47). */
function resetLinkError(accounts: readonly EmailAccount[]) {
  if (accounts.length === 0) return custom("ERROR_CUSTOM_USER_ACCOUNT_NOT_FOUND");
  const isActive = accounts.some(({ user }) => user.archivedAt === null);
  return custom(
    isActive ? "ERROR_CUSTOM_SSO_USER_NOT_ALLOW_TO_RESET_PASSWORD" : "ERROR_CUSTOM_USER_ACCOUNT_ARCHIVED",
  );
}

mutation("AuthForgetPassword", {
  type: ForgetPasswordResult,
  description:
    "Emails a reset link for each account with this email that may reset its password, in every region.",
  args: textArgs("email"),
  access: "public",
  rateLimited: true,
  changes: "none because a mailed link changes nothing until it is used",
  resolve: async ({ email }, { ctx }) => {
    // The answer reveals whether an email has an account, so misses are rate-limited (AUTH-45).
    const missesKey = `unknown accounts ${clientOf(ctx.remoteAddress)}`;
    const maxMisses = Math.ceil(ctx.config.authCallsPerMinute * unknownAddressShare);
    const waitMs = await ctx.rateLimiter.wait(missesKey, maxMisses, ctx.now);
    if (waitMs > 0) throw rateLimited(waitMs);
    const accounts = await accountsOf(ctx, email);
    const open = accounts.filter(({ user }) => user.archivedAt === null && hasPassword(user));
    if (open.length === 0) {
      await ctx.rateLimiter.count(missesKey, ctx.now);
      throw resetLinkError(accounts);
    }
    for (const { home, user } of open)
      await home.write((db) => sendResetLink(ctx, db, user, open.length > 1), user.customerId);
    return { isVerifyEmailSuccess: true };
  },
});

const ResetTokenCheck = rowType<{ isResetTokenValid: boolean }>()("AuthResetTokenCheck", {
  isResetTokenValid: "Boolean",
});

query("AuthCheckResetToken", {
  type: ResetTokenCheck,
  description:
    "Whether a reset link is still valid, for a check before the form is shown (AUTH-55). Does not consume the link.",
  args: textArgs("resetToken"),
  access: "public",
  rateLimited: true,
  resolve: async ({ resetToken }, { ctx }) => {
    try {
      await ownerOfResetToken(ctx, resetToken);
      return { isResetTokenValid: true };
    } catch (error) {
      if (error instanceof TellableError) return { isResetTokenValid: false };
      throw error;
    }
  },
});

const newPassword = z.object({
  password: z
    .string()
    .max(maxPasswordLength)
    .superRefine((password, context) => {
      for (const message of brokenPasswordRules(password)) context.addIssue({ code: "custom", message });
    }),
});

mutation("AuthResetPassword", {
  description: "Sets a new password, using the token of an emailed link.",
  type: ResetPasswordResult,
  args: textArgs("password", "resetToken"),
  access: "public",
  rateLimited: true,
  validate: newPassword,
  changes: "written by its own transaction, since there is no signed-in user",
  before: async ({ password, resetToken }, { ctx }) => {
    await ownerOfResetToken(ctx, resetToken);
    return hashPassword(password);
  },
  resolve: async ({ resetToken }, { ctx }, passwordHash) => {
    const { home, user } = await ownerOfResetToken(ctx, resetToken);
    return home.write(async (db) => {
      const { id, customerId } = await userOfResetToken(ctx, db, resetToken);
      await voidCodes(db, id, "PASSWORD_RESET", ctx.now);
      await setPassword(db, id, passwordHash, ctx.now);
      await revokeSessionsOf(db, id, ctx.now);
      await forgetDevicesOf(db, id);
      // Ends sign-ins that started with the old password by unbinding their code. Voiding it could block new
      // codes for an hour (AUTH-87).
      const code = await openCodeOf(db, id, "MFA");
      if (code) await bindCode(db, code.id, noBinding);
      await recordEvent(db, ctx, {
        action: "PASSWORD_SET",
        kind: "USER",
        operation: "AuthResetPassword",
        actorId: id,
        id,
        customerId,
      });
      return { isPasswordResetSuccess: true };
    }, user.customerId);
  },
});

mutation("AuthUnlockUser", {
  description: "Unlocks a user locked by too many failed sign-ins.",
  type: UnlockUserResult,
  args: idArgs("id"),
  access: {
    code: "org:editUser",
    scope: async ({ id }, ctx) => {
      const user = await findUser(ctx.db, id);
      if (!user) throw notFound();
      return { customerId: user.customerId, hierarchyId: user.hierarchyId };
    },
  },
  changes: { of: userKind, ids: ({ id }) => [id], action: "UNLOCKED" },
  resolve: async ({ id }, call) => {
    const { ctx } = call;
    const user = await findUser(ctx.db, id);
    if (!user) throw notFound();
    await requireUser(call, id);
    await unlock(ctx.db, { awsRegion: ctx.awsRegion, email: user.email });
    return { isUnlockUserSuccess: true };
  },
});
