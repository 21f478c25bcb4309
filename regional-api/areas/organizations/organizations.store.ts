/** Organisations: their rows. */
import { isSameName } from "../../core/text";
import type { Reader } from "../../store/engine";
import { prepared, sql } from "../../store/sql";

const selectAll = prepared<object>()(() =>
  sql.selectFrom("organizations").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc"),
);

/** Every organisation, newest first, archived ones included. */
export const allOrganizations = (db: Reader) => selectAll.all(db, {});

const selectUniqueNames = prepared<object>()(() => sql.selectFrom("organizations").select("uniqueName"));

/**
 * Whether any organisation, archived or not, has the unique name, in whatever case (ORG-34). They are few; the column's
 * own comparison knows the cases of the letters a to z alone.
 */
export const isOrganizationNameTaken = async (db: Reader, uniqueName: string): Promise<boolean> =>
  (await selectUniqueNames.all(db, {})).some((one) => isSameName(one.uniqueName, uniqueName));
