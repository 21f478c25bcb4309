/** The context one HTTP request gives the resolvers. */
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

/** Looks up CNAME records; throws as node:dns does. */
export type LookUpCname = (name: string) => Promise<readonly string[]>;

/** Starts and stops the work on bulk jobs. */
export interface BulkRunner {
  /** Has a job in state RUNNING processed soon after the current transaction. */
  begin(region: Region, seq: number): void;
  /** Resumes jobs left by a process that ended, and discards its unfinished plans. */
  resume(): Promise<void>;
  /** Stops; the batch in progress is finished. */
  stop(): Promise<void>;
}

/** Services shared by all requests. */
export interface Services {
  readonly config: Config;
  readonly databases: Store;
  readonly rateLimiter: RateLimiter;
  /** Milliseconds UTC. */
  readonly clock: () => number;
  /** The address at which browsers and identity providers reach this API. */
  readonly origin: () => string;
  /** DNS lookup with a deadline (MAIL-26). */
  readonly lookUpCname: LookUpCname;
  /** Processes bulk jobs in the background. */
  readonly bulkRunner: BulkRunner;
}

/** `Db` is a Writer inside a transaction; all reads then go through the transaction. */
export interface ApiContext<Db extends Reader = Reader> extends Services {
  readonly requestId: string;
  /** The endpoint's region and its data. */
  readonly awsRegion: AwsRegion;
  readonly db: Db;
  /** Makes `db` read one snapshot from now on, so a page is consistent; it includes all earlier changes by `whose`. */
  hold(whose?: string): Promise<void>;
  /** Ends the snapshot once the request is answered: `db` reads the latest committed data again. */
  release(): void;
  /** A region's data; for the endpoint's region as `db` sees it. */
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
  /** Logs the failure of one part of an answer whose other parts succeeded. */
  logFailure(error: unknown, part: string): void;
  readonly csrfHeader: string | undefined;
  readonly idempotencyKey: string | undefined;
  cookie(name: CookieName): string | undefined;
  /** Null deletes the cookie. */
  setCookie(name: CookieName, value: string | null, maxAgeMs?: number): void;
  /** Names of the operations called, for the log. */
  readonly operations: string[];
  /** The customer concerned, for the log, set once the caller is known to have access. */
  customerOfCall?: string;
}

/** All regions' data; for the endpoint's region as `db` sees it. */
export const readersOf = ({ readerOf }: Pick<ApiContext, "readerOf">): readonly Reader[] =>
  awsRegions.map((awsRegion) => readerOf(awsRegion));

/** The context inside a transaction. */
export type WritingContext = ApiContext<Writer>;

/** Parts of a request's context that do not depend on its region. */
type Surroundings = Omit<
  ApiContext,
  keyof Services | "awsRegion" | "db" | "hold" | "release" | "readerOf" | "write" | "now"
>;

/** Returns a context for a region, from now on. */
export function contextIn(services: Services, awsRegion: AwsRegion, rest: Surroundings): ApiContext {
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
