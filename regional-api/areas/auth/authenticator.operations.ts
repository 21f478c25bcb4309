/**
 * The caller's authenticator app and recovery codes (MFA-02, MFA-03), and the app setup during sign-in
 * (MFA-06).
 */
import { z } from "zod/v4";
import type { SessionCall } from "../../core/access";
import { builder, rowType, textArgs } from "../../core/builder";
import type { ApiContext } from "../../core/context";
import { conflict, custom, invalid } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import { outbox } from "../../core/outbox.store";
import { maxPasswordLength } from "../../core/passwords";
import { recordEvent } from "../../core/record";
import { hasPassword } from "../../core/users.store";
import type { Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { factorMail } from "../notifications/mails";
import { removeAuthenticator } from "./authenticators.store";
import { accountOfCodeStep, openEnrolmentHere } from "./login-codes";
import { useCode } from "./one-time-codes.store";
import { checkPassword } from "./password-check";
import { shownRecoveryCode } from "./recovery-codes";
import {
  beginApp,
  unusedCodes,
  confirmApp,
  confirmedAppOf,
  newRecoverySet,
  recoveryCodesOf,
  pendingSecret,
  acceptFactor,
  type RecoverySet,
} from "./second-factors";
import { byAddressAndAccount, signIn, startRegion } from "./sign-in";
import { appKey } from "./totp";

interface AuthenticatorShape {
  userId: string;
  isAvailable: boolean;
  addedAt: number | null;
  recoveryCodesLeft: number;
}

const Authenticator = builder.objectRef<AuthenticatorShape>("AuthAuthenticator").implement({
  fields: (t) => ({
    isAvailable: t.exposeBoolean("isAvailable", {
      description: "False for an account without a password, or if MFA_SECRET is not set.",
    }),
    addedAt: t.expose("addedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the app was confirmed. Null if there is none.",
    }),
    recoveryCodesLeft: t.exposeInt("recoveryCodesLeft"),
    key: t.string({
      nullable: true,
      description:
        "The Base32 key to enter in the app. Valid for 30 minutes, until the first code confirms it.",
      resolve: async ({ userId }, _args, ctx) => {
        const secret = await pendingSecret(ctx, ctx.db, userId);
        return secret ? appKey(secret) : null;
      },
    }),
  }),
});

const isAvailable = ({ ctx, caller }: SessionCall) =>
  hasPassword(caller.user) && ctx.config.mfaSecrets.length > 0;

async function shapeOf(call: SessionCall): Promise<AuthenticatorShape> {
  const app = await confirmedAppOf(call.ctx.db, call.caller.user.id);
  return {
    userId: call.caller.user.id,
    isAvailable: isAvailable(call),
    addedAt: app?.confirmedAt ?? null,
    recoveryCodesLeft: app ? unusedCodes(app).length : 0,
  };
}

query("AuthGetAuthenticator", {
  description: "The caller's authenticator app.",
  type: Authenticator,
  access: "session",
  resolve: (_args, call) => shapeOf(call),
});

mutation("AuthBeginAuthenticator", {
  description: "Creates a new key for an authenticator app. It takes effect once confirmed.",
  type: Authenticator,
  access: "session",
  changes: "none because the key is of no use until it is confirmed",
  resolve: async (_args, call) => {
    const { ctx, caller } = call;
    if (!isAvailable(call)) throw invalid("This account cannot have an authenticator app");
    if (await confirmedAppOf(ctx.db, caller.user.id))
      throw conflict("This account already has an authenticator app");
    await beginApp(ctx, ctx.db, caller.user.id);
    return shapeOf(call);
  },
});

/** Stored for idempotency, so it holds no secret; the recovery codes are derived again for each response. */
interface FactorChangeShape {
  refusal: "NOT_MATCH" | "APP_HELD" | null;
  set: RecoverySet | null;
}

