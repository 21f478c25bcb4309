/** What one HTTP request gives to the resolvers. */
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

/** Names of DNS servers' answers; throws as node:dns does. */
export type LookUpCname = (name: string) => Promise<readonly string[]>;

/** What begins and ends the work on jobs. */
export interface BulkRunner {
  /** Sees to it that a job whose state says RUNNING is worked on, soon after the current transaction. */
  begin(region: Region, seq: number): void;
  /** Goes on with what an ended process left, and forgets the plans that it did not finish. */
  resume(): Promise<void>;
  /** Ends it; the portion under way is finished. */
  stop(): Promise<void>;
}

/** What all requests share. */
export interface Services {
  readonly config: Config;
  readonly databases: Store;
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

/** `Db` is a Writer inside of a transaction, and then all that is read is what the transaction sees. */
export interface ApiContext<Db extends Reader = Reader> extends Services {
  readonly requestId: string;
  /** The region of the endpoint, and its data. */
  readonly awsRegion: AwsRegion;
  readonly db: Db;
  /** From now on `db` is of one moment: what a page says fits together, and has all that `whose` people changed before. */
  hold(whose?: string): Promise<void>;
  /** `db` reads what is committed again, for the request has its answer. */
  release(): void;
  /** A region's data; that of the endpoint as `db` sees it. */
  readerOf(awsRegion: AwsRegion): Reader;
  /** Runs `work` in a transaction of the endpoint's region (`Region.write`); as a part of the one that runs, if there is one. */
  write<Result>(work: (ctx: WritingContext) => Promise<Result>, whose?: string): Promise<Result>;
  /** When the request came; inside of a transaction when that began. */
  readonly now: number;
  readonly remoteAddress: string;
  /** The User-Agent of who calls; the console sends its browser's. */
  readonly userAgent: string | undefined;
  /** Throws once nobody waits for the answer any more: for what reads long. */
  goOn(): void;
  /** Tells the log of a part of an answer that failed while the rest of it stands. */
  logFailure(error: unknown, part: string): void;
  readonly csrfHeader: string | undefined;
  readonly idempotencyKey: string | undefined;
  cookie(name: CookieName): string | undefined;
  /** A value of null takes the cookie away. */
  setCookie(name: CookieName, value: string | null, maxAgeMs?: number): void;
  /** Names of the operations called, for the log line. */
  readonly operations: string[];
  /** The customer that is worked for, for the log line, once it is known to be open to the caller. */
  customerOfCall?: string;
}

/** Every region's data, that of the endpoint as `db` sees it. */
export const readersOf = ({ readerOf }: Pick<ApiContext, "readerOf">): readonly Reader[] =>
  awsRegions.map((awsRegion) => readerOf(awsRegion));

/** The context inside of a transaction. */
export type WritingContext = ApiContext<Writer>;

/** What a request has beside its region. */
type Surroundings = Omit<
  ApiContext,
  keyof Services | "awsRegion" | "db" | "hold" | "release" | "readerOf" | "write" | "now"
>;

/** The context of what happens in a region from now on. */
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
