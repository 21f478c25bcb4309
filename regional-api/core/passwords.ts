import { hash, verify } from "@node-rs/argon2";

/** Validity of a generated password until the first sign-in (AUTH-121). */
export const firstPasswordMs = 72 * 3_600_000;

/**
 * OWASP's first choice of parameters for Argon2id (the library's default variant): 19 MiB, two passes, one
 * lane.
 */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns an Argon2id hash in PHC format, for users.passwordHash. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/** Compared with if the account does not exist, so that the response takes as long (AUTH-14). */
const decoy = hashPassword("no account has this password");

/** True if `password` matches `passwordHash`. Null (no account) takes the same time and returns false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== null;
}

/** Maximum length; longer passwords are refused before they are hashed. */
export const maxPasswordLength = 1_000;

const rules: readonly (readonly [message: string, holds: (password: string) => boolean])[] = [
  ["At least 1 lowercase letter", (password) => /[a-z]/.test(password)],
  ["At least 1 uppercase letter", (password) => /[A-Z]/.test(password)],
  ["At least 1 number", (password) => /[0-9]/.test(password)],
  ["At least 1 special character", (password) => /[-+_!@#$%^&*., ?]/.test(password)],
  // The label says 9, but the rule requires more than 9 (AUTH-50).
  ["At least 9 characters", (password) => password.length > 9],
];

/** Returns the labels of the rules a new password breaks (AUTH-48..AUTH-51). */
export function brokenPasswordRules(password: string): string[] {
  return rules.filter(([, holds]) => !holds(password)).map(([message]) => message);
}