const FactorRefusal = builder.enumType("AuthFactorRefusal", { values: ["NOT_MATCH", "APP_HELD"] });

const refusalOptions = {
  type: FactorRefusal,
  nullable: true,
  description:
    "Why nothing was changed. A wrong code is returned here and not as an error, because an error would roll back the attempt counter.",
} as const;

const recoveryCodesOptions = {
  description: "The new recovery codes. Returned only in this response.",
  resolve: ({ set }: FactorChangeShape, _args: object, { config }: ApiContext) =>
    set ? recoveryCodesOf(config.mfaSecrets, set).map(shownRecoveryCode) : [],
};

const FactorChange = builder.objectRef<FactorChangeShape>("AuthFactorChange").implement({
  fields: (t) => ({
    refusal: t.expose("refusal", refusalOptions),
    recoveryCodes: t.stringList(recoveryCodesOptions),
  }),
});

const proof = z.object({ password: z.string().max(maxPasswordLength), code: z.string().max(200) });

/** Throws unless the password is the caller's. A wrong password counts like a failed sign-in (AUTH-16). */
export async function requirePassword({ ctx, caller }: SessionCall, password: string): Promise<void> {
  const { user } = await checkPassword(ctx, caller.user.email, password);
  if (user.id !== caller.user.id) throw custom("ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD");
}

type Change = Exclude<Parameters<typeof factorMail>[0], "RECOVERY_CODE_USED">;

/** Writes an audit entry and notifies the user by mail. */
export async function notifyFactorChange(
  ctx: ApiContext,
  db: Writer,
  user: Row<"users">,
  operation: string,
  action: Change,
) {
  const { id, customerId } = user;
  await recordEvent(db, ctx, { operation, action, kind: "USER", actorId: id, id, customerId });
  await outbox.add(db, { ...factorMail(action), to: user.email, customerId }, ctx.now);
}

/** Runs `change` if the given app code or recovery code is right. */
async function runIfProven(
  { ctx, caller: { user } }: SessionCall<Writer>,
  code: string,
  change: () => Promise<RecoverySet | null>,
): Promise<FactorChangeShape> {
  const factor = await acceptFactor(ctx, ctx.db, user.id, code);
  if (factor?.by === undefined) return { refusal: factor ? "APP_HELD" : "NOT_MATCH", set: null };
  return { refusal: null, set: await change() };
}

/** Options shared by changes that require the caller's password and a code. */
const byPasswordAndCode = {
  type: FactorChange,
  args: textArgs("password", "code"),
  access: "session",
  validate: proof,
  changes: "written by the resolver, unless the code is wrong",
  before: ({ password }: z.output<typeof proof>, call: SessionCall) => requirePassword(call, password),
} as const;

mutation("AuthConfirmAuthenticator", {
  description:
    "Adds the authenticator app whose key was created. Requires a code from the app and the caller's password.",
  ...byPasswordAndCode,
  resolve: async ({ code }, call): Promise<FactorChangeShape> => {
    const { ctx, caller } = call;
    if (await confirmedAppOf(ctx.db, caller.user.id))
      throw conflict("This account already has an authenticator app");
    if (!(await confirmApp(ctx, ctx.db, caller.user.id, code))) return { refusal: "NOT_MATCH", set: null };
    await notifyFactorChange(
      call.ctx,
      call.ctx.db,
      call.caller.user,
      "AuthConfirmAuthenticator",
      "APP_ADDED",
    );
    return { refusal: null, set: await newRecoverySet(ctx, ctx.db, caller.user.id) };
  },
});

mutation("AuthMakeRecoveryCodes", {
  description:
    "Creates ten new recovery codes and invalidates the previous ones. Requires the caller's password and a code.",
  ...byPasswordAndCode,
  resolve: ({ code }, call) =>
    runIfProven(call, code, async () => {
      await notifyFactorChange(
        call.ctx,
        call.ctx.db,
        call.caller.user,
        "AuthMakeRecoveryCodes",
        "RECOVERY_CODES_MADE",
      );
      return newRecoverySet(call.ctx, call.ctx.db, call.caller.user.id);
    }),
});

