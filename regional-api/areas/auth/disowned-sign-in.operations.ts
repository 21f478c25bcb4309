/** "This was not me": the link in mails about a sign-in from a new browser (MFA-10). */
import { rowType, textArgs } from "../../core/builder";
import type { ApiContext } from "../../core/context";
import { custom } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import { hashPassword } from "../../core/passwords";
import { recordEvent } from "../../core/record";
import { revokeSessionsOf } from "../../core/sessions.store";
import { hashToken, newToken } from "../../core/tokens";
import { findUser, hasPassword, setPassword } from "../../core/users.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { notifyFactorChange } from "./authenticator.operations";
import { removeAuthenticator } from "./authenticators.store";
import { forgetBrowsersOf, openSignInLink, removeSignInLinksOf } from "./known-browsers.store";
import { voidCodes } from "./one-time-codes.store";
import { passkeysOf, removePasskey } from "./passkeys.store";
import { forgetDevicesOf } from "./remembered-devices.store";
import { newResetToken } from "./reset-tokens";
import { confirmedAppOf } from "./second-factors";

const linkIsOver = () => custom("ERROR_CUSTOM_SIGN_IN_LINK_EXPIRED");

/** Returns a valid link's record. Throws if it is expired or unknown. */
async function linkOf(db: Reader, token: string, now: number) {
  const link = await openSignInLink(db, hashToken(token), now);
  if (!link) throw linkIsOver();
  return link;
}

const LinkCheck = rowType<{ isValid: boolean }>()("AuthSignInLinkCheck", { isValid: "Boolean" });

query("AuthCheckSignInLink", {
  description: "Whether the link in an email about a new browser is still valid. Does not consume it.",
  type: LinkCheck,
  args: textArgs("token"),
  access: "public",
  rateLimited: true,
  resolve: async ({ token }, { ctx }) => ({
    isValid: (await openSignInLink(ctx.db, hashToken(token), ctx.now)) !== undefined,
  }),
});

const Disowned = rowType<{ resetToken: string; hasRemovedFactors: boolean; hasFactors: boolean }>()(
  "AuthDisownedSignIn",
  { resetToken: "String", hasRemovedFactors: "Boolean", hasFactors: "Boolean" },
);

const operation = "AuthDisownSignIn";

/** Removes the second factors that were added since the sign-in, perhaps by the intruder. */
async function removeFactorsSince(ctx: ApiContext, db: Writer, user: Row<"users">, since: number) {
  const [app, passkeys] = [await confirmedAppOf(db, user.id), await passkeysOf(db, user.id)];
  const isNewApp = app !== undefined && (app.confirmedAt ?? 0) > since;
  const newPasskeys = passkeys.filter(({ createdAt }) => createdAt > since);
  if (isNewApp) {
    await removeAuthenticator(db, user.id);
    await notifyFactorChange(ctx, db, user, operation, "APP_REMOVED");
  }
  for (const { id } of newPasskeys) {
    await removePasskey(db, user.id, id);
    await notifyFactorChange(ctx, db, user, operation, "PASSKEY_REMOVED");
  }
  return {
    hasRemovedFactors: isNewApp || newPasskeys.length > 0,
    hasFactors: (app !== undefined && !isNewApp) || passkeys.length > newPasskeys.length,
  };
}

async function disownSession(ctx: ApiContext, db: Writer, token: string, passwordHash: string) {
  const { userId, createdAt } = await linkOf(db, token, ctx.now);
  const user = await findUser(db, userId);
  if (!user || user.archivedAt !== null || !hasPassword(user)) throw linkIsOver();
  const { id, customerId } = user;
  await removeSignInLinksOf(db, id);
  await revokeSessionsOf(db, id, ctx.now);
  await forgetDevicesOf(db, id);
  await forgetBrowsersOf(db, id);
  await voidCodes(db, id, "MFA", ctx.now);
  // The intruder knows the old password, so it must not permit setting a new one either.
  await setPassword(db, id, passwordHash, ctx.now);
  const factors = await removeFactorsSince(ctx, db, user, createdAt);
  await recordEvent(db, ctx, {
    operation,
    action: "SIGN_IN_DISOWNED",
    kind: "USER",
    actorId: id,
    id,
    customerId,
  });
  return { resetToken: await newResetToken(ctx, db, user, "MAILED"), ...factors };
}

mutation("AuthDisownSignIn", {
  description:
    "For users who report a sign-in as not theirs with the link in the email: ends all their sessions, removes the second factors added since, invalidates the password and returns a token for setting a new one.",
  type: Disowned,
  args: textArgs("token"),
  access: "public",
  rateLimited: true,
  changes: "written by its own transaction, since there is no signed-in user",
  before: async ({ token }, { ctx }) => {
    await linkOf(ctx.db, token, ctx.now);
    // The password is random and stored nowhere.
    return hashPassword(newToken());
  },
  resolve: async ({ token }, { ctx }, passwordHash) => {
    const { awsRegion, userId } = await linkOf(ctx.db, token, ctx.now);
    return ctx.databases.region(awsRegion).write((db) => disownSession(ctx, db, token, passwordHash), userId);
  },
});
