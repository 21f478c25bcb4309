/** One-time codes for the second step of signing in: mailed, bound to one browser, verified. */
import { randomInt } from "node:crypto";
import { z } from "zod/v4";
import { browserState } from "../../core/browser-state";
import type { ApiContext } from "../../core/context";
import { rateLimited } from "../../core/errors";
import { outbox } from "../../core/outbox.store";
import { recordEvent } from "../../core/record";
import { codeText } from "../../../shared/pasted";
import { hashToken, newToken } from "../../core/tokens";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { factorMail, mfaMail, wrongCodesMail } from "../notifications/mails";
import { accountsOf, type EmailAccount } from "./email-accounts";
import { clearFailures, isLockedByCodes, recordWrongCode } from "./login-attempts.store";
import { waitBeforeMail } from "./mail-pacing.store";
import { hasAuthenticator } from "./authenticators.store";
import { beginApp, pendingSecret, setUpMs, acceptFactor } from "./second-factors";
import { provenPasskey } from "./passkeys";
import { notePasskeyUsed, passkeysOf } from "./passkeys.store";
import { isAppRequired } from "./sign-in-policies.store";
import type { Proof } from "./sign-in";
import { bindCode, countWrongCode, issueCode, openCodeOf, useCode } from "./one-time-codes.store";

const codeLifetimeMs = 10 * 60_000;

type User = Row<"users">;

const hashCode = (userId: string, code: string) => hashToken(`${userId}:${code}`);

/**
 * Data stored with a code: the hash (Base64url) of the state of the browser where the password was entered
 * (AUTH-89), and the end of the sign-in step started there (AUTH-29).
 */
const codeBinding = z.object({
  stateHash: z.string(),
  stepEndsAt: z.number().optional(),
  /** For the app setup step: hash of the app's key (MFA-06). */
  keyHash: z.string().optional(),
  /** WebAuthn challenge of this step, usable once (MFA-09). */
  challenge: z.string().optional(),
});

const stateHashOf = (state: string) => hashToken(state).toString("base64url");
const keyHashOf = (secret: Buffer) => hashToken(`key ${secret.toString("hex")}`).toString("base64url");

interface StepFacts {
  readonly keyHash?: string | undefined;
  readonly challenge?: string | undefined;
}

const bindingOf = (state: string, stepEndsAt: number, facts: StepFacts = {}) =>
  JSON.stringify({ stateHash: stateHashOf(state), stepEndsAt, ...facts } satisfies z.input<
    typeof codeBinding
  >);

/** Binding that matches no browser: the code works only after the password is entered again. */
export const noBinding = "{}";

/** Mails a new code, valid in this browser only. A resent code expires no later than its sign-in step. */
export async function sendCode(ctx: ApiContext, db: Writer, user: User, isResend: boolean): Promise<void> {
  const now = ctx.clock();
  const here = isResend ? await codeHere(ctx, db, user) : undefined;
  const step = here?.keyHash === undefined ? here?.stepEndsAt : undefined;
  const stepEndsAt = step !== undefined && step > now ? step : now + codeLifetimeMs;
  const lifetimeMs = stepEndsAt - now;
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const facts = { challenge: step === undefined ? undefined : here?.challenge };
  const data = bindingOf(browserState(ctx, "mfaState", codeLifetimeMs), stepEndsAt, facts);
  const owner = { userId: user.id, awsRegion: db.awsRegion };
  const codeHash = hashCode(user.id, code);
  await issueCode(db, { ...owner, purpose: "MFA", codeHash, lifetimeMs, data }, now);
  const mail = mfaMail(code, isResend, lifetimeMs);
  await outbox.add(db, { ...mail, to: user.email, customerId: user.customerId }, now);
}

