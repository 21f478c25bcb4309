/** Classification of both engines' errors. */

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** SQLite: the disk is full, read-only, missing or locked. */
const fileErrors = ["SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_BUSY"];
/** PostgreSQL: a connection closed by either side. */
const connectionErrors = ["08", "25P03", "57P", "ECONN", "EPIPE", "ETIMEDOUT"];
/** PostgreSQL: no host, no space, a standby, or a lock or response that takes too long. */
const serverErrors = ["25006", "53", "55P03", "57014", "58", "ENOTFOUND", "EAI_AGAIN"];

/**
 * Messages of driver errors without a code: a closed connection, and one that cannot be opened or does not
 * respond.
 */
const ended = /Connection terminated|not queryable/i;
const unanswered = /timeout exceeded when trying to connect|Query read timeout/i;

const has = (starts: readonly string[], words: RegExp, error: unknown) =>
  starts.some((start) => codeOf(error).startsWith(start)) ||
  (error instanceof Error && words.test(error.message));

/**
 * PostgreSQL: the server ended or refused the session, for any reason; with a full disk, the error may lack a
 * specific code.
 */
const isFatal = (error: unknown): boolean =>
  error instanceof Error && "severity" in error && (error.severity === "FATAL" || error.severity === "PANIC");

/** Thrown by a write that waited too long in the queue. */
export class TurnTimeout extends Error {}

/** True if a connection was lost, so that a retry on another may succeed at once. */
export const isConnectionLost = (error: unknown): boolean => has(connectionErrors, ended, error);

/** True if the data cannot be read or written at present, so that a later retry may succeed. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof TurnTimeout ||
  isConnectionLost(error) ||
  isFatal(error) ||
  has([...fileErrors, ...serverErrors], unanswered, error);

/** True if a constraint or trigger refused the write, e.g. a duplicate name or a row under a hold. */
export function isRefusedByTables(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("SQLITE_CONSTRAINT") || code.startsWith("23") || code === "P0001";
}

/** True if an error comes from the store. */
export const isOfStore = (error: unknown): boolean =>
  isStoreFailure(error) ||
  isRefusedByTables(error) ||
  (error instanceof Error && error.name === "SqliteError");

/** Returns a name for the cause of a store failure: its code, or else its message. */
export const causeOfFailure = (error: unknown): string =>
  codeOf(error) || (error instanceof Error ? error.message : String(error));
