/**
 * Recovery codes (MFA-03): sets of ten; each code replaces the app for one sign-in. Codes are derived from a
 * configured secret and the name of the set, so that a repeated request returns the same codes; only hashes
 * are stored.
 */
import { createHmac } from "node:crypto";
import { hashToken } from "../../core/tokens";

const codeCount = 10;
const length = 16;
/** Excludes look-alike characters, since people type the codes from paper. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

function codeOf(secret: string, userId: string, set: string, number: number): string {
  const bytes = createHmac("sha256", secret).update(`recovery code ${userId} ${set} ${number}`).digest();
  return [...bytes.subarray(0, length)].map((byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** Returns the codes of a set without separators, 78 bits each. */
export const recoveryCodes = (secret: string, userId: string, set: string): string[] =>
  Array.from({ length: codeCount }, (_, number) => codeOf(secret, userId, set, number));

/** Returns the stored hash of a code. */
export const recoveryHash = (userId: string, code: string): string =>
  hashToken(`recovery ${userId}:${code}`).toString("base64url");

/** Finds the code in typed or pasted text, ignoring blanks, dashes and case; undefined if there is none. */
export function recoveryCodeIn(text: string): string | undefined {
  const typed = text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  return typed.length === length && [...typed].every((one) => alphabet.includes(one)) ? typed : undefined;
}

/** Formats a code for display, in groups of four. */
export const shownRecoveryCode = (code: string): string => code.replace(/.{4}(?=.)/g, "$&-");
