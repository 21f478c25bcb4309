/** Signing in by password and one-time code, and passwords themselves. */
import { randomInt } from "node:crypto";
import { z } from "zod/v4";
import { networkOf } from "../domain/client-address";
import { TellableError, custom, notFound, rateLimited } from "../domain/errors";
import { mfaMail, resetPasswordMail, wrongCodesMail } from "../domain/mails";
import { brokenPasswordRules, hashPassword, maxPasswordLength } from "../domain/password";
import { defaultAwsRegion } from "../domain/regions";
import { hashToken, newToken } from "../domain/tokens";
import { recordEvent } from "../store/audit-events";
import { clearFailures, isLockedByCodes, recordWrongCode, unlock } from "../store/login-attempts";
import { mailPauseMs, waitBeforeMail } from "../store/mail-pacing";
import { isNotificationOn } from "../store/notification-settings";
import { countWrongCode, issueCode, openCodeByHash, openCodeOf, useCode } from "../store/one-time-codes";
import { outbox } from "../store/outbox";
import { forgetDevicesOf, markDeviceUsed, rememberDevice } from "../store/remembered-devices";
import type { Row } from "../store/tables";
import { revokeSessionsOf, startSession } from "../store/sessions";
import {
  findHomeRegion,
  findUser,
  findUserByEmail,
  normalizeEmail,
  setPassword,
  touchLastActive,
} from "../store/users";
import { builder } from "./builder";
import type { ApiContext } from "./context";
import { byAddress, mutation, query } from "./operation";
import { checkPassword, isRememberedBy } from "./password-check";
import { requireUser } from "./rights";
import { defaultCustomerOf, giveCookies } from "./session";

const codeLifetimeMs = 10 * 60_000;
const resetLifetimeMs = 60 * 60_000;

type User = Row<"users">;

// ---- the region of an account ----

const UserRegion = builder.objectRef<{ defaultAwsRegion: string }>("AuthUserRegion").implement({
  fields: (t) => ({ defaultAwsRegion: t.exposeString("defaultAwsRegion") }),
});

query("AuthGetUserRegion", {
  type: UserRegion,
  args: builder.args((t) => ({ email: t.string({ required: true }) })),
  access: "public",
  rateLimited: true,
  resolve: ({ email }, { ctx }) => ({
    // An unknown email answers like many known ones (AUTH-10).
    defaultAwsRegion: findHomeRegion(ctx.db, normalizeEmail(email)) ?? defaultAwsRegion,
  }),
});

// ---- password, then code ----

interface LoginShape {
  mfa: boolean;
  expiresAt: number | null;
  defaultAwsRegion: string;
  isDeviceRemembered: boolean;
  minutesForRememberDevice: number;
  passwordResetToken: string | null;
}

const EmailLoginResult = builder.objectRef<LoginShape>("AuthEmailLoginResult").implement({
  fields: (t) => ({
    mfa: t.exposeBoolean("mfa"),
    expiresAt: t.expose("expiresAt", { type: "DateTime", nullable: true }),
    defaultAwsRegion: t.exposeString("defaultAwsRegion"),
    isDeviceRemembered: t.exposeBoolean("isDeviceRemembered"),
    minutesForRememberDevice: t.exposeInt("minutesForRememberDevice", { nullable: true }),
    passwordResetToken: t.exposeString("passwordResetToken", {
      nullable: true,
      description:
        "Set when a temporary password must be changed first; no session has started then (AUTH-83).",
    }),
  }),
});

const MfaLoginResult = builder
  .objectRef<{ expiresAt: number; defaultAwsRegion: string }>("AuthMfaLoginResult")
  .implement({
    fields: (t) => ({
      defaultAwsRegion: t.exposeString("defaultAwsRegion"),
      expiresAt: t.expose("expiresAt", { type: "DateTime" }),
    }),
  });

