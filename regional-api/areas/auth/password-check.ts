/** Password verification and the handling of failures (AUTH-14..AUTH-19, AUTH-88). */
import { mapSequentially } from "../../store/sequential";
import { clientOf } from "../../../shared/client-address";
import { custom, rateLimited } from "../../core/errors";
import { firstPasswordMs, verifyPassword } from "../../core/passwords";
import { awsRegions, defaultAwsRegion } from "../../../shared/regions";
import { hashToken } from "../../core/tokens";
import { recordEvent, pseudonymOf } from "../../core/record";
import type { Region } from "../../store/engine";
import {
  clearPasswordFailures,
  isRefused,
  recordFailure,
  sourceWaitMs,
  type Account,
  type Source,
} from "./login-attempts.store";
import { isRemembered } from "./remembered-devices.store";
import type { ApiContext } from "../../core/context";
import { accountsOf, type EmailAccount } from "./email-accounts";

/**
 * Returns the source of an attempt: a browser that the owner had remembered (AUTH-88), else the client's
 * address.
 */
async function sourceOf(ctx: ApiContext, userId: string | undefined): Promise<Source> {
  const device = ctx.cookie("device");
  const tokenHash = device ? hashToken(device) : undefined;
  const isRemembered =
    tokenHash !== undefined && userId !== undefined && (await isRememberedBy(ctx, tokenHash, userId));
  const hash = isRemembered
    ? hashToken(`device ${device}`)
    : hashToken(`address ${clientOf(ctx.remoteAddress)}`);
  return { hash, isRemembered };
}

/** True if the account's owner had the browser with this token remembered. */
export const isRememberedBy = (ctx: ApiContext, tokenHash: Buffer, userId: string) =>
  isRemembered(ctx.db, { tokenHash, userId }, ctx.clock());

/** True if a generated initial password has expired unused (AUTH-121). */
const isFirstPasswordOver = (
  { lastPasswordUpdatedAt, lastActive, createdAt }: EmailAccount["user"],
  now: number,
): boolean => lastPasswordUpdatedAt === null && lastActive === null && now - createdAt > firstPasswordMs;

/** Wrong passwords allowed per address, as a share of its call limit. */
const failureShare = 0.2;

/** The counter an attempt belongs to: that of an account, or of an email without password sign-in. */
interface SignInAttempt {
  readonly home: Region;
  readonly counted: Account;
  readonly source: Source;
  /** The account to sign in to, if there is one. */
  readonly account: EmailAccount | undefined;
  /** Subject of the audit entry: the user, or a pseudonym for an unknown email. */
  readonly whom: { readonly id: string; readonly customerId: string | undefined };
}

/**
 * Returns what an attempt with this email counts against: each account with a password. If there is none,
 * returns one entry, for another account or the email itself, so that the responses look the same.
 */
async function attemptsWith(ctx: ApiContext, email: string): Promise<SignInAttempt[]> {
  const accounts = await accountsOf(ctx, email);
  const tried = async (
    { home, user }: EmailAccount,
    account: EmailAccount | undefined,
  ): Promise<SignInAttempt> => ({
    home,
    counted: { awsRegion: home.awsRegion, email },
    source: await sourceOf(ctx, account && user.id),
    account,
    whom: { id: user.id, customerId: user.customerId },
  });
  const open = accounts.filter(({ user }) => user.archivedAt === null && user.passwordHash !== null);
  if (open.length > 0) return mapSequentially(open, (account) => tried(account, account));
  const [closed] = accounts;
  if (closed) return [await tried(closed, undefined)];
  return [
    {
      // Uses the same region at every endpoint, as an account with a home region does.
      home: ctx.databases.region(defaultAwsRegion),
      counted: { awsRegion: defaultAwsRegion, email },
      source: await sourceOf(ctx, undefined),
      account: undefined,
      whom: { id: pseudonymOf(email), customerId: undefined },
    },
  ];
}

