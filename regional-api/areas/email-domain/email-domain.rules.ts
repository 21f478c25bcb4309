/** Rules for customers' own sender addresses, and a simulation of the mail provider's verification. */
import { randomBytes } from "node:crypto";
import type { LookUpCname } from "../../core/context";
import { lineRule } from "../../core/text-rules";

/** Display name of the sender in mails from the customer's own address (MAIL-03, MAIL-04). */
export const senderName = lineRule(
  "senderName",
  100,
  "display name",
  "Please input a display name to continue",
).regex(/^[^\p{Cc}<>",;:@\\]*$/u, "Please input a valid display name");

export type VerificationStatus = "PENDING" | "SUCCESS" | "FAILED" | "TEMPORARY_FAILURE" | "NOT_STARTED";

interface Verification {
  readonly emailAddress: string;
  readonly verificationStatus: VerificationStatus;
  readonly verificationErrorType: string | null;
  /** Milliseconds UTC. */
  readonly verificationRequestedAt: number;
  readonly lastCheckedAt: number | null;
}

/** Returns the part after the "@". */
const domainOf = (emailAddress: string): string =>
  emailAddress.slice(emailAddress.lastIndexOf("@") + 1).toLowerCase();

/**
 * Returns the result of a simulated verification (MAIL-23): it ends `durationMs` after the request, with
 * success unless the domain is reserved and cannot exist (RFC 2606). Undefined if nothing changed.
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

/** Result of a DNS lookup of a domain's records; "unknown" after a timeout or a server failure. */
export type RecordsFound = "all" | "missing" | "no host" | "unknown";

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Looks up the CNAME records shown in the settings (MAIL-10). Each must have the expected target. */
export async function findRecords(
  { emailAddress, tokens }: { emailAddress: string; tokens: readonly string[] },
  dkimHost: string,
  lookUp: LookUpCname,
): Promise<RecordsFound> {
  const domain = domainOf(emailAddress);
  const same = (one: string, other: string) => one.replace(/\.$/, "").toLowerCase() === other.toLowerCase();
  const found = await Promise.all(
    tokens.map(async (token): Promise<RecordsFound> => {
      try {
        const names = await lookUp(`${token}._domainkey.${domain}`);
        return names.some((name) => same(name, `${token}.${dkimHost}`)) ? "all" : "missing";
      } catch (error) {
        const code = codeOf(error);
        return code === "ENOTFOUND" ? "no host" : code === "ENODATA" ? "missing" : "unknown";
      }
    }),
  );
  if (tokens.length > 0 && found.every((one) => one === "all")) return "all";
  if (found.includes("unknown")) return "unknown";
  return found.every((one) => one === "no host") ? "no host" : "missing";
}

/** Maximum time for the records to appear (MAIL-15), and the pause between lookups. */
const recordsMs = 72 * 3_600_000;
export const lookUpPauseMs = 60_000;

/** True if the records of a pending or temporarily failed domain (MAIL-18) should be looked up at `now`. */
export const isDueForLookUp = (domain: Verification, now: number): boolean =>
  (domain.verificationStatus === "PENDING" || domain.verificationStatus === "TEMPORARY_FAILURE") &&
  (domain.lastCheckedAt === null ||
    domain.lastCheckedAt < domain.verificationRequestedAt ||
    now - domain.lastCheckedAt >= lookUpPauseMs);

/** Returns a pending domain updated by the result of the lookup at `now` (MAIL-26). */
export function applyLookup<Domain extends Verification>(
  domain: Domain,
  found: RecordsFound,
  now: number,
): Domain {
  const checked = { ...domain, lastCheckedAt: now };
  if (found === "all") return { ...checked, verificationStatus: "SUCCESS", verificationErrorType: null };
  const isOver = now - domain.verificationRequestedAt >= recordsMs;
  if (!isOver || found === "unknown") return checked;
  const verificationErrorType = found === "no host" ? "HOST_NOT_FOUND" : "RECORDS_NOT_FOUND";
  return { ...checked, verificationStatus: "FAILED", verificationErrorType };
}

/** True if verification may be requested: it is neither pending nor successful. */
export const canRetry = ({ verificationStatus }: Verification): boolean =>
  verificationStatus === "FAILED" || verificationStatus === "NOT_STARTED";

const letters = "abcdefghijklmnopqrstuvwxyz234567";

/** Generates three DKIM tokens (MAIL-10) in the mail providers' format: 32 lower-case letters and digits. */
export function newDkimTokens(): string[] {
  return Array.from({ length: 3 }, () =>
    Array.from(randomBytes(32), (byte) => letters.charAt(byte % letters.length)).join(""),
  );
}