const ResendMfaCodeResult = builder
  .objectRef<{ isResendCodeSuccess: boolean }>("AuthResendMfaCodeResult")
  .implement({ fields: (t) => ({ isResendCodeSuccess: t.exposeBoolean("isResendCodeSuccess") }) });

/** Where a session of the user starts: the region of the default customer, else the user's own. */
export const startRegion = (ctx: ApiContext, user: User, homeRegion = ctx.awsRegion) =>
  defaultCustomerOf(ctx.db, user)?.awsRegion ?? homeRegion;

/** How a person proved who they are, for the record. */
export type Proof = "PASSWORD" | "CODE" | "REMEMBERED_DEVICE" | "SSO";

/** Starts a session, sets its cookies and gives the access token's end. */
export function signIn(ctx: ApiContext, user: User, by: Proof, homeRegion = ctx.awsRegion): number {
  const now = ctx.clock();
  const home = ctx.databases.region(homeRegion);
  const tokens = home.transaction(() => {
    touchLastActive(home, user.id, now);
    const { id, customerId } = user;
    recordEvent(home, ctx, {
      event: "SIGN_IN",
      outcome: "SUCCESS",
      actorId: id,
      subject: id,
      customerId,
      details: { by },
    });
    const network = networkOf(ctx.remoteAddress);
    return startSession(home, { id: user.id, awsRegion: homeRegion, network }, now, ctx.config);
  });
  giveCookies(ctx, tokens);
  return tokens.accessExpiresAt;
}

const hashCode = (userId: string, code: string) => hashToken(`${userId}:${code}`);

/** Mails a new code. */
function sendCode(ctx: ApiContext, user: User, isResend: boolean): void {
  const now = ctx.clock();
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  ctx.db.transaction(() => {
    const owner = { userId: user.id, awsRegion: ctx.awsRegion };
    issueCode(
      ctx.db,
      { ...owner, purpose: "MFA", codeHash: hashCode(user.id, code), lifetimeMs: codeLifetimeMs },
      now,
    );
    outbox.add(ctx.db, { ...mfaMail(code, isResend), to: user.email, customerId: user.customerId }, now);
  });
}

/** The same, unless five were mailed within the hour: then a code that still works must do (AUTH-87). */
function sendFirstCode(ctx: ApiContext, user: User): void {
  const now = ctx.clock();
  const waitMs = waitBeforeMail(ctx.db, user.email, "CODE", now);
  if (waitMs === 0) sendCode(ctx, user, false);
  else if ((openCodeOf(ctx.db, user.id, "MFA")?.expiresAt ?? 0) <= now) throw rateLimited(waitMs);
}

function newResetToken(ctx: ApiContext, user: User): string {
  const token = newToken();
  const owner = { userId: user.id, awsRegion: ctx.awsRegion };
  issueCode(
    ctx.db,
    { ...owner, purpose: "PASSWORD_RESET", codeHash: hashToken(token), lifetimeMs: resetLifetimeMs },
    ctx.clock(),
  );
  return token;
}

const credentialsArgs = builder.args((t) => ({
  email: t.string({ required: true }),
  password: t.string({ required: true }),
}));

// Failures are counted by whatever email was sent, so its length is bounded; so is the work on a password.
const credentials = z.object({ email: z.string().max(100), password: z.string().max(maxPasswordLength) });

/** Per client, and fewer for one account: not for the account from everywhere, or anybody could keep its owner out. */
const byAddressAndAccount = ({ email }: { email: string }, ctx: ApiContext) => {
  const address = byAddress(ctx);
  return [address, { key: `${address.key} ${normalizeEmail(email).slice(0, 100)}`, share: 0.2 }];
};

