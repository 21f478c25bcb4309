/** The one-time code that carries a proven sign-in from the API over the browser to the console (AUTH-73). */
import { z } from "zod/v4";
import type { AwsRegion } from "../domain/regions";
import { hashToken, newToken } from "../domain/tokens";
import type { Database } from "./database";
import { issueCode, openCodeByHash, useCode } from "./one-time-codes";
import type { SsoRequest } from "./sso-requests";

const lifetimeMs = 60_000;

/** What a code is tied to; the hash is Base64url. */
const binding = z.object({ stateHash: z.string(), redirect: z.string() });

/** A new code for a user of `db`'s region, tied to the browser and the aim of the request. */
export function issueSsoCode(db: Database, userId: string, request: SsoRequest, now: number): string {
  const code = newToken();
  const { stateHash, redirect } = request;
  const data: z.infer<typeof binding> = { stateHash: stateHash.toString("base64url"), redirect };
  const { awsRegion } = db;
  issueCode(
    db,
    { purpose: "SSO", codeHash: hashToken(code), userId, awsRegion, lifetimeMs, data: JSON.stringify(data) },
    now,
  );
  return code;
}

/**
 * Takes a code. Undefined when it is unknown, used, stale, or another browser's; it is used up all the same, since
 * whoever shows it then is not who it was made for.
 */
export function takeSsoCode(
  db: Database,
  { code, state, redirect }: { code: string; state: string | undefined; redirect: string },
  now: number,
): { userId: string; awsRegion: AwsRegion } | undefined {
  const open = openCodeByHash(db, hashToken(code), "SSO");
  if (!open) return undefined;
  useCode(db, open.id, now);
  const expected = binding.parse(JSON.parse(open.data));
  const isBound = state !== undefined && hashToken(state).toString("base64url") === expected.stateHash;
  return isBound && expected.redirect === redirect && open.expiresAt > now ? open : undefined;
}