/** Starts a sign-in step in this browser that no mailed code can complete. */
async function issueStep(
  ctx: ApiContext,
  db: Writer,
  user: User,
  lifetimeMs: number,
  facts: StepFacts,
): Promise<void> {
  const now = ctx.clock();
  const data = bindingOf(browserState(ctx, "mfaState", lifetimeMs), now + lifetimeMs, facts);
  const owner = { userId: user.id, awsRegion: db.awsRegion };
  const codeHash = hashToken(newToken());
  await issueCode(db, { ...owner, purpose: "MFA", codeHash, lifetimeMs, data }, now);
}

/**
 * Starts the step of a user with an authenticator app: a code is mailed only on request. Too many wrong codes
 * void the step, as with a mailed code.
 */
export const beginStep = (ctx: ApiContext, db: Writer, user: User, challenge?: string): Promise<void> =>
  issueStep(ctx, db, user, codeLifetimeMs, { challenge });

/**
 * Starts the app setup step after the mailed code of a user who must have an app (MFA-06). The step allows
 * nothing else. Its key is new, so a setup started elsewhere does not know it.
 */
async function beginEnrolment(ctx: ApiContext, db: Writer, user: User): Promise<void> {
  const secret = await beginApp(ctx, db, user.id);
  await issueStep(ctx, db, user, setUpMs, { keyHash: keyHashOf(secret) });
}

/**
 * Mails a new code, at most five per hour. Beyond that the last code stays valid (AUTH-87), and moves to the
 * browser where the password was last entered.
 */
export async function sendFirstCode(ctx: ApiContext, db: Writer, user: User): Promise<void> {
  const now = ctx.clock();
  const waitMs = await waitBeforeMail(db, user.email, "CODE", now);
  if (waitMs === 0) return sendCode(ctx, db, user, false);
  const open = await openCodeOf(db, user.id, "MFA");
  if (!open || open.expiresAt <= now) throw rateLimited(waitMs);
  const state = browserState(ctx, "mfaState", codeLifetimeMs);
  await bindCode(db, open.id, bindingOf(state, now + codeLifetimeMs));
}

/** Counts a wrong code, and mails the user if that voids the code or locks the account (AUTH-87). */
async function recordWrongTry(
  ctx: ApiContext,
  db: Writer,
  user: User,
  code: Row<"one_time_codes">,
): Promise<void> {
  const { now } = ctx;
  const isVoid = await countWrongCode(db, code, now);
  const isLocked = (await recordWrongCode(db, { awsRegion: db.awsRegion, email: user.email }, now)) === 0;
  const whom = { kind: "USER", id: user.id, customerId: user.customerId, outcome: "FAILURE" } as const;
  await recordEvent(db, ctx, {
    action: "SIGNED_IN",
    ...whom,
    details: { by: "CODE", reason: "WRONG_CODE" },
  });
  if (isVoid) await recordEvent(db, ctx, { action: "CODE_VOIDED", ...whom });
  if (isLocked) await recordEvent(db, ctx, { action: "LOCKED", ...whom, details: { by: "CODE" } });
  if (isVoid || isLocked) {
    await outbox.add(db, { ...wrongCodesMail(), to: user.email, customerId: user.customerId }, now);
  }
}

/** Returns the user's open code for this browser and the end of its step; the code may be expired. */
async function codeHere(ctx: ApiContext, db: Reader, user: User) {
  const state = ctx.cookie("mfaState");
  const open = state ? await openCodeOf(db, user.id, "MFA") : undefined;
  if (!state || !open) return undefined;
  const binding = codeBinding.safeParse(JSON.parse(open.data)).data;
  if (binding?.stateHash !== stateHashOf(state)) return undefined;
  const { stepEndsAt, keyHash, challenge } = binding;
  return { ...open, stepEndsAt, keyHash, challenge };
}

/**
 * Returns the user's open setup step in this browser and its key; undefined also if another key has replaced
 * it.
 */
export async function openEnrolmentHere(ctx: ApiContext, db: Reader, user: User) {
  const open = await codeHere(ctx, db, user);
  if (open?.keyHash === undefined || open.expiresAt <= ctx.now) return undefined;
  const secret = await pendingSecret(ctx, db, user.id);
  return secret && keyHashOf(secret) === open.keyHash ? { id: open.id, secret } : undefined;
}

