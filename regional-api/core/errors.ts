/** Codes the console reads (SESS-30); CONFLICT is used for edits only. */
export type ErrorCode =
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "CONFLICT"
  | "RATE_LIMITED"
  | "INTERNAL_SERVER_ERROR"
  | "DOWNSTREAM_SERVICE_ERROR";

/** The kind of error, sent in `extensions.exception.name` (SESS-31). */
export type ErrorKind =
  | "Unauthenticated Error"
  | "Forbidden Error"
  | "Validation Error"
  | "Not Found Error"
  | "Conflict Error"
  | "Rate Limit Error"
  | "Custom Error"
  | "Unexpected Error";

/** An error with a message meant for the caller. The text of any other error is withheld. */
export class TellableError extends Error {
  override name = "TellableError";
  constructor(
    message: string,
    readonly kind: ErrorKind,
    readonly code: ErrorCode = "INTERNAL_SERVER_ERROR",
    readonly httpStatus = 200,
    /** Seconds before the call may be retried. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** The save that an edit would overwrite: its author, time and version, but never its values. */
export interface ConflictDetails {
  readonly version: number;
  readonly changedAt: number | null;
  /** A display name. */
  readonly changedBy: string | null;
  /** True if the caller made that save, e.g. in another tab. */
  readonly isOwn: boolean;
}

/** Thrown by an edit based on a version that is no longer current. */
export class EditConflict extends TellableError {
  constructor(
    message: string,
    readonly details: ConflictDetails,
  ) {
    super(message, "Conflict Error", "CONFLICT");
  }
}

/** No live session (SESS-19). */
export const unauthenticated = () =>
  new TellableError("Not signed in", "Unauthenticated Error", "UNAUTHENTICATED");

/** The caller's policies do not allow it (GEN-16). */
export const forbidden = (message = "Not allowed") =>
  new TellableError(message, "Forbidden Error", "FORBIDDEN");

/** The object is unknown or not visible to the caller, who cannot tell which (GEN-16). */
export const notFound = () => new TellableError("Not found", "Not Found Error");

/** Invalid input; `message` is the text of the rule in the requirements (SESS-31). */
export const invalid = (message: string) => new TellableError(message, "Validation Error");

/** The request conflicts with stored data; the message says why. */
export const conflict = (message: string) => new TellableError(message, "Conflict Error");

/** Archived objects must be restored before they can be changed (GEN-25). */
export const archived = (what: string) => conflict(`An archived ${what} cannot be changed`);

/** Rate limit reached; may be retried in `waitMs` milliseconds. */
export function rateLimited(waitMs: number): TellableError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new TellableError("Too many requests", "Rate Limit Error", "RATE_LIMITED", 429, seconds);
}

/** One of the ERROR_CUSTOM_… messages that the console translates; `waitMs`, if given, is the time until a retry. */
export const custom = (message: `ERROR_CUSTOM_${string}`, waitMs = 0) =>
  new TellableError(
    message,
    "Custom Error",
    undefined,
    undefined,
    waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined,
  );

/** Retry-After of calls that failed because the store was unavailable, in seconds. */
const storeRetrySeconds = 30;

/** The data files cannot be read or written now, e.g. because the disk is full. */
export const unavailable = () =>
  new TellableError(
    "The data store is not available",
    "Unexpected Error",
    "DOWNSTREAM_SERVICE_ERROR",
    200,
    storeRetrySeconds,
  );
