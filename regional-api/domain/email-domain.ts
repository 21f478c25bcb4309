/** The rules of customers' own sender addresses, and the stand-in for the mail provider that verifies them. */
import { randomBytes } from "node:crypto";

export type VerificationStatus = "PENDING" | "SUCCESS" | "FAILED" | "TEMPORARY_FAILURE" | "NOT_STARTED";

interface Verification {
  readonly emailAddress: string;
  readonly verificationStatus: VerificationStatus;
  readonly verificationErrorType: string | null;
  /** Milliseconds UTC. */
  readonly verificationRequestedAt: number;
  readonly lastCheckedAt: number | null;
}

/** The part after the "@". */
const domainOf = (emailAddress: string): string =>
  emailAddress.slice(emailAddress.lastIndexOf("@") + 1).toLowerCase();

/**
 * What the verification has come to `now` (MAIL-23): a pending one ends `durationMs` after it was asked for, with success
 * unless the domain is one that cannot exist (RFC 2606). Undefined while nothing has changed.
 */
export function verify<Domain extends Verification>(
  domain: Domain,
  now: number,
  durationMs: number,
): Domain | undefined {
  if (domain.verificationStatus !== "PENDING" || now - domain.verificationRequestedAt < durationMs) return;
  const exists = !domainOf(domain.emailAddress).endsWith(".invalid");
  return {
    ...domain,
    verificationStatus: exists ? "SUCCESS" : "FAILED",
    verificationErrorType: exists ? null : "HOST_NOT_FOUND",
    lastCheckedAt: now,
  };
}

/** Where asking for (another) verification makes sense: it is neither done nor under way. */
export const canRetry = ({ verificationStatus }: Verification): boolean =>
  verificationStatus === "FAILED" || verificationStatus === "NOT_STARTED";

const letters = "abcdefghijklmnopqrstuvwxyz234567";

/** Three DKIM tokens (MAIL-10), as mail providers make them: 32 lower-case letters and digits. */
export function newDkimTokens(): string[] {
  return Array.from({ length: 3 }, () =>
    Array.from(randomBytes(32), (byte) => letters.charAt(byte % letters.length)).join(""),
  );
}
