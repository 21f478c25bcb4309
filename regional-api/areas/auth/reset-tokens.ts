/** Tokens of links for setting a password. */
import type { ApiContext } from "../../core/context";
import { custom } from "../../core/errors";
import { hashToken, newToken } from "../../core/tokens";
import { findUser } from "../../core/users.store";
import type { Reader, Writer, Region } from "../../store/engine";
import type { Row } from "../../store/tables";
import { issueCode, openCodeByHash } from "./one-time-codes.store";

export const resetLifetimeMs = 60 * 60_000;

type User = Row<"users">;

/**
 * Creates a password token. A token for a temporary password does not void links already mailed (AUTH-56).
 */
export async function newResetToken(
  ctx: ApiContext,
  db: Writer,
  user: User,
  way: "MAILED" | "TEMPORARY",
): Promise<string> {
  const token = newToken();
  const code = {
    userId: user.id,
    awsRegion: db.awsRegion,
    purpose: "PASSWORD_RESET",
    codeHash: hashToken(token),
    lifetimeMs: resetLifetimeMs,
    leavesEarlier: way === "TEMPORARY",
  } as const;
  await issueCode(db, code, ctx.clock());
  return token;
}

/** Returns the stored code of a reset token, from any region. Throws the errors of AUTH-55. */
async function codeOfResetToken(
  { now }: ApiContext,
  db: Reader,
  resetToken: string,
): Promise<Row<"one_time_codes">> {
  const code = await openCodeByHash(db, hashToken(resetToken), "PASSWORD_RESET");
  if (!code || code.expiresAt <= now) throw custom("ERROR_CUSTOM_RESET_TOKEN_EXPIRED");
  return code;
}

/** Returns the user of this region for whom the token was created. Throws the errors of AUTH-55. */
export async function userOfResetToken(ctx: ApiContext, home: Reader, resetToken: string): Promise<User> {
  const user = await findUser(home, (await codeOfResetToken(ctx, home, resetToken)).userId);
  if (!user) throw custom("ERROR_CUSTOM_USER_ACCOUNT_NOT_FOUND");
  if (user.archivedAt !== null) throw custom("ERROR_CUSTOM_USER_ACCOUNT_ARCHIVED");
  return user;
}

/** Returns the user of a reset token and the user's region. Throws the errors of AUTH-55. */
export async function ownerOfResetToken(
  ctx: ApiContext,
  resetToken: string,
): Promise<{ home: Region; user: User }> {
  const home = ctx.databases.region((await codeOfResetToken(ctx, ctx.db, resetToken)).awsRegion);
  return { home, user: await userOfResetToken(ctx, home.reader, resetToken) };
}
