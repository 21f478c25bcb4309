/**
 * Recovery codes (MFA-03): ten at a time, each for one sign-in without the app. They follow from the settings' secret and the
 * set's name, so that the answer that shows them can be given again to who sent the same form twice; only hashes are stored.
 */
import { createHmac } from "node:crypto";
import { hashToken } from "../../core/tokens";

const howMany = 10;
const length = 16;
/** Without characters that look alike, since people type them from paper. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

function codeOf(secret: string, userId: string, set: string, number: number): string {
  const bytes = createHmac("sha256", secret).update(`recovery code ${userId} ${set} ${number}`).digest();
  return [...bytes.subarray(0, length)].map((byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** The codes of a set as they are typed: 78 bits each. */
export const recoveryCodes = (secret: string, userId: string, set: string): string[] =>
  Array.from({ length: howMany }, (_, number) => codeOf(secret, userId, set, number));

/** What is stored of a code. */
export const recoveryHash = (userId: string, code: string): string =>
  hashToken(`recovery ${userId}:${code}`).toString("base64url");

/** The code in a text as it was typed or pasted, with blanks, dashes and capitals; undefined where there is none. */
export function recoveryCodeIn(text: string): string | undefined {
  const typed = text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  return typed.length === length && [...typed].every((one) => alphabet.includes(one)) ? typed : undefined;
}

/** A code as it is shown, in groups of four. */
export const shownRecoveryCode = (code: string): string => code.replace(/.{4}(?=.)/g, "$&-");
