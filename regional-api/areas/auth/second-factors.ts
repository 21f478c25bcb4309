/** Second factors other than a mailed code: the code of an app, or a recovery code (MFA-04). */
import { z } from "zod/v4";
import type { Config } from "../../config";
import type { ApiContext } from "../../core/context";
import { newId } from "../../core/ids";
import { codeText, recoveryCodeText } from "../../../shared/pasted";
import { unsealFor, sealFor, sealingKeyId, secretOfId } from "../../core/sealed";
import type { Reader, Store, Writer } from "../../store/engine";
import { awsRegions } from "../../../shared/regions";
import {
  type Authenticator,
  authenticatorOf,
  noteStep,
  noteWrongTries,
  sealedWithOtherKey,
  storeAuthenticator,
  storeRecoveryCodes,
  storeSecret,
} from "./authenticators.store";
import { recoveryCodes, recoveryHash } from "./recovery-codes";
import { newAppSecret, stepOfCode } from "./totp";

const dayMs = 24 * 3_600_000;
/** Wrong app codes allowed per day; after that, only the other factors are accepted. */
const maxWrongTriesPerDay = 25;
/** Time allowed for the setup of an app before it must be restarted. */
export const setUpMs = 30 * 60_000;

/** The accepted factor, or the wait before app codes are accepted again. */
export type Factor =
  { readonly by: "APP" | "RECOVERY_CODE" } | { readonly by: undefined; readonly waitMs: number };

const hashes = z.array(z.string());

/** Returns the hashes of unused recovery codes. */
export const unusedCodes = ({ recoveryCodes }: Pick<Authenticator, "recoveryCodes">): string[] =>
  hashes.parse(JSON.parse(recoveryCodes));

const secretOf = ({ mfaSecrets }: Config, { userId, secret, keyId }: Authenticator) =>
  unsealFor(userId, mfaSecrets, secret, keyId);

/** Returns a user's confirmed app. */
export async function confirmedAppOf(db: Reader, userId: string): Promise<Authenticator | undefined> {
  const app = await authenticatorOf(db, userId);
  return app?.confirmedAt == null ? undefined : app;
}

/** Returns the secret of an app awaiting its first code; undefined once the setup has expired. */
export async function pendingSecret(
  { config, now }: Pick<ApiContext, "config" | "now">,
  db: Reader,
  userId: string,
): Promise<Buffer | undefined> {
  const app = await authenticatorOf(db, userId);
  const isOpen = app?.confirmedAt === null && now - app.createdAt < setUpMs;
  return isOpen ? secretOf(config, app) : undefined;
}

/** Begins the setup of an app, replacing an unfinished one. Returns its secret. */
export async function beginApp({ config, now }: ApiContext, db: Writer, userId: string): Promise<Buffer> {
  const secret = newAppSecret();
  const { sealed, keyId } = sealFor(userId, config.mfaSecrets, secret);
  const none = { confirmedAt: null, lastStep: 0, wrongTries: 0, wrongSince: null };
  await storeAuthenticator(db, {
    userId,
    secret: sealed,
    keyId,
    createdAt: now,
    ...none,
    recoveryCodes: "[]",
  });
  return secret;
}

/** Confirms the app being set up with one of its codes. Returns true if the code was correct. */
export async function confirmApp(
  ctx: Pick<ApiContext, "config" | "now">,
  db: Writer,
  userId: string,
  code: string,
): Promise<boolean> {
  const app = await authenticatorOf(db, userId);
  const secret = await pendingSecret(ctx, db, userId);
  const step = secret && stepOfCode(secret, codeText(code), ctx.now);
  if (!app || step === undefined) return false;
  await storeAuthenticator(db, { ...app, confirmedAt: ctx.now, lastStep: step });
  return true;
}

/** Data for deriving the same recovery codes again for a repeated request. */
export interface RecoverySet {
  readonly userId: string;
  readonly set: string;
  readonly keyId: string;
}

/** Creates a set of recovery codes, which voids the previous one. */
export async function newRecoverySet(
  { config: { mfaSecrets }, now }: Pick<ApiContext, "config" | "now">,
  db: Writer,
  userId: string,
): Promise<RecoverySet> {
  const made = { userId, set: newId(now), keyId: sealingKeyId(mfaSecrets) ?? "" };
  const kept = recoveryCodesOf(mfaSecrets, made).map((code) => recoveryHash(userId, code));
  await storeRecoveryCodes(db, { userId, recoveryCodes: JSON.stringify(kept) });
  return made;
}

/** Returns the codes of a set; none if its secret is no longer configured. */
export function recoveryCodesOf(secrets: readonly string[], { userId, set, keyId }: RecoverySet): string[] {
  const secret = secretOfId(secrets, keyId);
  return secret === undefined ? [] : recoveryCodes(secret, userId, set);
}

/** Counts a wrong code of an app. */
async function countWrongAppCode({ now }: { now: number }, db: Writer, app: Authenticator): Promise<void> {
  const isOver = app.wrongSince === null || now - app.wrongSince >= dayMs;
  const counted = isOver
    ? { wrongTries: 1, wrongSince: now }
    : { wrongTries: app.wrongTries + 1, wrongSince: app.wrongSince };
  await noteWrongTries(db, { userId: app.userId, ...counted });
}

/**
 * Accepts an app code, once (MFA-05), or a recovery code in place of a mailed code. Returns undefined for a
 * wrong code and counts it. After 25 wrong codes in a day, all app codes are refused for the rest of it.
 */
export async function acceptFactor(
  ctx: Pick<ApiContext, "config" | "now">,
  db: Writer,
  userId: string,
  typed: string,
): Promise<Factor | undefined> {
  const app = await confirmedAppOf(db, userId);
  if (!app) return undefined;
  const recovery = recoveryCodeText(typed);
  if (recovery !== undefined) {
    const left = unusedCodes(app);
    const rest = left.filter((hash) => hash !== recoveryHash(userId, recovery));
    if (rest.length === left.length) return undefined;
    await storeRecoveryCodes(db, { ...app, recoveryCodes: JSON.stringify(rest) });
    return { by: "RECOVERY_CODE" };
  }
  const waitMs = app.wrongTries < maxWrongTriesPerDay ? 0 : (app.wrongSince ?? 0) + dayMs - ctx.now;
  if (waitMs > 0) return { by: undefined, waitMs };
  const step = stepOfCode(secretOf(ctx.config, app), codeText(typed), ctx.now);
  if (step === undefined || step <= app.lastStep) {
    await countWrongAppCode(ctx, db, app);
    return undefined;
  }
  await noteStep(db, userId, step);
  return { by: "APP" };
}

/** Secrets re-encrypted per transaction. */
const portion = 200;

/** Re-encrypts secrets that use a previous key (MFA-08). Returns their number. */
export async function resealSecrets(databases: Store, { mfaSecrets }: Config): Promise<number> {
  const keyId = sealingKeyId(mfaSecrets);
  if (keyId === undefined) return 0;
  const seal = () =>
    databases.region(awsRegions[0]).write(async (db) => {
      const apps = await sealedWithOtherKey(db, keyId, portion);
      for (const { userId, secret, keyId: before } of apps) {
        const sealed = sealFor(userId, mfaSecrets, unsealFor(userId, mfaSecrets, secret, before));
        await storeSecret(db, { userId, secret: sealed.sealed, keyId: sealed.keyId });
      }
      return apps.length;
    });
  let sum = 0;
  for (let done = portion; done === portion; sum += done) done = await seal();
  return sum;
}
