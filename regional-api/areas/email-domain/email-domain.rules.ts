/** The rules of customers' own sender addresses, and the stand-in for the mail provider that verifies them. */
import { randomBytes } from "node:crypto";
import type { LookUpCname } from "../../core/context";
import { enteredText } from "../../core/entered";

/** The name that mails of the customer's own address come from (MAIL-03, MAIL-04). */
export const senderName = enteredText(
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

/** What the DNS says of a domain's records. "unknown" is no answer in time, or a server that fails. */
export type RecordsFound = "all" | "missing" | "no host" | "unknown";

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Looks up the CNAME records that the settings show (MAIL-10): each must point where it should. */
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

/** How long the records may take to appear (MAIL-15), and how often they are looked up meanwhile. */
const recordsMs = 72 * 3_600_000;
export const lookUpPauseMs = 60_000;

/** Whether the records of a domain that waits for them, or failed for the moment (MAIL-18), are to be looked up at `now`. */
export const isDueForLookUp = (domain: Verification, now: number): boolean =>
  (domain.verificationStatus === "PENDING" || domain.verificationStatus === "TEMPORARY_FAILURE") &&
  (domain.lastCheckedAt === null ||
    domain.lastCheckedAt < domain.verificationRequestedAt ||
    now - domain.lastCheckedAt >= lookUpPauseMs);

/** What has become of a pending domain whose records were looked up at `now` (MAIL-26). */
export function verifiedByRecords<Domain extends Verification>(
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
