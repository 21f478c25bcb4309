/** Starts sessions after any kind of sign-in. */
import { networkOf } from "../../../shared/client-address";
import type { ApiContext } from "../../core/context";
import { recordEvent } from "../../core/record";
import { startSession } from "../../core/sessions.store";
import { byAddress } from "../../core/operation";
import { normalizeEmail, touchLastActive } from "../../core/users.store";
import type { AwsRegion } from "../../../shared/regions";
import type { Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { noteBrowser } from "./known-browsers";
import { defaultCustomerOf, giveCookies } from "./session.operations";

/** Returns the region where the user's session starts: the default customer's, else the user's own. */
export const startRegion = async (ctx: ApiContext, user: Row<"users">, homeRegion: AwsRegion) =>
  (await defaultCustomerOf(ctx.db, user))?.awsRegion ?? homeRegion;

/** Sign-in method, for the audit entry. */
export type Proof = "PASSWORD" | "CODE" | "APP" | "PASSKEY" | "RECOVERY_CODE" | "REMEMBERED_DEVICE" | "SSO";

/** Starts a session in the transaction's region; sets cookies on commit. Returns the access token's expiry. */
export async function signIn(ctx: ApiContext, db: Writer, user: Row<"users">, by: Proof): Promise<number> {
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
  // With single sign-on, notifying the user is up to the identity provider.
  if (by !== "SSO") await noteBrowser(ctx, db, user);
  return tokens.accessExpiresAt;
}

/**
 * Keys for rate limits per client, and a lower one per client and account. A limit per account alone would
 * let anyone lock out its owner.
 */
export const byAddressAndAccount = ({ email }: { email: string }, ctx: ApiContext) => {
  const address = byAddress(ctx);
  return [address, { key: `${address.key} ${normalizeEmail(email).slice(0, 100)}`, share: 0.2 }];
};
