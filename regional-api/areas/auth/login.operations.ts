/** Signing in by password and one-time code. */
import { z } from "zod/v4";
import { builder, rowType, textArgs } from "../../core/builder";
import type { ApiContext } from "../../core/context";
import { custom, rateLimited } from "../../core/errors";
import { byAddress, mutation, query } from "../../core/operation";
import { maxPasswordLength } from "../../core/passwords";
import { hashToken, newToken } from "../../core/tokens";
import { normalizeEmail } from "../../core/users.store";
import type { Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { hasAuthenticator } from "./authenticators.store";
import { beginStep, sendCode, sendFirstCode, takeCode, accountOfCodeStep } from "./login-codes";
import { mailPauseMs, waitBeforeMail } from "./mail-pacing.store";
import { checkPassword, isRememberedBy } from "./password-check";
import { markDeviceUsed, rememberDevice } from "./remembered-devices.store";
import { newResetToken } from "./reset-tokens";
import { signIn, startRegion } from "./sign-in";

type User = Row<"users">;

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

interface LoginShape {
  mfa: boolean;
  expiresAt: number | null;
  defaultAwsRegion: string;
  isDeviceRemembered: boolean;
  minutesForRememberDevice: number;
  hasAuthenticator: boolean;
  passwordResetToken: string | null;
}

const EmailLoginResult = builder.objectRef<LoginShape>("AuthEmailLoginResult").implement({
  fields: (t) => ({
    mfa: t.exposeBoolean("mfa"),
    expiresAt: t.expose("expiresAt", { type: "DateTime", nullable: true }),
    defaultAwsRegion: t.exposeString("defaultAwsRegion"),
    isDeviceRemembered: t.exposeBoolean("isDeviceRemembered"),
    minutesForRememberDevice: t.exposeInt("minutesForRememberDevice", { nullable: true }),
    hasAuthenticator: t.exposeBoolean("hasAuthenticator", {
      description:
        "Whether the code of an authenticator app is asked for (`mfa`). No code is mailed then unless `AuthResendMfaCode` asks for one.",
    }),
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
      hasAuthenticator: false,
      passwordResetToken: null,
    };
    if (user.mustChangePassword) {
      const passwordResetToken = await home.write(
        (db) => newResetToken(ctx, db, user, "TEMPORARY"),
        user.customerId,
      );
      return { ...noSession, passwordResetToken };
    }
    const hasApp = await hasAuthenticator(home.reader, user.id);
    if (!user.mfaEnabled && !hasApp) {
      const expiresAt = await home.write((db) => signIn(ctx, db, user, "PASSWORD"), user.customerId);
      return { ...noSession, expiresAt };
    }
    const device = ctx.cookie("device");
    if (device && (await isRememberedBy(ctx, hashToken(device), user.id))) {
      const expiresAt = await home.write(async (db) => {
        await markDeviceUsed(db, { tokenHash: hashToken(device), userId: user.id }, ctx.clock());
        return signIn(ctx, db, user, "REMEMBERED_DEVICE");
      }, user.customerId);
      return { ...noSession, isDeviceRemembered: true, expiresAt };
    }
    await home.write(
      (db) => (hasApp ? beginStep(ctx, db, user) : sendFirstCode(ctx, db, user)),
      user.customerId,
    );
    return { ...noSession, mfa: true, hasAuthenticator: hasApp };
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

const codeRefusals = {
  NOT_MATCH: "ERROR_CUSTOM_MFA_CODE_NOT_MATCH",
  EXPIRED: "ERROR_CUSTOM_MFA_CODE_EXPIRED",
  LOCKED: "ERROR_CUSTOM_USER_LOCKED",
  APP_HELD: "ERROR_CUSTOM_MFA_APP_HELD",
} as const;

mutation("AuthMfaLogin", {
  type: MfaLoginResult,
  description:
    "Accepts a mailed code, the code of an authenticator app, or a recovery code, once each, only in the browser where the password was entered, which has the cookie `mfa-state` of AuthEmailLogin. In any other browser each code is wrong, whether or not the account exists.",
  args: builder.args((t) => ({
    code: t.string({ required: true, description: "As it was typed or pasted." }),
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
      const result = await takeCode(ctx, db, user, code);
      if ("refusal" in result) return result;
      if (isRememberDevice) await remember(ctx, db, user);
      db.afterCommit(() => ctx.setCookie("mfaState", null));
      return { expiresAt: await signIn(ctx, db, user, result.by) };
    }, user.customerId);
    if ("refusal" in taken) throw custom(codeRefusals[taken.refusal], taken.waitMs);
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
    if (!user.mfaEnabled && !(await hasAuthenticator(home.reader, user.id)))
      return { isResendCodeSuccess: false };
    await home.write(async (db) => {
      const waitMs = await waitBeforeMail(db, user.email, "CODE", ctx.clock(), mailPauseMs);
      if (waitMs > 0) throw rateLimited(waitMs);
      await sendCode(ctx, db, user, true);
    }, user.customerId);
    return { isResendCodeSuccess: true };
  },
});
