/** One-time codes of the second step of signing in: mailed, bound to one browser, tried and taken. */
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
import { beginApp, secretBeingSetUp, setUpMs, takeFactor } from "./second-factors";
import { provenPasskey } from "./passkeys";
import { notePasskeyUsed, passkeysOf } from "./passkeys.store";
import { mustHaveApp } from "./sign-in-policies.store";
import type { Proof } from "./sign-in";
import { bindCode, countWrongCode, issueCode, openCodeOf, useCode } from "./one-time-codes.store";

const codeLifetimeMs = 10 * 60_000;

type User = Row<"users">;

const hashCode = (userId: string, code: string) => hashToken(`${userId}:${code}`);

/**
 * What a code is kept with: the browser in which the password was typed (AUTH-89), its hash as Base64url, and when the step
 * ends that began there (AUTH-29).
 */
const codeBinding = z.object({
  stateHash: z.string(),
  stepEndsAt: z.number().optional(),
  /** Of the step in which an app is set up: the hash of its key (MFA-06). */
  keyHash: z.string().optional(),
  /** What a passkey is proven by in this step, once (MFA-09). */
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

/** Of a code that works in no browser until the password is typed again. */
export const noBinding = "{}";

/** Mails a new code, which works in this browser alone; one that is sent again no longer than the step that it is for. */
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

/** Begins a step in this browser that no mailed code ends. */
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
 * Begins the step of somebody who has an authenticator app: no code is mailed unless they ask for one. Wrong ones void the
 * step as they void a code.
 */
export const beginStep = (ctx: ApiContext, db: Writer, user: User, challenge?: string): Promise<void> =>
  issueStep(ctx, db, user, codeLifetimeMs, { challenge });

/**
 * The step after a mailed code of somebody who must have an app: to set one up, and nothing else (MFA-06). Its key is a new
 * one, which nobody knows who began to set one up elsewhere.
 */
async function beginEnrolment(ctx: ApiContext, db: Writer, user: User): Promise<void> {
  const secret = await beginApp(ctx, db, user.id);
  await issueStep(ctx, db, user, setUpMs, { keyHash: keyHashOf(secret) });
}

/**
 * Mails a new code, unless five were mailed within the hour. Then the last code still works (AUTH-87), in the browser where
 * the password was last entered.
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

/** Counts a wrong code, and tells the person when it was one too many (AUTH-87). */
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

/** The user's open code for this browser, and when its step ends; it may have expired. */
async function codeHere(ctx: ApiContext, db: Reader, user: User) {
  const state = ctx.cookie("mfaState");
  const open = state ? await openCodeOf(db, user.id, "MFA") : undefined;
  if (!state || !open) return undefined;
  const binding = codeBinding.safeParse(JSON.parse(open.data)).data;
  if (binding?.stateHash !== stateHashOf(state)) return undefined;
  const { stepEndsAt, keyHash, challenge } = binding;
  return { ...open, stepEndsAt, keyHash, challenge };
}

/** The user's open step to set up an app in this browser, with its key; it ends as well when the key gives way to another. */
export async function enrolmentHere(ctx: ApiContext, db: Reader, user: User) {
  const open = await codeHere(ctx, db, user);
  if (open?.keyHash === undefined || open.expiresAt <= ctx.now) return undefined;
  const secret = await secretBeingSetUp(ctx, db, user.id);
  return secret && keyHashOf(secret) === open.keyHash ? { id: open.id, secret } : undefined;
}

/** The active account of this email that has an open code for this browser. */
export async function accountOfCodeStep(ctx: ApiContext, email: string): Promise<EmailAccount | undefined> {
  for (const account of await accountsOf(ctx, email)) {
    const { home, user } = account;
    if (user.archivedAt === null && (await codeHere(ctx, home.reader, user))) return account;
  }
  return undefined;
}

/** How a code was taken, or why not, and when the same may be tried again. */
export type TakenCode =
  | { readonly by: Proof }
  | { readonly mustEnrol: true }
  | { readonly refusal: "NOT_MATCH" | "EXPIRED" | "LOCKED" | "APP_HELD"; readonly waitMs?: number };

/**
 * Takes a mailed code, one of an app or a recovery code (MFA-04), or says why not: a wrong one is counted, so nothing is
 * thrown that would undo that. Of who must have an app, a mailed code opens the way to one that there is not, and no other
 * (MFA-06).
 */
export async function takeCode(ctx: ApiContext, db: Writer, user: User, code: string): Promise<TakenCode> {
  const open = await codeHere(ctx, db, user);
  // Without an open code there is nothing to guess, so nobody locks an account by sending codes to it.
  if (!open) return { refusal: "NOT_MATCH" };
  const counted = { awsRegion: db.awsRegion, email: user.email };
  if (open.expiresAt <= ctx.now) return { refusal: "EXPIRED" };
  if (await isLockedByCodes(db, counted, ctx.now)) return { refusal: "LOCKED" };
  const mustHave = await mustHaveApp(db, user);
  const isTaken = !mustHave || !(await hasAuthenticator(db, user.id));
  const isMailed = isTaken && hashCode(user.id, codeText(code)).equals(open.codeHash);
  const factor = isMailed ? ({ by: "CODE" } as const) : await takeFactor(ctx, db, user.id, code);
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
 * Takes the proof of a passkey of the user (MFA-09), as `takeCode` takes a code: the challenge is of this step in this browser,
 * and a wrong proof counts as a wrong code and ends it.
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
  const mayUse = !(await mustHaveApp(db, user)) || (await hasAuthenticator(db, user.id));
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
