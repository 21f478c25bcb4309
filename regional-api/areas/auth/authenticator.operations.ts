/** One's own authenticator app and recovery codes (MFA-02, MFA-03). */
import { z } from "zod/v4";
import type { SessionCall } from "../../core/access";
import { builder, textArgs } from "../../core/builder";
import { conflict, custom, invalid } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import { outbox } from "../../core/outbox.store";
import { maxPasswordLength } from "../../core/passwords";
import { recordEvent } from "../../core/record";
import { hasPassword } from "../../core/users.store";
import type { Writer } from "../../store/engine";
import { factorMail } from "../notifications/mails";
import { removeAuthenticator } from "./authenticators.store";
import { checkPassword } from "./password-check";
import { shownRecoveryCode } from "./recovery-codes";
import {
  beginApp,
  codesLeft,
  confirmApp,
  confirmedAppOf,
  newRecoverySet,
  recoveryCodesOf,
  secretBeingSetUp,
  takeFactor,
  type RecoverySet,
} from "./second-factors";
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
      description: "False for an account without a password, and where MFA_SECRET is not set.",
    }),
    addedAt: t.expose("addedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the app was confirmed; null without one.",
    }),
    recoveryCodesLeft: t.exposeInt("recoveryCodesLeft"),
    key: t.string({
      nullable: true,
      description: "The key to type into the app, in Base32, while it waits for its first code: 30 minutes.",
      resolve: async ({ userId }, _args, ctx) => {
        const secret = await secretBeingSetUp(ctx, ctx.db, userId);
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
    recoveryCodesLeft: app ? codesLeft(app).length : 0,
  };
}

query("AuthGetAuthenticator", {
  description: "The caller's authenticator app.",
  type: Authenticator,
  access: "session",
  resolve: (_args, call) => shapeOf(call),
});

mutation("AuthBeginAuthenticator", {
  description: "Makes a new key for an authenticator app, which counts once it is confirmed.",
  type: Authenticator,
  access: "session",
  changes: "none because the key is of no use until it is confirmed",
  resolve: async (_args, call) => {
    const { ctx, caller } = call;
    if (!isAvailable(call)) throw invalid("This account cannot have an authenticator app");
    if (await confirmedAppOf(ctx.db, caller.user.id)) throw conflict("There is an authenticator app already");
    await beginApp(ctx, ctx.db, caller.user.id);
    return shapeOf(call);
  },
});

/** What is kept of the answer has no secret: the codes are made of it again. */
interface FactorChangeShape {
  refusal: "NOT_MATCH" | "APP_HELD" | null;
  set: RecoverySet | null;
}

const FactorRefusal = builder.enumType("AuthFactorRefusal", { values: ["NOT_MATCH", "APP_HELD"] });

const FactorChange = builder.objectRef<FactorChangeShape>("AuthFactorChange").implement({
  fields: (t) => ({
    refusal: t.expose("refusal", {
      type: FactorRefusal,
      nullable: true,
      description: "Why nothing was changed. A wrong code counts, so it is no error that would undo that.",
    }),
    recoveryCodes: t.stringList({
      description: "The new recovery codes, which are told in this answer alone.",
      resolve: ({ set }, _args, { config }) =>
        set ? recoveryCodesOf(config.mfaSecrets, set).map(shownRecoveryCode) : [],
    }),
  }),
});

const proof = z.object({ password: z.string().max(maxPasswordLength), code: z.string().max(200) });

/** Throws unless the password is the caller's, and counts a wrong one as at the sign-in (AUTH-16). */
async function requirePassword({ ctx, caller }: SessionCall, password: string): Promise<void> {
  const { user } = await checkPassword(ctx, caller.user.email, password);
  if (user.id !== caller.user.id) throw custom("ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD");
}

type Change = Exclude<Parameters<typeof factorMail>[0], "RECOVERY_CODE_USED">;

/** Records what was done, and tells the person by mail. */
async function tell({ ctx, caller: { user } }: SessionCall<Writer>, operation: string, action: Change) {
  const { id, customerId } = user;
  await recordEvent(ctx.db, ctx, { operation, action, kind: "USER", actorId: id, id, customerId });
  await outbox.add(ctx.db, { ...factorMail(action), to: user.email, customerId }, ctx.now);
}

/** Does `change` once a code of the app, or a recovery code, was taken. */
async function proven(
  { ctx, caller: { user } }: SessionCall<Writer>,
  code: string,
  change: () => Promise<RecoverySet | null>,
): Promise<FactorChangeShape> {
  const factor = await takeFactor(ctx, ctx.db, user.id, code);
  if (factor?.by === undefined) return { refusal: factor ? "APP_HELD" : "NOT_MATCH", set: null };
  return { refusal: null, set: await change() };
}

/** What the changes have in common that take the caller's password and a code. */
const byPasswordAndCode = {
  type: FactorChange,
  args: textArgs("password", "code"),
  access: "session",
  validate: proof,
  changes: "written by the resolver, unless the code is wrong",
  before: ({ password }: z.output<typeof proof>, call: SessionCall) => requirePassword(call, password),
} as const;

mutation("AuthConfirmAuthenticator", {
  description: "Adds the authenticator app whose key was made, by a code of it and the caller's password.",
  ...byPasswordAndCode,
  resolve: async ({ code }, call): Promise<FactorChangeShape> => {
    const { ctx, caller } = call;
    if (await confirmedAppOf(ctx.db, caller.user.id)) throw conflict("There is an authenticator app already");
    if (!(await confirmApp(ctx, ctx.db, caller.user.id, code))) return { refusal: "NOT_MATCH", set: null };
    await tell(call, "AuthConfirmAuthenticator", "APP_ADDED");
    return { refusal: null, set: await newRecoverySet(ctx, ctx.db, caller.user.id) };
  },
});

mutation("AuthMakeRecoveryCodes", {
  description: "Makes ten new recovery codes and voids those before, by the caller's password and a code.",
  ...byPasswordAndCode,
  resolve: ({ code }, call) =>
    proven(call, code, async () => {
      await tell(call, "AuthMakeRecoveryCodes", "RECOVERY_CODES_MADE");
      return newRecoverySet(call.ctx, call.ctx.db, call.caller.user.id);
    }),
});

mutation("AuthRemoveAuthenticator", {
  description: "Removes the caller's authenticator app and recovery codes, by their password and a code.",
  ...byPasswordAndCode,
  resolve: ({ code }, call) =>
    proven(call, code, async () => {
      await removeAuthenticator(call.ctx.db, call.caller.user.id);
      await tell(call, "AuthRemoveAuthenticator", "APP_REMOVED");
      return null;
    }),
});
