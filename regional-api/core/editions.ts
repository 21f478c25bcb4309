/** What keeps one person's save from silently overwriting another's: everything people edit says which edition it is. */
import { EditConflict } from "./errors";

/** The how-manieth save of something this is, and whose. Changes by the system make no new edition. */
export interface Edition {
  /** 0 for what nobody ever saved. */
  readonly version: number;
  /** Milliseconds UTC; null when it is not known, as for rows older than this record. */
  readonly changedAt: number | null;
  /** The id of a user of any region. */
  readonly changedBy: string | null;
}

/** Of what nobody ever saved. */
export const noEdition: Edition = { version: 0, changedAt: null, changedBy: null };

/** The columns that hold one. */
export const editionColumns = ["version", "changedAt", "changedBy"] as const;

/** The edition alone, of a row that has more. */
export const editionOf = ({ version, changedAt, changedBy }: Edition): Edition => ({
  version,
  changedAt,
  changedBy,
});

/**
 * Throws a conflict that says who saved and when, unless `read`, the version that an edit is based on, is still the
 * stored one. `callerId` is who edits now; `nameOf` answers the display name of a user.
 */
export async function checkVersion(
  stored: Edition,
  read: number,
  callerId: string,
  nameOf: (userId: string) => Promise<string | null>,
  message = "This was changed meanwhile",
): Promise<void> {
  const { version, changedAt, changedBy } = stored;
  if (read === version) return;
  const name = changedBy && (await nameOf(changedBy));
  throw new EditConflict(message, { version, changedAt, changedBy: name, isOwn: changedBy === callerId });
}

/** The edition that a save by `userId` makes of the stored one. */
export const nextEdition = ({ version }: Edition, userId: string, now: number): Edition => ({
  version: version + 1,
  changedAt: now,
  changedBy: userId,
});