mutation("AuthEmailLogin", {
  type: EmailLoginResult,
  args: credentialsArgs,
  access: "public",
  rateLimited: byAddressAndAccount,
  validate: credentials,
  resolve: async ({ email, password }, { ctx }): Promise<LoginShape> => {
    const user = await checkPassword(ctx, normalizeEmail(email), password);
    const noSession: LoginShape = {
      mfa: false,
      expiresAt: null,
      defaultAwsRegion: startRegion(ctx, user),
      isDeviceRemembered: false,
      minutesForRememberDevice: ctx.config.rememberDeviceMinutes,
      passwordResetToken: null,
    };
    if (user.mustChangePassword) return { ...noSession, passwordResetToken: newResetToken(ctx, user) };
    if (!user.mfaEnabled) return { ...noSession, expiresAt: signIn(ctx, user, "PASSWORD") };
    const device = ctx.cookie("device");
    if (device && isRememberedBy(ctx, hashToken(device), user.id)) {
      markDeviceUsed(ctx.db, { tokenHash: hashToken(device), userId: user.id }, ctx.clock());
      return { ...noSession, isDeviceRemembered: true, expiresAt: signIn(ctx, user, "REMEMBERED_DEVICE") };
    }
    sendFirstCode(ctx, user);
    return { ...noSession, mfa: true };
  },
});

function remember(ctx: ApiContext, user: User): void {
  const former = ctx.cookie("device");
  const token = newToken();
  const lifetimeMs = ctx.config.rememberDeviceMinutes * 60_000;
  const device = { tokenHash: hashToken(token), userId: user.id };
  rememberDevice(ctx.db, device, former ? hashToken(former) : undefined, ctx.now, ctx.now + lifetimeMs);
  ctx.setCookie("device", token, lifetimeMs);
}

/** Counts a wrong code, and tells the person when it was one too many (AUTH-87). */
function recordWrongTry(ctx: ApiContext, user: User, code: Row<"one_time_codes">): void {
  const { db, awsRegion, now } = ctx;
  const isVoid = countWrongCode(db, code, now);
  const isLocked = recordWrongCode(db, { awsRegion, email: user.email }, now) === 0;
  const whom = { subject: user.id, customerId: user.customerId, outcome: "FAILURE" } as const;
  recordEvent(db, ctx, { event: "SIGN_IN", ...whom, details: { by: "CODE" } });
  if (isVoid) recordEvent(db, ctx, { event: "CODE_VOIDED", ...whom });
  if (isLocked) recordEvent(db, ctx, { event: "LOCK_OUT", ...whom, details: { by: "CODE" } });
  if (isVoid || isLocked) {
    outbox.add(db, { ...wrongCodesMail(), to: user.email, customerId: user.customerId }, now);
  }
}

mutation("AuthMfaLogin", {
  type: MfaLoginResult,
  args: builder.args((t) => ({
    code: t.string({ required: true }),
    email: t.string({ required: true }),
    isRememberDevice: t.boolean(),
  })),
  access: "public",
  rateLimited: byAddressAndAccount,
  resolve: ({ code, email, isRememberDevice }, { ctx }) => {
    if (!code.trim() || !email.trim()) throw custom("ERROR_CUSTOM_MFA_LOGIN_ARGS_MISSING");
    const user = findUserByEmail(ctx.db, normalizeEmail(email));
    if (user?.archivedAt !== null) throw custom("ERROR_CUSTOM_USER_NOT_FOUND");
    const account = { awsRegion: ctx.awsRegion, email: user.email };
    const open = openCodeOf(ctx.db, user.id, "MFA");
    if (open && open.expiresAt <= ctx.now) throw custom("ERROR_CUSTOM_MFA_CODE_EXPIRED");
    // Without an open code there is nothing to guess, so nobody locks an account by sending codes to it.
    if (!open) throw custom("ERROR_CUSTOM_MFA_CODE_NOT_MATCH");
    if (isLockedByCodes(ctx.db, account, ctx.now)) throw custom("ERROR_CUSTOM_USER_LOCKED");
    if (!hashCode(user.id, code.trim()).equals(open.codeHash)) {
      ctx.db.transaction(() => recordWrongTry(ctx, user, open));
      throw custom("ERROR_CUSTOM_MFA_CODE_NOT_MATCH");
    }
    return ctx.db.transaction(() => {
      useCode(ctx.db, open.id, ctx.now);
      clearFailures(ctx.db, account);
      if (isRememberDevice) remember(ctx, user);
      return { expiresAt: signIn(ctx, user, "CODE"), defaultAwsRegion: startRegion(ctx, user) };
    });
  },
});

