/** Checking a password, and what is done about wrong ones (AUTH-14..AUTH-20, AUTH-88). */
import { clientOf } from "../domain/client-address";
import { TellableError, custom, rateLimited } from "../domain/errors";
import { verifyPassword } from "../domain/password";
import { hashToken } from "../domain/tokens";
import { recordEvent, strangerOf } from "../store/audit-events";
import { clearPasswordFailures, isRefused, recordFailure, type Source } from "../store/login-attempts";
import { isRemembered } from "../store/remembered-devices";
import type { Row } from "../store/tables";
import { findUserByEmail } from "../store/users";
import type { ApiContext } from "./context";

type User = Row<"users">;

/** Where a try at an account comes from: a browser its owner had remembered (AUTH-88), else the client's address. */
function sourceOf(ctx: ApiContext, user: User | undefined): Source {
  const device = ctx.cookie("device");
  const tokenHash = device ? hashToken(device) : undefined;
  const isRemembered =
    tokenHash !== undefined && user !== undefined && isRememberedBy(ctx, tokenHash, user.id);
  const hash = isRemembered
    ? hashToken(`device ${device}`)
    : hashToken(`address ${clientOf(ctx.remoteAddress)}`);
  return { hash, isRemembered };
}

/** Whether an account's owner had the browser with this token remembered. */
export const isRememberedBy = (ctx: ApiContext, tokenHash: Buffer, userId: string) =>
  isRemembered(ctx.db, { tokenHash, userId }, ctx.clock());

/** The share of an address's calls that may be wrong passwords. */
const failureShare = 0.2;

/**
 * The active user with this email and password at the endpoint's region. Unknown, archived and SSO users fail like a
 * wrong password, in as much time; the fifth failure in a row locks (AUTH-14..AUTH-20).
 */
export async function checkPassword(ctx: ApiContext, email: string, password: string): Promise<User> {
  const account = { awsRegion: ctx.awsRegion, email };
  const found = findUserByEmail(ctx.db, email);
  const user = found?.archivedAt === null ? found : undefined;
  const source = sourceOf(ctx, user);
  // Guessing at many accounts, a few times each, locks none of them: the address is slowed down first.
  const failuresKey = `failed sign-ins ${clientOf(ctx.remoteAddress)}`;
  const maxFailed = Math.ceil(ctx.config.authCallsPerMinute * failureShare);
  const waitMs = source.isRemembered ? 0 : ctx.rateLimiter.wait(failuresKey, maxFailed, ctx.clock());
  if (waitMs > 0) throw rateLimited(waitMs);

  const matches = await verifyPassword(user?.passwordHash ?? null, password);
  const now = ctx.clock();
  const outcome = ctx.db.transaction(() => {
    // Looked at only now: of many guesses sent at once, those after the fifth failure learn nothing.
    if (isRefused(ctx.db, account, source, now)) return custom("ERROR_CUSTOM_USER_LOCKED");
    if (user && matches) {
      clearPasswordFailures(ctx.db, account, source, now);
      return user;
    }
    const triesLeft = recordFailure(ctx.db, account, source, now);
    const subject = found?.id ?? strangerOf(email);
    const whom = { subject, customerId: found?.customerId, outcome: "FAILURE" } as const;
    recordEvent(ctx.db, ctx, { event: "SIGN_IN", ...whom, details: { by: "PASSWORD" } });
    if (triesLeft > 0) return custom(`ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD:${triesLeft}`);
    recordEvent(ctx.db, ctx, { event: "LOCK_OUT", ...whom, details: { by: "PASSWORD" } });
    return custom("ERROR_CUSTOM_USER_LOCKED");
  });
  if (!(outcome instanceof TellableError)) return outcome;
  if (!matches) ctx.rateLimiter.count(failuresKey, now);
  throw outcome;
}
