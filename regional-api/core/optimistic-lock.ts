/**
 * Optimistic locking: each editable record carries its edition, so that a save cannot silently overwrite
 * another.
 */
import { EditConflict } from "./errors";

/** A record's version number, and the user and time of the last save. Changes by the system do not count. */
export interface Edition {
  /** 0 if the record was never saved. */
  readonly version: number;
  /** Milliseconds UTC; null if unknown, as in rows that are older than this field. */
  readonly changedAt: number | null;
  /** Id of a user of any region. */
  readonly changedBy: string | null;
}

/** The edition of a record that was never saved. */
export const noEdition: Edition = { version: 0, changedAt: null, changedBy: null };

/** The columns that store an edition. */
export const editionColumns = ["version", "changedAt", "changedBy"] as const;

/** Picks the edition from a row. */
export const editionOf = ({ version, changedAt, changedBy }: Edition): Edition => ({
  version,
  changedAt,
  changedBy,
});

/**
 * Throws a conflict that names the author and time of the stored save, unless the edit is based on it
 * (`read`). `callerId` is the editor; `nameOf` returns a user's display name.
 */
export async function checkVersion(
  stored: Edition,
  read: number,
  callerId: string,
  nameOf: (userId: string) => Promise<string | null>,
  message = "This has been changed since it was read",
): Promise<void> {
  const { version, changedAt, changedBy } = stored;
  if (read === version) return;
  const name = changedBy && (await nameOf(changedBy));
  throw new EditConflict(message, { version, changedAt, changedBy: name, isOwn: changedBy === callerId });
}

/** Returns the edition that follows the stored one, for a save by `userId`. */
export const nextEdition = ({ version }: Edition, userId: string, now: number): Edition => ({
  version: version + 1,
  changedAt: now,
  changedBy: userId,
});
