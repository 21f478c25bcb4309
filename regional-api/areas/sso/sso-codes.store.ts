/** The one-time code that carries a verified sign-in from the API through the browser to the console (AUTH-73). */
import { z } from "zod/v4";
import type { AwsRegion } from "../../../shared/regions";
import { hashToken, newToken } from "../../core/tokens";
import type { Writer } from "../../store/engine";
import { countWrongCode, issueCode, openCodeByHash, useCode } from "../auth/one-time-codes.store";
import type { SsoRequest } from "./sso-requests.store";

const lifetimeMs = 60_000;
/** Lifetime of a code if the user has to read a mail first. */
export const confirmedLifetimeMs = 10 * 60_000;

/**
 * Data that a code is bound to; hashes are Base64url. `confirmation`: the mailed code that is also required
 * (SSO-42).
 */
const binding = z.object({
  stateHash: z.string(),
  redirect: z.string(),
  confirmation: z.object({ mailedHash: z.string(), providerId: z.string() }).optional(),
});

const hashOf = (text: string) => hashToken(text).toString("base64url");

/** Hashes a mailed code together with its user, so that equal codes have different hashes. */
const mailedHashOf = (userId: string, mailed: string) => hashOf(`sso ${userId}:${mailed}`);

/**
 * Issues a code for a user of `db`'s region, bound to the browser and the target of the request. With `confirmation` it
 * is valid for ten minutes instead of one, together with the code mailed to the account's owner.
 */
export async function issueSsoCode(
  db: Writer,
  userId: string,
  request: SsoRequest,
  now: number,
  confirmation?: { readonly mailed: string; readonly providerId: string },
): Promise<string> {
  const code = newToken();
  const { stateHash, redirect } = request;
  const data: z.infer<typeof binding> = {
    stateHash: stateHash.toString("base64url"),
    redirect,
    ...(confirmation && {
      confirmation: {
        mailedHash: mailedHashOf(userId, confirmation.mailed),
        providerId: confirmation.providerId,
      },
    }),
  };
  await issueCode(
    db,
    {
      purpose: "SSO",
      codeHash: hashToken(code),
      userId,
      awsRegion: db.awsRegion,
      lifetimeMs: confirmation ? confirmedLifetimeMs : lifetimeMs,
      data: JSON.stringify(data),
    },
    now,
  );
  return code;
}

/** The user whose sign-in a code proves. */
export interface TakenCode {
  readonly userId: string;
  readonly awsRegion: AwsRegion;
  /** The identity provider that the account's owner has just confirmed. */
  readonly confirmed: string | undefined;
}

/**
 * Redeems a code. "failed" if it is unknown, used, expired or bound to another browser; a code presented by
 * another browser is used up as well, since it may be stolen. "wrong" if the mailed code is wrong, which can
 * be retried, five times in all; "expired" after ten minutes.
 */
export async function takeSsoCode(
  db: Writer,
  shown: { code: string; state: string | undefined; redirect: string; mailed: string | undefined },
  now: number,
): Promise<TakenCode | "failed" | "wrong" | "expired"> {
  const { code, state, redirect, mailed } = shown;
  const open = await openCodeByHash(db, hashToken(code), "SSO");
  if (!open) return "failed";
  const expected = binding.parse(JSON.parse(open.data));
  const isBound =
    state !== undefined && hashOf(state) === expected.stateHash && expected.redirect === redirect;
  const { userId, awsRegion } = open;
  const { confirmation } = expected;
  if (isBound && open.expiresAt > now && confirmation) {
    if (mailed === undefined || mailedHashOf(userId, mailed) !== confirmation.mailedHash) {
      return (await countWrongCode(db, open, now)) ? "failed" : "wrong";
    }
  }
  await useCode(db, open.id, now);
  if (!isBound) return "failed";
  if (open.expiresAt <= now) return confirmation ? "expired" : "failed";
  return { userId, awsRegion, confirmed: confirmation?.providerId };
}