mutation("AuthRemoveAuthenticator", {
  description:
    "Removes the caller's authenticator app and recovery codes. Requires their password and a code.",
  ...byPasswordAndCode,
  resolve: ({ code }, call) =>
    runIfProven(call, code, async () => {
      await removeAuthenticator(call.ctx.db, call.caller.user.id);
      await notifyFactorChange(
        call.ctx,
        call.ctx.db,
        call.caller.user,
        "AuthRemoveAuthenticator",
        "APP_REMOVED",
      );
      return null;
    }),
});

/**
 * Returns the key of the app that the user must set up to sign in; undefined outside the setup step or in
 * another browser.
 */
async function enrolmentKeyFor(ctx: ApiContext, email: string): Promise<string | undefined> {
  const account = await accountOfCodeStep(ctx, email);
  const step = account && (await openEnrolmentHere(ctx, account.home.reader, account.user));
  return step && appKey(step.secret);
}

const Enrolment = rowType<{ key: string }>()("AuthEnrolment", { key: "String" });

query("AuthGetEnrolment", {
  description:
    "The key of the authenticator app that must be set up to sign in. Available after `AuthMfaLogin` accepts the mailed code, only in that browser, for 30 minutes.",
  type: Enrolment,
  args: textArgs("email"),
  access: "public",
  rateLimited: true,
  resolve: async ({ email }, { ctx }) => {
    const key = await enrolmentKeyFor(ctx, email);
    if (key === undefined) throw custom("ERROR_CUSTOM_MFA_CODE_EXPIRED");
    return { key };
  },
});

interface EnrolledShape extends FactorChangeShape {
  expiresAt: number | null;
  defaultAwsRegion: string;
}

const Enrolled = builder.objectRef<EnrolledShape>("AuthEnrolled").implement({
  fields: (t) => ({
    refusal: t.expose("refusal", refusalOptions),
    recoveryCodes: t.stringList(recoveryCodesOptions),
    expiresAt: t.expose("expiresAt", { type: "DateTime", nullable: true }),
    defaultAwsRegion: t.exposeString("defaultAwsRegion"),
  }),
});

mutation("AuthEnrol", {
  description: "Adds the authenticator app of `AuthGetEnrolment` and signs in. Requires a code from the app.",
  type: Enrolled,
  args: textArgs("email", "code"),
  access: "public",
  rateLimited: byAddressAndAccount,
  validate: z.object({ email: z.string().max(100), code: z.string().max(200) }),
  changes: "written by signIn and the resolver, unless the code is wrong",
  resolve: async ({ email, code }, { ctx }): Promise<EnrolledShape> => {
    const account = await accountOfCodeStep(ctx, email);
    if (!account) throw custom("ERROR_CUSTOM_MFA_CODE_EXPIRED");
    const { home, user } = account;
    const defaultAwsRegion = await startRegion(ctx, user, home.awsRegion);
    return home.write(async (db): Promise<EnrolledShape> => {
      const step = await openEnrolmentHere(ctx, db, user);
      if (!step) throw custom("ERROR_CUSTOM_MFA_CODE_EXPIRED");
      if (!(await confirmApp(ctx, db, user.id, code)))
        return { refusal: "NOT_MATCH", set: null, expiresAt: null, defaultAwsRegion };
      await useCode(db, step.id, ctx.now);
      db.afterCommit(() => ctx.setCookie("mfaState", null));
      await notifyFactorChange(ctx, db, user, "AuthEnrol", "APP_ADDED");
      const set = await newRecoverySet(ctx, db, user.id);
      return { refusal: null, set, expiresAt: await signIn(ctx, db, user, "APP"), defaultAwsRegion };
    }, user.customerId);
  },
});
