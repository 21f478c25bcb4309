/** Codes the console reads (SESS-30); CONFLICT is of edits alone. */
export type ErrorCode =
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "CONFLICT"
  | "RATE_LIMITED"
  | "INTERNAL_SERVER_ERROR"
  | "DOWNSTREAM_SERVICE_ERROR";

/** What went wrong, told in `extensions.exception.name` (SESS-31). */
export type ErrorKind =
  | "Unauthenticated Error"
  | "Forbidden Error"
  | "Validation Error"
  | "Not Found Error"
  | "Conflict Error"
  | "Rate Limit Error"
  | "Custom Error"
  | "Unexpected Error";

/** An error whose message is meant for the caller. Anything else thrown is answered without its text. */
export class TellableError extends Error {
  override name = "TellableError";
  constructor(
    message: string,
    readonly kind: ErrorKind,
    readonly code: ErrorCode = "INTERNAL_SERVER_ERROR",
    readonly httpStatus = 200,
    /** When the same call may be made again. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** What an edit would have overwritten: who saved it, when, and which version it is now. Never its values. */
export interface ConflictDetails {
  readonly version: number;
  readonly changedAt: number | null;
  /** A display name. */
  readonly changedBy: string | null;
  /** Whether the caller saved it, elsewhere. */
  readonly isOwn: boolean;
}

/** An edit that is based on a version that is no longer the stored one. */
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

/** The caller's policies do not grant it (GEN-16). */
export const forbidden = (message = "Not allowed") =>
  new TellableError(message, "Forbidden Error", "FORBIDDEN");

/** Unknown, or not among what the caller may see: the two are not told apart (GEN-16). */
export const notFound = () => new TellableError("Not found", "Not Found Error");

/** What was sent breaks a rule of the requirements, whose text `message` is (SESS-31). */
export const invalid = (message: string) => new TellableError(message, "Validation Error");

/** What was asked for does not go with what is stored; the message says why. */
export const conflict = (message: string) => new TellableError(message, "Conflict Error");

/** What is archived is restored before it is changed (GEN-25). */
export const archived = (what: string) => conflict(`An archived ${what} cannot be changed`);

/** Refused for now; the same may be asked again in `waitMs` milliseconds. */
export function rateLimited(waitMs: number): TellableError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new TellableError("Too many requests", "Rate Limit Error", "RATE_LIMITED", 429, seconds);
}

/** One of the ERROR_CUSTOM_… messages the console translates; `waitMs` says when the same may be asked again, if that is told. */
export const custom = (message: `ERROR_CUSTOM_${string}`, waitMs = 0) =>
  new TellableError(
    message,
    "Custom Error",
    undefined,
    undefined,
    waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined,
  );

/** When a call that the store could not take may be made again. */
const storeRetrySeconds = 30;

/** The files of the data cannot be read or written now, as on a full disk. */
export const unavailable = () =>
  new TellableError(
    "The data store is not available",
    "Unexpected Error",
    "DOWNSTREAM_SERVICE_ERROR",
    200,
    storeRetrySeconds,
  );
