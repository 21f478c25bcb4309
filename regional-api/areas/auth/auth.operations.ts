/** Signing in by password and one-time code, and passwords themselves. */
import { codeText } from "../../core/pasted";
import { randomInt } from "node:crypto";
import { z } from "zod/v4";
import { clientOf, networkOf } from "../../core/client-address";
import { TellableError, custom, notFound, rateLimited } from "../../core/errors";
import { mfaMail, resetPasswordMail, wrongCodesMail } from "../notifications/mails";
import { brokenPasswordRules, hashPassword, maxPasswordLength } from "../../core/passwords";
import type { AwsRegion } from "../../regions";
import { hashToken, newToken } from "../../core/tokens";
import { recordEvent } from "../../core/record";
import { findInDirectory } from "../../core/customers.store";
import { clearFailures, isLockedByCodes, recordWrongCode, unlock } from "./login-attempts.store";
import { mailPauseMs, waitBeforeMail } from "./mail-pacing.store";
import { isNotificationOn } from "../notifications/notification-settings.store";
import {
  bindCode,
  countWrongCode,
  issueCode,
  openCodeByHash,
  openCodeOf,
  useCode,
  voidCodes,
} from "./one-time-codes.store";
import { outbox } from "../../core/outbox.store";
import { forgetDevicesOf, markDeviceUsed, rememberDevice } from "./remembered-devices.store";
import type { Row } from "../../store/tables";
import { revokeSessionsOf, startSession } from "../../core/sessions.store";
import { findUser, hasPassword, normalizeEmail, setPassword, touchLastActive } from "../../core/users.store";
import { browserState } from "../../core/browser-state";
import { builder, idArgs, rowType, textArgs } from "../../core/builder";
import type { ApiContext } from "../../core/context";
import { accountsOf, type EmailAccount } from "./email-accounts";
import { byAddress, mutation, query } from "../../core/operation";
import { checkPassword, isRememberedBy } from "./password-check";
import { requireUser } from "../permissions/rights";
import { defaultCustomerOf, giveCookies } from "./session.operations";
import type { Reader, Writer, Region } from "../../store/engine";
import { userKind } from "../../core/users.record";

const codeLifetimeMs = 10 * 60_000;
const resetLifetimeMs = 60 * 60_000;

type User = Row<"users">;

// ---- the region of an account ----

const UserRegion = rowType<{ defaultAwsRegion: string }>()("AuthUserRegion", { defaultAwsRegion: "String" });

