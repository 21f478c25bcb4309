/** What the errors of both engines say of whoever met them. */

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** SQLite: the disk is full, read only, gone or locked. */
const ofFiles = ["SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_BUSY"];
/** PostgreSQL: no connection, no room, a standby, a server that stops. */
const ofServer = ["08", "25006", "53", "57P", "58", "ECONN", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"];

/** What a driver says without a code when there is no connection. */
const unconnected = /timeout exceeded when trying to connect|Connection terminated|not queryable/i;

/** Whether the data cannot be read or written at the moment: the same may work later. */
export const isStoreFailure = (error: unknown): boolean =>
  [...ofFiles, ...ofServer].some((start) => codeOf(error).startsWith(start)) ||
  (error instanceof Error && unconnected.test(error.message));

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