mutation("AuthResendMfaCode", {
  type: ResendMfaCodeResult,
  args: credentialsArgs,
  access: "public",
  rateLimited: byAddressAndAccount,
  validate: credentials,
  resolve: async ({ email, password }, { ctx }) => {
    const user = await checkPassword(ctx, normalizeEmail(email), password);
    if (!user.mfaEnabled) return { isResendCodeSuccess: false };
    const waitMs = waitBeforeMail(ctx.db, user.email, "CODE", ctx.clock(), mailPauseMs);
    if (waitMs > 0) throw rateLimited(waitMs);
    sendCode(ctx, user, true);
    return { isResendCodeSuccess: true };
  },
});

// ---- a forgotten or expired password, a locked account ----

const ForgetPasswordResult = builder
  .objectRef<{ isVerifyEmailSuccess: boolean }>("AuthForgetPasswordResult")
  .implement({ fields: (t) => ({ isVerifyEmailSuccess: t.exposeBoolean("isVerifyEmailSuccess") }) });

const ResetPasswordResult = builder
  .objectRef<{ isPasswordResetSuccess: boolean }>("AuthResetPasswordResult")
  .implement({ fields: (t) => ({ isPasswordResetSuccess: t.exposeBoolean("isPasswordResetSuccess") }) });

const UnlockUserResult = builder
  .objectRef<{ isUnlockUserSuccess: boolean }>("AuthUnlockUserResult")
  .implement({ fields: (t) => ({ isUnlockUserSuccess: t.exposeBoolean("isUnlockUserSuccess") }) });

mutation("AuthForgetPassword", {
  type: ForgetPasswordResult,
  args: builder.args((t) => ({ email: t.string({ required: true }) })),
  access: "public",
  rateLimited: true,
  resolve: ({ email }, { ctx }) => {
    const user = findUserByEmail(ctx.db, normalizeEmail(email));
    if (!user) throw custom("ERROR_CUSTOM_USER_ACCOUNT_NOT_FOUND");
    if (user.archivedAt !== null) throw custom("ERROR_CUSTOM_USER_ACCOUNT_ARCHIVED");
    if (user.source === "SSO") throw custom("ERROR_CUSTOM_SSO_USER_NOT_ALLOW_TO_RESET_PASSWORD");
    // Asked too often, the answer is the same: the link that was mailed still works (AUTH-56).
    if (waitBeforeMail(ctx.db, user.email, "RESET_LINK", ctx.now, mailPauseMs) > 0) {
      return { isVerifyEmailSuccess: true };
    }
    // Its customer may have turned that mail off (NOTIF-32); the answer tells nobody.
    const entry = { name: "EMAIL_RESET_PASSWORD", type: "EMAIL" } as const;
    if (!isNotificationOn(ctx.db, user.customerId, "default", entry)) return { isVerifyEmailSuccess: true };
    return ctx.db.transaction(() => {
      const query = new URLSearchParams({ token: newResetToken(ctx, user), region: ctx.awsRegion });
      const mail = resetPasswordMail(`${ctx.config.consoleOrigin}/resetPassword?${query}`);
      outbox.add(ctx.db, { ...mail, to: user.email, customerId: user.customerId }, ctx.now);
      return { isVerifyEmailSuccess: true };
    });
  },
});

