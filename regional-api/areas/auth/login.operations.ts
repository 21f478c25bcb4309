/** Sign-in by password and second factor. */
import { z } from "zod/v4";
import { builder, rowType, textArgs, argsOf } from "../../core/builder";
import type { ApiContext } from "../../core/context";
import { custom, rateLimited } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import { maxPasswordLength } from "../../core/passwords";
import { hashToken, newToken } from "../../core/tokens";
import { normalizeEmail } from "../../core/users.store";
import type { Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { hasAuthenticator } from "./authenticators.store";
import {
  accountOfCodeStep,
  beginStep,
  sendCode,
  sendFirstCode,
  takeCode,
  takePasskey,
  type TakenCode,
} from "./login-codes";
import { mailPauseMs, waitBeforeMail } from "./mail-pacing.store";
import { checkPassword, isRememberedBy } from "./password-check";
import { markDeviceUsed, rememberDevice } from "./remembered-devices.store";
import { authenticationOptions } from "./passkeys";
import { passkeysOf } from "./passkeys.store";
import { newResetToken } from "./reset-tokens";
import { isAppRequired } from "./sign-in-policies.store";
import { byAddressAndAccount, signIn, startRegion } from "./sign-in";

type User = Row<"users">;

const UserRegion = rowType<{ defaultAwsRegion: string }>()("AuthUserRegion", { defaultAwsRegion: "String" });

query("AuthGetUserRegion", {
  type: UserRegion,
  description:
    "The region whose endpoint accepts a sign-in with this email. Always this endpoint's region, because every endpoint knows the accounts of all regions; the result reveals nothing about any account.",
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
  takesMailedCode: boolean;
  passkeyOptions: string | null;
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
        "Whether `mfa` takes the code of an authenticator app. No code is mailed in that case unless requested with `AuthResendMfaCode`.",
    }),
    takesMailedCode: t.exposeBoolean("takesMailedCode", {
      description:
        "False if the customer requires users with an authenticator app to use it (MFA-06). No code is mailed then.",
    }),
    passkeyOptions: t.exposeString("passkeyOptions", {
      nullable: true,
      description:
        "The `PublicKeyCredentialRequestOptionsJSON` for `AuthPasskeyLogin`. Null if the account has no passkey. With one, no code is mailed unless requested with `AuthResendMfaCode`.",
    }),
    passwordResetToken: t.exposeString("passwordResetToken", {
      nullable: true,
      description:
        "Set if a temporary password must be changed first. No session starts in that case (AUTH-83).",
    }),
  }),
});

const MfaLoginResult = builder
  .objectRef<{ expiresAt: number | null; defaultAwsRegion: string; mustEnrol: boolean }>("AuthMfaLoginResult")
  .implement({
    fields: (t) => ({
      defaultAwsRegion: t.exposeString("defaultAwsRegion"),
      expiresAt: t.expose("expiresAt", { type: "DateTime", nullable: true }),
      mustEnrol: t.exposeBoolean("mustEnrol", {
        description:
          "Whether an authenticator app must be set up first (MFA-06). No session has started; continue with `AuthEnrol`.",
      }),
    }),
  });

const ResendMfaCodeResult = rowType<{ isResendCodeSuccess: boolean }>()("AuthResendMfaCodeResult", {
  isResendCodeSuccess: "Boolean",
});

const credentialsArgs = textArgs("email", "password");

// Failures are counted for any email, so its length is limited. A limit on the password bounds the cost of
// hashing.
const credentials = z.object({ email: z.string().max(100), password: z.string().max(maxPasswordLength) });

