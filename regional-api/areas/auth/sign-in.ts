/** How a session starts, whichever way the person proved who they are. */
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

/** Where a session of the user starts: the region of the default customer, else the user's own. */
export const startRegion = async (ctx: ApiContext, user: Row<"users">, homeRegion: AwsRegion) =>
  (await defaultCustomerOf(ctx.db, user))?.awsRegion ?? homeRegion;

/** How a person proved who they are, for the record. */
export type Proof = "PASSWORD" | "CODE" | "APP" | "PASSKEY" | "RECOVERY_CODE" | "REMEMBERED_DEVICE" | "SSO";

/** Starts a session of a user of the transaction's region, whose cookies come with its end; gives the access token's end. */
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
  // Of single sign-on the identity provider tells.
  if (by !== "SSO") await noteBrowser(ctx, db, user);
  return tokens.accessExpiresAt;
}

/** Per client, and fewer for one account: not for the account from everywhere, or anybody could keep its owner out. */
export const byAddressAndAccount = ({ email }: { email: string }, ctx: ApiContext) => {
  const address = byAddress(ctx);
  return [address, { key: `${address.key} ${normalizeEmail(email).slice(0, 100)}`, share: 0.2 }];
};