query("AuthGetUserRegion", {
  type: UserRegion,
  description:
    "The region whose endpoint accepts a sign-in with this email. It is always the region of this endpoint, since each endpoint knows the accounts of all regions, so the result reveals nothing about any account.",
  args: textArgs("email"),
  access: "public",
  rateLimited: true,
  resolve: (_args, { ctx }) => ({ defaultAwsRegion: ctx.awsRegion }),
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
        "Set if a temporary password must be changed first. No session has started in that case (AUTH-83).",
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

const ResendMfaCodeResult = rowType<{ isResendCodeSuccess: boolean }>()("AuthResendMfaCodeResult", {
  isResendCodeSuccess: "Boolean",
});

/** Where a session of the user starts: the region of the default customer, else the user's own. */
export const startRegion = async (ctx: ApiContext, user: User, homeRegion: AwsRegion) =>
  (await defaultCustomerOf(ctx.db, user))?.awsRegion ?? homeRegion;

/** How a person proved who they are, for the record. */
export type Proof = "PASSWORD" | "CODE" | "REMEMBERED_DEVICE" | "SSO";

/** Starts a session of a user of the transaction's region, whose cookies come with its end; gives the access token's end. */
export async function signIn(ctx: ApiContext, db: Writer, user: User, by: Proof): Promise<number> {
  const now = ctx.clock();
  const { id, customerId } = user;
  await touchLastActive(db, id, now);
  await recordEvent(db, ctx, {
    action: "SIGNED_IN",
    kind: "USER",
    actorId: id,
    id,
    customerId,
    details: { by },
  });
  const network = networkOf(ctx.remoteAddress);
  const from = { network, browser: ctx.userAgent, isBySso: by === "SSO" };
  const tokens = await startSession(db, { id, awsRegion: db.awsRegion, ...from }, now, ctx.config);
  db.afterCommit(() => giveCookies(ctx, tokens));
  return tokens.accessExpiresAt;
}

const hashCode = (userId: string, code: string) => hashToken(`${userId}:${code}`);

/**
 * What a code is kept with: the browser in which the password was typed (AUTH-89), its hash as Base64url, and when the step
 * ends that began there (AUTH-29).
 */
const codeBinding = z.object({ stateHash: z.string(), stepEndsAt: z.number().optional() });

const stateHashOf = (state: string) => hashToken(state).toString("base64url");

const bindingOf = (state: string, stepEndsAt: number) =>
  JSON.stringify({ stateHash: stateHashOf(state), stepEndsAt } satisfies z.infer<typeof codeBinding>);

/** Of a code that works in no browser until the password is typed again. */
const noBinding = "{}";

/** Mails a new code, which works in this browser alone; one that is sent again no longer than the step that it is for. */
async function sendCode(ctx: ApiContext, db: Writer, user: User, isResend: boolean): Promise<void> {
  const now = ctx.clock();
  const step = isResend ? (await codeHere(ctx, db, user))?.stepEndsAt : undefined;
  const stepEndsAt = step !== undefined && step > now ? step : now + codeLifetimeMs;
  const lifetimeMs = stepEndsAt - now;
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const data = bindingOf(browserState(ctx, "mfaState", codeLifetimeMs), stepEndsAt);
  const owner = { userId: user.id, awsRegion: db.awsRegion };
  const codeHash = hashCode(user.id, code);
  await issueCode(db, { ...owner, purpose: "MFA", codeHash, lifetimeMs, data }, now);
  const mail = mfaMail(code, isResend, lifetimeMs);
  await outbox.add(db, { ...mail, to: user.email, customerId: user.customerId }, now);
}

/**
 * Mails a new code, unless five were mailed within the hour. Then the last code still works (AUTH-87), in the browser where
 * the password was last entered.
 */
async function sendFirstCode(ctx: ApiContext, db: Writer, user: User): Promise<void> {
  const now = ctx.clock();
  const waitMs = await waitBeforeMail(db, user.email, "CODE", now);
  if (waitMs === 0) return sendCode(ctx, db, user, false);
  const open = await openCodeOf(db, user.id, "MFA");
  if (!open || open.expiresAt <= now) throw rateLimited(waitMs);
  const state = browserState(ctx, "mfaState", codeLifetimeMs);
  await bindCode(db, open.id, bindingOf(state, now + codeLifetimeMs));
}

/** A token to set a password with. That of a temporary password leaves the links alone that were mailed (AUTH-56). */
async function newResetToken(
  ctx: ApiContext,
  db: Writer,
  user: User,
  way: "MAILED" | "TEMPORARY",
): Promise<string> {
  const token = newToken();
  const code = {
    userId: user.id,
    awsRegion: db.awsRegion,
    purpose: "PASSWORD_RESET",
    codeHash: hashToken(token),
    lifetimeMs: resetLifetimeMs,
    leavesEarlier: way === "TEMPORARY",
  } as const;
  await issueCode(db, code, ctx.clock());
  return token;
}

const credentialsArgs = textArgs("email", "password");

// Failures are counted by whatever email was sent, so its length is bounded; so is the work on a password.
const credentials = z.object({ email: z.string().max(100), password: z.string().max(maxPasswordLength) });

/** Per client, and fewer for one account: not for the account from everywhere, or anybody could keep its owner out. */
const byAddressAndAccount = ({ email }: { email: string }, ctx: ApiContext) => {
  const address = byAddress(ctx);
  return [address, { key: `${address.key} ${normalizeEmail(email).slice(0, 100)}`, share: 0.2 }];
};

mutation("AuthEmailLogin", {
  description:
    "Signs in with email and password; where a one-time code is needed, it is sent and asked for next.",
  type: EmailLoginResult,
  args: credentialsArgs,
  access: "public",
  rateLimited: byAddressAndAccount,
  validate: credentials,
  changes: "written by the password check and by signIn, right or wrong",
  resolve: async ({ email, password }, { ctx }): Promise<LoginShape> => {
    const account = await checkPassword(ctx, normalizeEmail(email), password);
    const { home, user } = account;
    const noSession: LoginShape = {
      mfa: false,
      expiresAt: null,
      defaultAwsRegion: await startRegion(ctx, user, home.awsRegion),
      isDeviceRemembered: false,
      minutesForRememberDevice: ctx.config.rememberDeviceMinutes,
      passwordResetToken: null,
    };
    if (user.mustChangePassword) {
      const passwordResetToken = await home.write((db) => newResetToken(ctx, db, user, "TEMPORARY"));
      return { ...noSession, passwordResetToken };
    }
    if (!user.mfaEnabled) {
      const expiresAt = await home.write((db) => signIn(ctx, db, user, "PASSWORD"));
      return { ...noSession, expiresAt };
    }
    const device = ctx.cookie("device");
    if (device && (await isRememberedBy(ctx, hashToken(device), user.id))) {
      const expiresAt = await home.write(async (db) => {
        await markDeviceUsed(db, { tokenHash: hashToken(device), userId: user.id }, ctx.clock());
        return signIn(ctx, db, user, "REMEMBERED_DEVICE");
      });
      return { ...noSession, isDeviceRemembered: true, expiresAt };
    }
    await home.write((db) => sendFirstCode(ctx, db, user));
    return { ...noSession, mfa: true };
  },
});

async function remember(ctx: ApiContext, db: Writer, user: User): Promise<void> {
  const former = ctx.cookie("device");
  const token = newToken();
  const lifetimeMs = ctx.config.rememberDeviceMinutes * 60_000;
  const device = { tokenHash: hashToken(token), userId: user.id };
  await rememberDevice(db, device, former ? hashToken(former) : undefined, ctx.now, ctx.now + lifetimeMs);
  db.afterCommit(() => ctx.setCookie("device", token, lifetimeMs));
}

/** Counts a wrong code, and tells the person when it was one too many (AUTH-87). */
async function recordWrongTry(
  ctx: ApiContext,
  db: Writer,
  user: User,
  code: Row<"one_time_codes">,
): Promise<void> {
  const { now } = ctx;
  const isVoid = await countWrongCode(db, code, now);
  const isLocked = (await recordWrongCode(db, { awsRegion: db.awsRegion, email: user.email }, now)) === 0;
  const whom = { kind: "USER", id: user.id, customerId: user.customerId, outcome: "FAILURE" } as const;
  await recordEvent(db, ctx, {
    action: "SIGNED_IN",
    ...whom,
    details: { by: "CODE", reason: "WRONG_CODE" },
  });
  if (isVoid) await recordEvent(db, ctx, { action: "CODE_VOIDED", ...whom });
  if (isLocked) await recordEvent(db, ctx, { action: "LOCKED", ...whom, details: { by: "CODE" } });
  if (isVoid || isLocked) {
    await outbox.add(db, { ...wrongCodesMail(), to: user.email, customerId: user.customerId }, now);
  }
}

/** The user's open code for this browser, and when its step ends; it may have expired. */
async function codeHere(ctx: ApiContext, db: Reader, user: User) {
  const state = ctx.cookie("mfaState");
  const open = state ? await openCodeOf(db, user.id, "MFA") : undefined;
  if (!state || !open) return undefined;
  const binding = codeBinding.safeParse(JSON.parse(open.data)).data;
  return binding?.stateHash === stateHashOf(state) ? { ...open, stepEndsAt: binding.stepEndsAt } : undefined;
}

/** The active account of this email that has an open code for this browser. */
async function accountOfCodeStep(ctx: ApiContext, email: string): Promise<EmailAccount | undefined> {
  for (const account of await accountsOf(ctx, email)) {
    const { home, user } = account;
    if (user.archivedAt === null && (await codeHere(ctx, home.reader, user))) return account;
  }
  return undefined;
}

/** Takes a code, or says why not: a wrong one is counted, so nothing is thrown that would undo that. */
async function takeCode(
  ctx: ApiContext,
  db: Writer,
  user: User,
  code: string,
): Promise<"NOT_MATCH" | "EXPIRED" | "LOCKED" | undefined> {
  const open = await codeHere(ctx, db, user);
  // Without an open code there is nothing to guess, so nobody locks an account by sending codes to it.
  if (!open) return "NOT_MATCH";
  const counted = { awsRegion: db.awsRegion, email: user.email };
  if (open.expiresAt <= ctx.now) return "EXPIRED";
  if (await isLockedByCodes(db, counted, ctx.now)) return "LOCKED";
  if (!hashCode(user.id, code).equals(open.codeHash)) {
    await recordWrongTry(ctx, db, user, open);
    return "NOT_MATCH";
  }
  await useCode(db, open.id, ctx.now);
  await clearFailures(db, counted);
  return undefined;
}

const codeRefusals = {
  NOT_MATCH: "ERROR_CUSTOM_MFA_CODE_NOT_MATCH",
  EXPIRED: "ERROR_CUSTOM_MFA_CODE_EXPIRED",
  LOCKED: "ERROR_CUSTOM_USER_LOCKED",
} as const;

mutation("AuthMfaLogin", {
  type: MfaLoginResult,
  description:
    "Accepts the code only in the browser where the password was entered, which has the cookie `mfa-state` of AuthEmailLogin. In any other browser each code is wrong, whether or not the account exists.",
  args: builder.args((t) => ({
    code: t.string({ required: true }),
    email: t.string({ required: true }),
    isRememberDevice: t.boolean(),
  })),
  access: "public",
  rateLimited: byAddressAndAccount,
  changes: "written by recordWrongTry and by signIn, right or wrong",
  resolve: async ({ code, email, isRememberDevice }, { ctx }) => {
    if (!code.trim() || !email.trim()) throw custom("ERROR_CUSTOM_MFA_LOGIN_ARGS_MISSING");
    const account = await accountOfCodeStep(ctx, email);
    if (!account) throw custom(codeRefusals.NOT_MATCH);
    const { home, user } = account;
    const taken = await home.write(async (db) => {
      const refusal = await takeCode(ctx, db, user, codeText(code));
      if (refusal) return refusal;
      if (isRememberDevice) await remember(ctx, db, user);
      db.afterCommit(() => ctx.setCookie("mfaState", null));
      return { expiresAt: await signIn(ctx, db, user, "CODE") };
    });
    if (typeof taken === "string") throw custom(codeRefusals[taken]);
    return { ...taken, defaultAwsRegion: await startRegion(ctx, user, home.awsRegion) };
  },
});

mutation("AuthResendMfaCode", {
  description: "Sends a new one-time code.",
  type: ResendMfaCodeResult,
  args: credentialsArgs,
  access: "public",
  rateLimited: byAddressAndAccount,
  validate: credentials,
  changes: "written by the password check, when it is wrong",
  resolve: async ({ email, password }, { ctx }) => {
    const account = await checkPassword(ctx, normalizeEmail(email), password);
    const { home, user } = account;
    if (!user.mfaEnabled) return { isResendCodeSuccess: false };
    await home.write(async (db) => {
      const waitMs = await waitBeforeMail(db, user.email, "CODE", ctx.clock(), mailPauseMs);
      if (waitMs > 0) throw rateLimited(waitMs);
      await sendCode(ctx, db, user, true);
    });
    return { isResendCodeSuccess: true };
  },
});

// ---- a forgotten or expired password, a locked account ----

const ForgetPasswordResult = rowType<{ isVerifyEmailSuccess: boolean }>()("AuthForgetPasswordResult", {
  isVerifyEmailSuccess: "Boolean",
});

const ResetPasswordResult = rowType<{ isPasswordResetSuccess: boolean }>()("AuthResetPasswordResult", {
  isPasswordResetSuccess: "Boolean",
});

const UnlockUserResult = rowType<{ isUnlockUserSuccess: boolean }>()("AuthUnlockUserResult", {
  isUnlockUserSuccess: "Boolean",
});

/** The share of an address's calls that may ask for a link where there is no account to set a password of. */
const missShare = 0.04;

/** Mails a link to set the password of one account, unless one was mailed just now. */
async function sendResetLink(
  ctx: ApiContext,
  db: Writer,
  user: User,
  isOneOfSeveral: boolean,
): Promise<void> {
  // Asked too often, the answer is the same: the link that was mailed still works (AUTH-56).
  if ((await waitBeforeMail(db, user.email, "RESET_LINK", ctx.now, mailPauseMs)) > 0) return;
  // Its customer may have turned that mail off (NOTIF-32); the answer tells nobody.
  const entry = { name: "EMAIL_RESET_PASSWORD", type: "EMAIL" } as const;
  if (!(await isNotificationOn(db, user.customerId, entry))) return;
  const customer = isOneOfSeveral ? (await findInDirectory(db, user.customerId))?.displayName : undefined;
  const token = await newResetToken(ctx, db, user, "MAILED");
  const query = new URLSearchParams({ token, region: db.awsRegion });
  const link = `${ctx.config.consoleOrigin}/resetPassword?${query}`;
  const mail = resetPasswordMail(link, resetLifetimeMs, customer);
  await outbox.add(db, { ...mail, to: user.email, customerId: user.customerId }, ctx.now);
}

/** Why none of an email's accounts can have a link (AUTH-45..AUTH-47). */
function noLinkFor(accounts: readonly EmailAccount[]) {
  if (accounts.length === 0) return custom("ERROR_CUSTOM_USER_ACCOUNT_NOT_FOUND");
  const isActive = accounts.some(({ user }) => user.archivedAt === null);
  return custom(
    isActive ? "ERROR_CUSTOM_SSO_USER_NOT_ALLOW_TO_RESET_PASSWORD" : "ERROR_CUSTOM_USER_ACCOUNT_ARCHIVED",
  );
}

mutation("AuthForgetPassword", {
  type: ForgetPasswordResult,
  description: "Emails a reset link for each account with this email that can have one, in every region.",
  args: textArgs("email"),
  access: "public",
  rateLimited: true,
  changes: "none because a link that is mailed changes nothing until it is used",
  resolve: async ({ email }, { ctx }) => {
    // The answers tell emails with an account from others, so few of the latter are answered (AUTH-45).
    const missesKey = `unknown accounts ${clientOf(ctx.remoteAddress)}`;
    const maxMisses = Math.ceil(ctx.config.authCallsPerMinute * missShare);
    const waitMs = await ctx.rateLimiter.wait(missesKey, maxMisses, ctx.now);
    if (waitMs > 0) throw rateLimited(waitMs);
    const accounts = await accountsOf(ctx, email);
    const open = accounts.filter(({ user }) => user.archivedAt === null && hasPassword(user));
    if (open.length === 0) {
      await ctx.rateLimiter.count(missesKey, ctx.now);
      throw noLinkFor(accounts);
    }
    for (const { home, user } of open)
      await home.write((db) => sendResetLink(ctx, db, user, open.length > 1));
    return { isVerifyEmailSuccess: true };
  },
});

/** What a reset token was made with; any region knows it. Throws the errors of AUTH-55. */
async function codeOfResetToken(
  { now }: ApiContext,
  db: Reader,
  resetToken: string,
): Promise<Row<"one_time_codes">> {
  const code = await openCodeByHash(db, hashToken(resetToken), "PASSWORD_RESET");
  if (!code || code.expiresAt <= now) throw custom("ERROR_CUSTOM_RESET_TOKEN_EXPIRED");
  return code;
}

/** The user of this region whom the token was made for. Throws the errors of AUTH-55. */
async function userOfResetToken(ctx: ApiContext, home: Reader, resetToken: string): Promise<User> {
  const user = await findUser(home, (await codeOfResetToken(ctx, home, resetToken)).userId);
  if (!user) throw custom("ERROR_CUSTOM_USER_ACCOUNT_NOT_FOUND");
  if (user.archivedAt !== null) throw custom("ERROR_CUSTOM_USER_ACCOUNT_ARCHIVED");
  return user;
}

/** The region of a reset token whose user is there. Throws the errors of AUTH-55. */
async function homeOfResetToken(ctx: ApiContext, resetToken: string): Promise<Region> {
  const home = ctx.databases.region((await codeOfResetToken(ctx, ctx.db, resetToken)).awsRegion);
  await userOfResetToken(ctx, home.reader, resetToken);
  return home;
}

const ResetTokenCheck = rowType<{ isResetTokenValid: boolean }>()("AuthResetTokenCheck", {
  isResetTokenValid: "Boolean",
});

query("AuthCheckResetToken", {
  type: ResetTokenCheck,
  description:
    "Whether a reset link is still valid, to be checked before the form is shown (AUTH-55). Does not use the link up.",
  args: textArgs("resetToken"),
  access: "public",
  rateLimited: true,
  resolve: async ({ resetToken }, { ctx }) => {
    try {
      await homeOfResetToken(ctx, resetToken);
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
  description: "Sets a new password with the token of a mailed link.",
  type: ResetPasswordResult,
  args: textArgs("password", "resetToken"),
  access: "public",
  rateLimited: true,
  validate: newPassword,
  changes: "written by its own transaction, since nobody is signed in",
  before: async ({ password, resetToken }, { ctx }) => {
    await homeOfResetToken(ctx, resetToken);
    return hashPassword(password);
  },
  resolve: async ({ resetToken }, { ctx }, passwordHash) => {
    return (await homeOfResetToken(ctx, resetToken)).write(async (db) => {
      const { id, customerId } = await userOfResetToken(ctx, db, resetToken);
      await voidCodes(db, id, "PASSWORD_RESET", ctx.now);
      await setPassword(db, id, passwordHash, ctx.now);
      await revokeSessionsOf(db, id, ctx.now);
      await forgetDevicesOf(db, id);
      // A sign-in that the old password began ends, too. The code is not void: no other may be mailed for an hour (AUTH-87).
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
    });
  },
});

mutation("AuthUnlockUser", {
  description: "Unlocks a user who is locked after too many failed sign-ins.",
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
