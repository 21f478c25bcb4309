/** The context that resolvers receive for one HTTP request. */
import type { Config } from "../config";
import type { RateLimiter } from "./rate-limiter";
import { awsRegions, type AwsRegion } from "../../shared/regions";
import type { Reader, Writer, Region, Store } from "../store/engine";

export const cookieNames = {
  access: "access-token",
  refresh: "refresh-token",
  csrf: "csrf-token",
  device: "device-token",
  browser: "browser-token",
  mfaState: "mfa-state",
  ssoState: "sso-state",
} as const;

type CookieName = keyof typeof cookieNames;

/** Looks up CNAME records; rejects like node:dns. */
export type LookUpCname = (name: string) => Promise<readonly string[]>;

/** Starts and stops the work on bulk jobs. */
export interface BulkRunner {
  /** Starts processing a job in state RUNNING soon after the current transaction. */
  begin(region: Region, seq: number): void;
  /** Resumes jobs left by a process that has ended, and discards its unfinished plans. */
  resume(): Promise<void>;
  /** Stops after the batch in progress. */
  stop(): Promise<void>;
}

/** Services shared by all requests. */
export interface Services {
  readonly config: Config;
  readonly databases: Store;
  readonly rateLimiter: RateLimiter;
  /** Milliseconds UTC. */
  readonly clock: () => number;
  /** Returns the origin at which browsers and identity providers reach this API. */
  readonly origin: () => string;
  /** DNS lookup with a deadline (MAIL-26). */
  readonly lookUpCname: LookUpCname;
  /** Processes bulk jobs in the background. */
  readonly bulkRunner: BulkRunner;
}

/** `Db` is a Writer inside a transaction; all reads then go through the transaction. */
export interface ApiContext<Db extends Reader = Reader> extends Services {
  readonly requestId: string;
  /** Region of the endpoint; `db` is its data. */
  readonly awsRegion: AwsRegion;
  readonly db: Db;
  /**
   * Makes `db` read a single snapshot from now on, so that a page is consistent. The snapshot includes all
   * earlier changes by `whose`.
   */
  hold(whose?: string): Promise<void>;
  /** Ends the snapshot; `db` then reads the latest committed data again. */
  release(): void;
  /** Returns a region's data; for the endpoint's region, the same snapshot or transaction as `db`. */
  readerOf(awsRegion: AwsRegion): Reader;
  /** Runs `work` in a transaction of the endpoint's region (`Region.write`); in a savepoint if one is running. */
  write<Result>(work: (ctx: WritingContext) => Promise<Result>, whose?: string): Promise<Result>;
  /** Time of the request; inside a transaction, the time it began. */
  readonly now: number;
  readonly remoteAddress: string;
  /** The caller's User-Agent; the console forwards its browser's. */
  readonly userAgent: string | undefined;
  /** Throws once the client has disconnected; call it during long reads. */
  goOn(): void;
  /** Logs the failure of one part of a response while its other parts succeeded. */
  logFailure(error: unknown, part: string): void;
  readonly csrfHeader: string | undefined;
  readonly idempotencyKey: string | undefined;
  cookie(name: CookieName): string | undefined;
  /** Null deletes the cookie. */
  setCookie(name: CookieName, value: string | null, maxAgeMs?: number): void;
  /** Names of the operations called, for the log. */
  readonly operations: string[];
  /** Customer of the call, for the log; set once the caller's access is checked. */
  customerOfCall?: string;
}

/** Returns the data of all regions; for the endpoint's region, as `db` sees it. */
export const readersOf = ({ readerOf }: Pick<ApiContext, "readerOf">): readonly Reader[] =>
  awsRegions.map((awsRegion) => readerOf(awsRegion));

/** The context inside a transaction. */
export type WritingContext = ApiContext<Writer>;

/** The parts of a request's context that do not depend on its region. */
type RegionIndependentContext = Omit<
  ApiContext,
  keyof Services | "awsRegion" | "db" | "hold" | "release" | "readerOf" | "write" | "now"
>;

/** Returns a context for a region, with the current time. */
export function contextIn(
  services: Services,
  awsRegion: AwsRegion,
  rest: RegionIndependentContext,
): ApiContext {
  const { databases, clock } = services;
  const region = databases.region(awsRegion);
  const db = region.reading();
  const ctx: ApiContext = {
    ...services,
    ...rest,
    awsRegion,
    db,
    now: clock(),
    hold: (whose) => db.hold(whose),
    release: () => db.release(),
    readerOf: (other) => (other === awsRegion ? db : databases.region(other).reader),
    write: (work, whose) => region.write((writer) => work(writingContext(ctx, writer)), whose),
  };
  return ctx;
}

function writingContext(ctx: ApiContext, db: Writer): WritingContext {
  const writing: WritingContext = {
    ...ctx,
    db,
    now: db.now,
    hold: () => Promise.resolve(),
    release: () => undefined,
    readerOf: (other) => (other === ctx.awsRegion ? db : ctx.readerOf(other)),
    write: (work) => db.savepoint(() => work(writing)),
    setCookie: (...cookie) => db.afterCommit(() => ctx.setCookie(...cookie)),
  };
  return writing;
}
