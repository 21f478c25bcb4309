/** Errors on the wire: a code, a kind and the request id; never a stack, SQL or a path (SESS-30, SESS-31). */
import { isStoreFailure } from "../store/failures";
import { TellableError, EditConflict, invalid, unavailable, type ConflictDetails } from "./errors";

export interface WireError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    readonly code: string;
    readonly exception: { readonly name: string };
    readonly requestId: string;
    readonly conflict?: Omit<ConflictDetails, "changedAt"> & { readonly changedAt: string | null };
    /**
     * Set for RATE_LIMITED, for a locked account, and while the store is not writable; also sent as a
     * Retry-After header.
     */
    readonly retryAfterSeconds?: number;
  };
}

/** Maximum length of the executor's messages, which quote the input. */
const longestMessage = 500;

interface ExecutionError extends Error {
  readonly path?: readonly (string | number)[];
  readonly originalError?: unknown;
}

// Compares names, because the executor has its own error class.
const isExecutionError = (error: unknown): error is ExecutionError =>
  error instanceof Error && error.name === "GraphQLError";

/** Returns the error thrown inside the GraphQL executor. */
function causeOf(error: unknown): unknown {
  return isExecutionError(error) && error.originalError ? causeOf(error.originalError) : error;
}

/** Returns the error to report to the caller; undefined if its text must not leave the server. */
export function reportableError(error: unknown): TellableError | undefined {
  const cause = causeOf(error);
  if (cause instanceof TellableError) return cause;
  if (isStoreFailure(cause)) return unavailable();
  // An executor error without a path is about the document or its variables.
  if (isExecutionError(cause) && !cause.path) return invalid(cause.message.slice(0, longestMessage));
  return undefined;
}

const unexpected = new TellableError("Unexpected error", "Unexpected Error");

const conflictOf = ({ details: { changedAt, ...details } }: EditConflict) => ({
  ...details,
  changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
});

/** Returns the error to send to the client: its public form, or "Unexpected error". */
export function wireError(error: unknown, requestId: string): WireError {
  const known = reportableError(error) ?? unexpected;
  const { message, code, kind, retryAfterSeconds } = known;
  const conflict = known instanceof EditConflict ? { conflict: conflictOf(known) } : undefined;
  const path = isExecutionError(error) ? error.path : undefined;
  return {
    message,
    ...(path && { path }),
    extensions: {
      code,
      exception: { name: kind },
      requestId,
      ...conflict,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  };
}