mutation("AuthEmailLogin", {
  description:
    "Signs in with email and password. If a second factor is required, `AuthMfaLogin` or `AuthPasskeyLogin` completes the sign-in.",
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
      takesMailedCode: true,
      passkeyOptions: null,
      passwordResetToken: null,
    };
    if (user.mustChangePassword) {
      const passwordResetToken = await home.write(
        (db) => newResetToken(ctx, db, user, "TEMPORARY"),
        user.customerId,
      );
      return { ...noSession, passwordResetToken };
    }
    const device = ctx.cookie("device");
    const isRemembered = device !== undefined && (await isRememberedBy(ctx, hashToken(device), user.id));
    return home.write(async (db): Promise<LoginShape> => {
      const hasApp = await hasAuthenticator(db, user.id);
      const mustHave = await isAppRequired(db, user);
      const passkeys = await passkeysOf(db, user.id);
      if (!user.mfaEnabled && !hasApp && !mustHave && passkeys.length === 0)
        return { ...noSession, expiresAt: await signIn(ctx, db, user, "PASSWORD") };
      // A remembered browser skips the code, but not the setup of a required app.
      if (isRemembered && (hasApp || !mustHave)) {
        await markDeviceUsed(db, { tokenHash: hashToken(device), userId: user.id }, ctx.clock());
        const expiresAt = await signIn(ctx, db, user, "REMEMBERED_DEVICE");
        return { ...noSession, isDeviceRemembered: true, expiresAt };
      }
      const takesMailedCode = !(hasApp && mustHave);
      const step = { ...noSession, mfa: true, hasAuthenticator: hasApp, takesMailedCode };
      // If a required app is missing, only the mailed code leads to its setup.
      if (passkeys.length > 0 && (hasApp || !mustHave)) {
        const options = await authenticationOptions(ctx.config, passkeys);
        await beginStep(ctx, db, user, options.challenge);
        return { ...step, passkeyOptions: JSON.stringify(options) };
      }
      await (hasApp ? beginStep(ctx, db, user) : sendFirstCode(ctx, db, user));
      return step;
    }, user.customerId);
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

/** Verifies the second step and completes the sign-in. */
async function completeSignIn(
  ctx: ApiContext,
  email: string,
  isRememberDevice: boolean,
  take: (db: Writer, user: User) => Promise<TakenCode>,
) {
  const account = await accountOfCodeStep(ctx, email);
  if (!account) throw custom(codeRefusals.NOT_MATCH);
  const { home, user } = account;
  const taken = await home.write(async (db) => {
    const result = await take(db, user);
    if ("refusal" in result) return result;
    if ("mustEnrol" in result) return { expiresAt: null, mustEnrol: true };
    if (isRememberDevice) await remember(ctx, db, user);
    db.afterCommit(() => ctx.setCookie("mfaState", null));
    return { expiresAt: await signIn(ctx, db, user, result.by), mustEnrol: false };
  }, user.customerId);
  if ("refusal" in taken) throw custom(codeRefusals[taken.refusal], taken.waitMs);
  return { ...taken, defaultAwsRegion: await startRegion(ctx, user, home.awsRegion) };
}

mutation("AuthMfaLogin", {
  type: MfaLoginResult,
  description:
    "Accepts a mailed code, an authenticator code or a recovery code, each once. Requires the `mfa-state` cookie that AuthEmailLogin set in the browser where the password was entered. In any other browser every code is wrong, whether or not the account exists.",
  args: builder.args((t) => ({
    code: t.string({ required: true, description: "The code as typed or pasted." }),
    email: t.string({ required: true }),
    isRememberDevice: t.boolean(),
  })),
  access: "public",
  rateLimited: byAddressAndAccount,
  changes: "written by recordWrongTry and by signIn, right or wrong",
  resolve: async ({ code, email, isRememberDevice }, { ctx }) => {
    if (!code.trim() || !email.trim()) throw custom("ERROR_CUSTOM_MFA_LOGIN_ARGS_MISSING");
    return completeSignIn(ctx, email, isRememberDevice === true, (db, user) => takeCode(ctx, db, user, code));
  },
});

mutation("AuthPasskeyLogin", {
  type: MfaLoginResult,
  description:
    "Accepts the response of a passkey (`AuthenticationResponseJSON`) in place of a code, once, in the browser where the password was entered (MFA-09).",
  args: argsOf({ response: "String", email: "String", isRememberDevice: "Boolean?" }),
  access: "public",
  rateLimited: byAddressAndAccount,
  changes: "written by recordWrongTry and by signIn, right or wrong",
  resolve: ({ response, email, isRememberDevice }, { ctx }) =>
    completeSignIn(ctx, email, isRememberDevice === true, (db, user) => takePasskey(ctx, db, user, response)),
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
    const isResendCodeSuccess = await home.write(async (db) => {
      const hasApp = await hasAuthenticator(db, user.id);
      const mustHave = await isAppRequired(db, user);
      const hasAny = hasApp || user.mfaEnabled === 1 || (await passkeysOf(db, user.id)).length > 0;
      if (mustHave ? hasApp : !hasAny) return false;
      const waitMs = await waitBeforeMail(db, user.email, "CODE", ctx.clock(), mailPauseMs);
      if (waitMs > 0) throw rateLimited(waitMs);
      await sendCode(ctx, db, user, true);
      return true;
    }, user.customerId);
    return { isResendCodeSuccess };
  },
});
