/** Organisations: their rows, and the sizes of their customers. */
import { type Edition, editionOf } from "../../core/editions";
import { isSameName } from "../../core/text";
import type { Reader, Writer } from "../../store/engine";
import { keptCount } from "../../core/list-counts.store";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

const selectAll = prepared<object>()(() =>
  sql.selectFrom("organizations").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc"),
);

/** Every organisation, newest first, archived ones included. */
export const allOrganizations = (db: Reader) => selectAll.all(db, {});

const selectUniqueNames = prepared<object>()(() => sql.selectFrom("organizations").select("uniqueName"));

const updateArchived = prepared<{ id: string; archivedAt: number | null; now: number }>()((p) =>
  sql.updateTable("organizations").set({ archivedAt: p.archivedAt, updatedAt: p.now }).where("id", "=", p.id),
);

const updateName = prepared<Edition & { id: string; displayName: string; now: number }>()((p) =>
  sql
    .updateTable("organizations")
    .set({ displayName: p.displayName, updatedAt: p.now, ...editionOf(p) })
    .where("id", "=", p.id),
);

/**
 * Whether any organisation, archived or not, has the unique name, in whatever case (ORG-34). They are few; the column's
 * own comparison knows the cases of the letters a to z alone.
 */
export const isOrganizationNameTaken = (db: Reader, uniqueName: string): boolean =>
  selectUniqueNames.all(db, {}).some((one) => isSameName(one.uniqueName, uniqueName));

export const insertOrganization = (db: Writer, organization: Row<"organizations">): void =>
  void db.run(sql.insertInto("organizations").values(organization));

/** `archivedAt` is null for a restore; both times are milliseconds. */
export const setOrganizationArchived = (
  db: Writer,
  id: string,
  archivedAt: number | null,
  now: number,
): void => void updateArchived.run(db, { id, archivedAt, now });

/** Stores a new display name with its edition; `now` in milliseconds (ORG-48). */
export const renameOrganization = (
  db: Writer,
  id: string,
  displayName: string,
  edition: Edition,
  now: number,
): void => void updateName.run(db, { id, displayName, ...edition, now });

/** How many active users and running vacancies a customer of this region has. */
export const sizeOfCustomer = (db: Reader, customerId: string) => ({
  users: keptCount(db, { list: "users", customerId, isArchived: false }),
  vacancies: keptCount(db, { list: "vacancies", customerId, isArchived: false }),
});