/**
 * Counts a wrong password for one account. Returns the tries left and the source's wait in ms. If the source
 * is already refused, counts nothing and returns no tries left: of many parallel guesses, those after the
 * fifth failure reveal nothing.
 */
const countFailure = (ctx: ApiContext, { home, counted, source, whom }: SignInAttempt) =>
  home.write(async (db) => {
    const now = ctx.clock();
    const waitMs = () => sourceWaitMs(db, counted, source, now);
    if (await isRefused(db, counted, source, now)) return { triesLeft: 0, waitMs: await waitMs() };
    const triesLeft = await recordFailure(db, counted, source, now);
    const failure = { ...whom, kind: "USER", outcome: "FAILURE" } as const;
    const [by, reason] = ["PASSWORD", "WRONG_PASSWORD"] as const;
    await recordEvent(db, ctx, { action: "SIGNED_IN", ...failure, details: { by, reason } });
    if (triesLeft === 0) await recordEvent(db, ctx, { action: "LOCKED", ...failure, details: { by } });
    return { triesLeft, waitMs: await waitMs() };
  }, whom.customerId ?? whom.id);

/** Returns true if a correct password opens the account now, and then resets its failures. */
const isOpened = (ctx: ApiContext, { home, counted, source, whom }: SignInAttempt): Promise<boolean> =>
  home.write(async (db) => {
    const now = ctx.clock();
    if (await isRefused(db, counted, source, now)) return false;
    await clearPasswordFailures(db, counted, source, now);
    return true;
  }, whom.customerId);

/**
 * Returns the active account with this email and password in any region; if several match, the one in the
 * endpoint's region (AUTH-07). Unknown, archived and SSO users fail like a wrong password and take the same
 * time, as do emails with accounts in several regions. A wrong password counts for each account it was tried
 * on; the fifth failure in a row locks it. A correct password resets only its own account's count
 * (AUTH-14..AUTH-19). `email` must be normalized by normalizeEmail.
 */
export async function checkPassword(ctx: ApiContext, email: string, password: string): Promise<EmailAccount> {
  const tried = await attemptsWith(ctx, email);
  // A few guesses at each of many accounts lock none of them, so the address is rate-limited as well.
  const failuresKey = `failed sign-ins ${clientOf(ctx.remoteAddress)}`;
  const maxFailed = Math.ceil(ctx.config.authCallsPerMinute * failureShare);
  const isKnownBrowser = tried.some(({ source }) => source.isRemembered);
  const waitMs = isKnownBrowser ? 0 : await ctx.rateLimiter.wait(failuresKey, maxFailed, ctx.clock());
  if (waitMs > 0) throw rateLimited(waitMs);

  // One check per region, with or without an account, keeps the time constant.
  const matches = await Promise.all(
    awsRegions.map((awsRegion) => {
      const account = tried.find(({ counted }) => counted.awsRegion === awsRegion)?.account;
      return verifyPassword(account?.user.passwordHash ?? null, password);
    }),
  );
  const isRight = ({ counted }: SignInAttempt) => matches[awsRegions.indexOf(counted.awsRegion)] === true;

  for (const one of tried) {
    if (!one.account || !isRight(one) || !(await isOpened(ctx, one))) continue;
    if (isFirstPasswordOver(one.account.user, ctx.clock()))
      throw custom("ERROR_CUSTOM_FIRST_PASSWORD_EXPIRED");
    return one.account;
  }
  await ctx.rateLimiter.count(failuresKey, ctx.clock());
  // A locked account gives the same answer for every password, so that the answer cannot confirm the correct
  // one.
  const counted = await mapSequentially(tried, (one) => countFailure(ctx, one));
  const left = Math.min(...counted.map(({ triesLeft }) => triesLeft));
  if (left > 0) throw custom(`ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD:${left}`);
  throw custom("ERROR_CUSTOM_USER_LOCKED", Math.max(...counted.map(({ waitMs }) => waitMs)));
}
