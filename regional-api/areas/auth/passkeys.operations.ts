/** The caller's passkeys (MFA-09). */
import { z } from "zod/v4";
import type { SessionCall } from "../../core/access";
import { builder, rowType, textArgs, argsOf } from "../../core/builder";
import { conflict, invalid } from "../../core/errors";
import { lineRule } from "../../core/text-rules";
import { mutation, query } from "../../core/operation";
import { maxPasswordLength } from "../../core/passwords";
import { hasPassword } from "../../core/users.store";
import { requirePassword, notifyFactorChange } from "./authenticator.operations";
import { newPasskey, registrationOptions } from "./passkeys";
import {
  addPasskey,
  findPasskey,
  keepChallenge,
  passkeysOf,
  removePasskey,
  renamePasskey,
  takeChallenge,
  type Passkey,
} from "./passkeys.store";

/** Maximum per user. */
const maxPasskeys = 5;
const challengeMs = 5 * 60_000;

const nameRule = lineRule("passkeyName", 100, "the name", "Please enter a name");

const PasskeyType = builder.objectRef<Passkey>("AuthPasskey").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    name: t.exposeString("name"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    lastUsedAt: t.expose("lastUsedAt", { type: "DateTime", nullable: true }),
  }),
});

interface OwnShape {
  isAvailable: boolean;
  passkeys: Passkey[];
}

const Own = builder.objectRef<OwnShape>("AuthPasskeys").implement({
  fields: (t) => ({
    isAvailable: t.exposeBoolean("isAvailable", { description: "False for an account without a password." }),
    passkeys: t.expose("passkeys", { type: [PasskeyType] }),
  }),
});

const ownPasskeys = async ({ ctx, caller: { user } }: SessionCall): Promise<OwnShape> => ({
  isAvailable: hasPassword(user),
  passkeys: await passkeysOf(ctx.db, user.id),
});

query("AuthGetPasskeys", {
  description: "The caller's passkeys.",
  type: Own,
  access: "session",
  resolve: (_args, call) => ownPasskeys(call),
});

const Begun = rowType<{ options: string }>()("AuthPasskeyBegun", { options: "String" });

mutation("AuthBeginPasskey", {
  description:
    "Returns the `PublicKeyCredentialCreationOptionsJSON` for a new passkey, valid for five minutes. Requires the caller's password.",
  type: Begun,
  args: { ...textArgs("password"), ...argsOf({ productName: "String" }) },
  access: "session",
  validate: z.object({ password: z.string().max(maxPasswordLength), productName: z.string().max(100) }),
  changes: "none because nothing is added before the browser has answered",
  before: ({ password }, call) => requirePassword(call, password),
  resolve: async ({ productName }, call) => {
    const { ctx, caller } = call;
    const { isAvailable, passkeys } = await ownPasskeys(call);
    if (!isAvailable) throw invalid("This account cannot have a passkey");
    if (passkeys.length >= maxPasskeys) throw conflict("This account already has five passkeys");
    const options = await registrationOptions(ctx.config, caller.user, passkeys, productName);
    const { challenge } = options;
    await keepChallenge(ctx.db, {
      userId: caller.user.id,
      sessionId: caller.sessionId,
      challenge,
      expiresAt: ctx.now + challengeMs,
    });
    return { options: JSON.stringify(options) };
  },
});

const Added = rowType<{ isAdded: boolean }>()("AuthPasskeyAdded", { isAdded: "Boolean" });

mutation("AuthAddPasskey", {
  description:
    "Adds the passkey that the browser created (`RegistrationResponseJSON`), in the session that requested it. False for any other response.",
  type: Added,
  args: textArgs("name", "response"),
  access: "session",
  validate: z.object({
    name: nameRule,
    response: z.string().max(10_000),
  }),
  changes: "written by the resolver, unless the answer is wrong",
  resolve: async ({ name, response }, call) => {
    const { ctx, caller } = call;
    const { id: userId } = caller.user;
    const challenge = await takeChallenge(ctx.db, userId, caller.sessionId, ctx.now);
    const made = challenge === undefined ? undefined : await newPasskey(ctx.config, challenge, response);
    if (!made || (await findPasskey(ctx.db, made.id))) return { isAdded: false };
    const { passkeys } = await ownPasskeys(call);
    if (passkeys.length >= maxPasskeys) throw conflict("This account already has five passkeys");
    await addPasskey(ctx.db, { ...made, userId, name, createdAt: ctx.now, lastUsedAt: null });
    await notifyFactorChange(ctx, ctx.db, caller.user, "AuthAddPasskey", "PASSKEY_ADDED");
    return { isAdded: true };
  },
});

const Renamed = rowType<{ isRenamed: boolean }>()("AuthPasskeyRenamed", { isRenamed: "Boolean" });

mutation("AuthRenamePasskey", {
  description: "Renames one of the caller's passkeys. False if they have no passkey with this id.",
  type: Renamed,
  args: { ...textArgs("name"), ...argsOf({ _id: "ID" }) },
  access: "session",
  validate: z.object({ name: nameRule }),
  changes: "none because only its owner sees the name",
  resolve: async ({ _id, name }, { ctx, caller: { user } }) => {
    const isRenamed = (await findPasskey(ctx.db, _id))?.userId === user.id;
    if (isRenamed) await renamePasskey(ctx.db, { id: _id, userId: user.id, name });
    return { isRenamed };
  },
});

const Removed = rowType<{ isRemoved: boolean }>()("AuthPasskeyRemoved", { isRemoved: "Boolean" });

mutation("AuthRemovePasskey", {
  description:
    "Removes one of the caller's passkeys. Requires their password. False if they have no passkey with this id.",
  type: Removed,
  args: { ...textArgs("password"), ...argsOf({ _id: "ID" }) },
  access: "session",
  validate: z.object({ password: z.string().max(maxPasswordLength) }),
  changes: "written by tellOfFactor, once the passkey is gone",
  before: ({ password }, call) => requirePassword(call, password),
  resolve: async ({ _id }, { ctx, caller }) => {
    if ((await findPasskey(ctx.db, _id))?.userId !== caller.user.id) return { isRemoved: false };
    await removePasskey(ctx.db, caller.user.id, _id);
    await notifyFactorChange(ctx, ctx.db, caller.user, "AuthRemovePasskey", "PASSKEY_REMOVED");
    return { isRemoved: true };
  },
});