/** The user a reset token was made for. Throws the errors of AUTH-55. */
function userOfResetToken(ctx: ApiContext, resetToken: string): { user: User; codeId: string } {
  const code = openCodeByHash(ctx.db, hashToken(resetToken), "PASSWORD_RESET");
  if (!code || code.expiresAt <= ctx.now || code.awsRegion !== ctx.awsRegion) {
    throw custom("ERROR_CUSTOM_RESET_TOKEN_EXPIRED");
  }
  const user = findUser(ctx.db, code.userId);
  if (!user) throw custom("ERROR_CUSTOM_USER_ACCOUNT_NOT_FOUND");
  if (user.archivedAt !== null) throw custom("ERROR_CUSTOM_USER_ACCOUNT_ARCHIVED");
  return { user, codeId: code.id };
}

const ResetTokenCheck = builder
  .objectRef<{ isResetTokenValid: boolean }>("AuthResetTokenCheck")
  .implement({ fields: (t) => ({ isResetTokenValid: t.exposeBoolean("isResetTokenValid") }) });

query("AuthCheckResetToken", {
  type: ResetTokenCheck,
  description:
    "Whether a reset link still works, so that nobody fills in a form in vain (AUTH-55). Uses nothing up.",
  args: builder.args((t) => ({ resetToken: t.string({ required: true }) })),
  access: "public",
  rateLimited: true,
  resolve: ({ resetToken }, { ctx }) => {
    try {
      userOfResetToken(ctx, resetToken);
      return { isResetTokenValid: true };
    } catch (error) {
      if (error instanceof TellableError) return { isResetTokenValid: false };
      throw error;
    }
  },
});

const newPassword = z.object({
  resetToken: z.string(),
  password: z
    .string()
    .max(maxPasswordLength)
    .superRefine((password, context) => {
      for (const message of brokenPasswordRules(password)) context.addIssue({ code: "custom", message });
    }),
});

mutation("AuthResetPassword", {
  type: ResetPasswordResult,
  args: builder.args((t) => ({
    password: t.string({ required: true }),
    resetToken: t.string({ required: true }),
  })),
  access: "public",
  rateLimited: true,
  validate: newPassword,
  before: ({ password, resetToken }, { ctx }) => {
    userOfResetToken(ctx, resetToken);
    return hashPassword(password);
  },
  resolve: ({ resetToken }, { ctx }, passwordHash) =>
    ctx.db.transaction(() => {
      const { user, codeId } = userOfResetToken(ctx, resetToken);
      useCode(ctx.db, codeId, ctx.now);
      setPassword(ctx.db, user.id, passwordHash, ctx.now);
      revokeSessionsOf(ctx.db, user.id, ctx.now);
      forgetDevicesOf(ctx.db, user.id);
      const { id, customerId } = user;
      recordEvent(ctx.db, ctx, {
        event: "PASSWORD_SET",
        outcome: "SUCCESS",
        actorId: id,
        subject: id,
        customerId,
      });
      return { isPasswordResetSuccess: true };
    }),
});

mutation("AuthUnlockUser", {
  type: UnlockUserResult,
  args: builder.args((t) => ({ id: t.id({ required: true }) })),
  access: {
    code: "org:editUser",
    scope: ({ id }, ctx) => {
      const user = findUser(ctx.db, id);
      if (!user) throw notFound();
      return { customerId: user.customerId, hierarchyId: user.hierarchyId };
    },
  },
  resolve: ({ id }, call) => {
    const { ctx } = call;
    const user = findUser(ctx.db, id);
    if (!user) throw notFound();
    requireUser(call, id);
    unlock(ctx.db, { awsRegion: ctx.awsRegion, email: user.email });
    recordEvent(ctx.db, ctx, {
      event: "UNLOCK",
      outcome: "SUCCESS",
      actorId: call.caller.user.id,
      subject: id,
      customerId: user.customerId,
    });
    return { isUnlockUserSuccess: true };
  },
});
