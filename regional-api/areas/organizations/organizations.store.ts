import { isSameName } from "../../core/text";
import type { Reader } from "../../store/engine";
import { prepared, sql } from "../../store/sql";

const selectAll = prepared<object>()(() =>
  sql.selectFrom("organizations").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc"),
);

/** Returns all organisations, newest first, archived ones included. */
export const allOrganizations = (db: Reader) => selectAll.all(db, {});

const selectUniqueNames = prepared<object>()(() => sql.selectFrom("organizations").select("uniqueName"));

/**
 * True if an organisation, archived or not, has the unique name, ignoring case (ORG-34). Compares in code:
 * organisations are few, and the column's collation folds only ASCII letters.
 */
export const isOrganizationNameTaken = async (db: Reader, uniqueName: string): Promise<boolean> =>
  (await selectUniqueNames.all(db, {})).some((one) => isSameName(one.uniqueName, uniqueName));