/** Returns the active account with this email and an open code for this browser. */
export async function accountOfCodeStep(ctx: ApiContext, email: string): Promise<EmailAccount | undefined> {
  for (const account of await accountsOf(ctx, email)) {
    const { home, user } = account;
    if (user.archivedAt === null && (await codeHere(ctx, home.reader, user))) return account;
  }
  return undefined;
}

/** The accepted proof, or the reason for refusal and the wait before the next try. */
export type TakenCode =
  | { readonly by: Proof }
  | { readonly mustEnrol: true }
  | { readonly refusal: "NOT_MATCH" | "EXPIRED" | "LOCKED" | "APP_HELD"; readonly waitMs?: number };

/**
 * Accepts a mailed code, an app code or a recovery code (MFA-04). Returns refusals instead of throwing, so
 * that the count of wrong codes is committed. For users who must have an app but have none, a mailed code
 * leads only to its setup (MFA-06).
 */
export async function takeCode(ctx: ApiContext, db: Writer, user: User, code: string): Promise<TakenCode> {
  const open = await codeHere(ctx, db, user);
  // Without an open code there is nothing to guess; not counting the try means that it cannot lock the
  // account.
  if (!open) return { refusal: "NOT_MATCH" };
  const counted = { awsRegion: db.awsRegion, email: user.email };
  if (open.expiresAt <= ctx.now) return { refusal: "EXPIRED" };
  if (await isLockedByCodes(db, counted, ctx.now)) return { refusal: "LOCKED" };
  const mustHave = await isAppRequired(db, user);
  const isTaken = !mustHave || !(await hasAuthenticator(db, user.id));
  const isMailed = isTaken && hashCode(user.id, codeText(code)).equals(open.codeHash);
  const factor = isMailed ? ({ by: "CODE" } as const) : await acceptFactor(ctx, db, user.id, code);
  if (factor?.by === undefined) {
    await recordWrongTry(ctx, db, user, open);
    return factor ? { refusal: "APP_HELD", waitMs: factor.waitMs } : { refusal: "NOT_MATCH" };
  }
  await useCode(db, open.id, ctx.now);
  await clearFailures(db, counted);
  if (isMailed && mustHave) {
    await beginEnrolment(ctx, db, user);
    return { mustEnrol: true };
  }
  if (factor.by === "RECOVERY_CODE")
    await outbox.add(
      db,
      { ...factorMail("RECOVERY_CODE_USED"), to: user.email, customerId: user.customerId },
      ctx.now,
    );
  return factor;
}

/**
 * Accepts a passkey proof (MFA-09), like `takeCode` for codes: the challenge belongs to this step and browser, and a
 * wrong proof counts as a wrong code and ends the step.
 */
export async function takePasskey(
  ctx: ApiContext,
  db: Writer,
  user: User,
  response: string,
): Promise<TakenCode> {
  const open = await codeHere(ctx, db, user);
  if (open?.challenge === undefined) return { refusal: "NOT_MATCH" };
  const counted = { awsRegion: db.awsRegion, email: user.email };
  if (open.expiresAt <= ctx.now) return { refusal: "EXPIRED" };
  if (await isLockedByCodes(db, counted, ctx.now)) return { refusal: "LOCKED" };
  const mayUse = !(await isAppRequired(db, user)) || (await hasAuthenticator(db, user.id));
  const passkeys = mayUse ? await passkeysOf(db, user.id) : [];
  const proven = await provenPasskey(ctx.config, open.challenge, response, passkeys);
  await useCode(db, open.id, ctx.now);
  if (!proven) {
    await recordWrongTry(ctx, db, user, open);
    return { refusal: "NOT_MATCH" };
  }
  await clearFailures(db, counted);
  await notePasskeyUsed(db, { ...proven, lastUsedAt: ctx.now });
  return { by: "PASSKEY" };
}
