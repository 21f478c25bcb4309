/** What one HTTP request gives to the resolvers. */
import type { Config } from "../config";
import type { RateLimiter } from "./rate-limiter";
import type { AwsRegion } from "../regions";
import type { Database, Databases } from "../store/database";

export const cookieNames = {
  access: "access-token",
  refresh: "refresh-token",
  csrf: "csrf-token",
  device: "device-token",
  mfaState: "mfa-state",
  ssoState: "sso-state",
} as const;

type CookieName = keyof typeof cookieNames;

/** Names of DNS servers' answers; throws as node:dns does. */
export type LookUpCname = (name: string) => Promise<readonly string[]>;

/** What begins and ends the work on jobs. */
export interface BulkRunner {
  /** Sees to it that a job whose state says RUNNING is worked on, soon after the current transaction. */
  begin(db: Database, seq: number): void;
  /** Goes on with what an ended process left, and forgets the plans that it did not finish. */
  resume(): void;
  /** Ends it; the portion under way is finished. */
  stop(): Promise<void>;
}

/** What all requests share. */
export interface Services {
  readonly config: Config;
  readonly databases: Databases;
  readonly rateLimiter: RateLimiter;
  /** Milliseconds UTC. */
  readonly clock: () => number;
  /** Where browsers and identity providers reach this API. */
  readonly origin: () => string;
  /** Asks the DNS, with a deadline (MAIL-26). */
  readonly lookUpCname: LookUpCname;
  /** Works on bulk jobs beside the requests. */
  readonly bulkRunner: BulkRunner;
}

export interface ApiContext extends Services {
  readonly requestId: string;
  /** The region of the endpoint, and its database. */
  readonly awsRegion: AwsRegion;
  readonly db: Database;
  /** When the request came. */
  readonly now: number;
  readonly remoteAddress: string;
  /** The User-Agent of who calls; the console sends its browser's. */
  readonly userAgent: string | undefined;
  readonly csrfHeader: string | undefined;
  readonly idempotencyKey: string | undefined;
  cookie(name: CookieName): string | undefined;
  /** A value of null takes the cookie away. */
  setCookie(name: CookieName, value: string | null, maxAgeMs?: number): void;
  /** Names of the operations called, for the log line. */
  readonly operations: string[];
}
