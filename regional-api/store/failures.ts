/** What the errors of both engines say of whoever met them. */

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** SQLite: the disk is full, read only, gone or locked. */
const ofFiles = ["SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_BUSY"];
/** PostgreSQL: a connection that was ended, here or there. */
const ofConnections = ["08", "25P03", "57P", "ECONN", "EPIPE", "ETIMEDOUT"];
/** PostgreSQL: no host, no room, a standby, a lock or an answer that takes too long. */
const ofServer = ["25006", "53", "55P03", "57014", "58", "ENOTFOUND", "EAI_AGAIN"];

/** What a driver says without a code when a connection was ended, and when there is none or it does not answer. */
const ended = /Connection terminated|not queryable/i;
const unanswered = /timeout exceeded when trying to connect|Query read timeout/i;

const has = (starts: readonly string[], words: RegExp, error: unknown) =>
  starts.some((start) => codeOf(error).startsWith(start)) ||
  (error instanceof Error && words.test(error.message));

/** PostgreSQL: it ended the session, or did not begin one, for whatever reason: with a full disk for one without a code of its own. */
const isFatal = (error: unknown): boolean =>
  error instanceof Error && "severity" in error && (error.severity === "FATAL" || error.severity === "PANIC");

/** A write whose turn did not come in time. */
export class TurnTimeout extends Error {}

/** Whether a connection was lost, so that another may do at once. */
export const isConnectionLost = (error: unknown): boolean => has(ofConnections, ended, error);

/** Whether the data cannot be read or written at the moment: the same may work later. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof TurnTimeout ||
  isConnectionLost(error) ||
  isFatal(error) ||
  has([...ofFiles, ...ofServer], unanswered, error);

/** Whether what was to be stored breaks a rule of the tables, such as one name twice or a row that a hold keeps. */
export function isRefusedByTables(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("SQLITE_CONSTRAINT") || code.startsWith("23") || code === "P0001";
}

/** Whether an error is the store's own. */
export const isOfStore = (error: unknown): boolean =>
  isStoreFailure(error) ||
  isRefusedByTables(error) ||
  (error instanceof Error && error.name === "SqliteError");

/** What a failure of the store is told apart by: its code, or its words where it has none. */
export const causeOfFailure = (error: unknown): string =>
  codeOf(error) || (error instanceof Error ? error.message : String(error));
