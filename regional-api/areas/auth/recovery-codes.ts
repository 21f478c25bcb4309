/**
 * Recovery codes (MFA-03): sets of ten; each code replaces the app for one sign-in. Codes are derived from a
 * configured secret and the name of the set, so that a repeated request returns the same codes; only hashes
 * are stored.
 */
import { createHmac } from "node:crypto";
import { recoveryAlphabet, recoveryLength } from "../../../shared/pasted";
import { hashToken } from "../../core/tokens";

const codeCount = 10;

function codeOf(secret: string, userId: string, set: string, number: number): string {
  const bytes = createHmac("sha256", secret).update(`recovery code ${userId} ${set} ${number}`).digest();
  const signs = [...bytes.subarray(0, recoveryLength)].map((byte) =>
    recoveryAlphabet.charAt(byte % recoveryAlphabet.length),
  );
  return signs.join("");
}

/** Returns the codes of a set without separators, 78 bits each. */
export const recoveryCodes = (secret: string, userId: string, set: string): string[] =>
  Array.from({ length: codeCount }, (_, number) => codeOf(secret, userId, set, number));

/** Returns the stored hash of a code. */
export const recoveryHash = (userId: string, code: string): string =>
  hashToken(`recovery ${userId}:${code}`).toString("base64url");

/** Formats a code for display, in groups of four. */
export const shownRecoveryCode = (code: string): string => code.replace(/.{4}(?=.)/g, "$&-");
