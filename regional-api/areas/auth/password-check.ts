/** Checking a password, and what is done about wrong ones (AUTH-14..AUTH-19, AUTH-88). */
import { mapInTurn } from "../../store/in-turn";
import { clientOf } from "../../../shared/client-address";
import { custom, rateLimited } from "../../core/errors";
import { firstPasswordMs, verifyPassword } from "../../core/passwords";
import { awsRegions, defaultAwsRegion } from "../../../shared/regions";
import { hashToken } from "../../core/tokens";
import { recordEvent, strangerOf } from "../../core/record";
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

/** Where a try at an account comes from: a browser its owner had remembered (AUTH-88), else the client's address. */
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

/** Whether an account's owner had the browser with this token remembered. */
export const isRememberedBy = (ctx: ApiContext, tokenHash: Buffer, userId: string) =>
  isRemembered(ctx.db, { tokenHash, userId }, ctx.clock());

/** Whether a password that was made for its owner was not used in time (AUTH-121). */
const isFirstPasswordOver = (
  { lastPasswordUpdatedAt, lastActive, createdAt }: EmailAccount["user"],
  now: number,
): boolean => lastPasswordUpdatedAt === null && lastActive === null && now - createdAt > firstPasswordMs;

/** The share of an address's calls that may be wrong passwords. */
const failureShare = 0.2;

/** What a try is counted for: an account, or an email that nobody can sign in with by password. */
interface Tried {
  readonly home: Region;
  readonly counted: Account;
  readonly source: Source;
  /** Who can sign in here, if anybody can. */
  readonly account: EmailAccount | undefined;
  /** The user, or what stands for an email without one, for the record. */
  readonly whom: { readonly id: string; readonly customerId: string | undefined };
}

/**
 * What a try with this email is counted for: each account that has a password. Without any, it is one account that has
 * none, or the email itself, so that the answers are the same.
 */
async function triedBy(ctx: ApiContext, email: string): Promise<Tried[]> {
  const accounts = await accountsOf(ctx, email);
  const tried = async ({ home, user }: EmailAccount, account: EmailAccount | undefined): Promise<Tried> => ({
    home,
    counted: { awsRegion: home.awsRegion, email },
    source: await sourceOf(ctx, account && user.id),
    account,
    whom: { id: user.id, customerId: user.customerId },
  });
  const open = accounts.filter(({ user }) => user.archivedAt === null && user.passwordHash !== null);
  if (open.length > 0) return mapInTurn(open, (account) => tried(account, account));
  const [closed] = accounts;
  if (closed) return [await tried(closed, undefined)];
  return [
    {
      // The same one at every endpoint, as that of an account is.
      home: ctx.databases.region(defaultAwsRegion),
      counted: { awsRegion: defaultAwsRegion, email },
      source: await sourceOf(ctx, undefined),
      account: undefined,
      whom: { id: strangerOf(email), customerId: undefined },
    },
  ];
}

/**
 * Counts a wrong password for one account. Gives the tries left there, and how long its source has to wait; none are left,
 * and nothing is counted, where it is refused by now: of many guesses sent at once, those after the fifth failure learn
 * nothing.
 */
const countFailure = (ctx: ApiContext, { home, counted, source, whom }: Tried) =>
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

/** Whether a right password opens the account now; then it has no failures any more. */
const isOpened = (ctx: ApiContext, { home, counted, source, whom }: Tried): Promise<boolean> =>
  home.write(async (db) => {
    const now = ctx.clock();
    if (await isRefused(db, counted, source, now)) return false;
    await clearPasswordFailures(db, counted, source, now);
    return true;
  }, whom.customerId);

/**
 * The active account with this email and password, of whatever region; that of the endpoint's region where the password
 * opens several (AUTH-07). Unknown, archived and SSO users fail like a wrong password, in as much time, and an email with
 * accounts in several regions takes as long as any other. A wrong password counts for each account that it was tried
 * on, the fifth failure in a row locks, and a right one clears the count of its own account alone (AUTH-14..AUTH-19).
 * `email` is as made by normalizeEmail.
 */
export async function checkPassword(ctx: ApiContext, email: string, password: string): Promise<EmailAccount> {
  const tried = await triedBy(ctx, email);
  // Guessing at many accounts, a few times each, locks none of them: the address is slowed down first.
  const failuresKey = `failed sign-ins ${clientOf(ctx.remoteAddress)}`;
  const maxFailed = Math.ceil(ctx.config.authCallsPerMinute * failureShare);
  const isKnownBrowser = tried.some(({ source }) => source.isRemembered);
  const waitMs = isKnownBrowser ? 0 : await ctx.rateLimiter.wait(failuresKey, maxFailed, ctx.clock());
  if (waitMs > 0) throw rateLimited(waitMs);

  // One check a region, whether there is an account or not.
  const matches = await Promise.all(
    awsRegions.map((awsRegion) => {
      const account = tried.find(({ counted }) => counted.awsRegion === awsRegion)?.account;
      return verifyPassword(account?.user.passwordHash ?? null, password);
    }),
  );
  const isRight = ({ counted }: Tried) => matches[awsRegions.indexOf(counted.awsRegion)] === true;

  for (const one of tried) {
    if (!one.account || !isRight(one) || !(await isOpened(ctx, one))) continue;
    if (isFirstPasswordOver(one.account.user, ctx.clock()))
      throw custom("ERROR_CUSTOM_FIRST_PASSWORD_EXPIRED");
    return one.account;
  }
  await ctx.rateLimiter.count(failuresKey, ctx.clock());
  // A locked account says so whatever password is typed: else the answer would tell that it is the right one.
  const counted = await mapInTurn(tried, (one) => countFailure(ctx, one));
  const left = Math.min(...counted.map(({ triesLeft }) => triesLeft));
  if (left > 0) throw custom(`ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD:${left}`);
  throw custom("ERROR_CUSTOM_USER_LOCKED", Math.max(...counted.map(({ waitMs }) => waitMs)));
}
