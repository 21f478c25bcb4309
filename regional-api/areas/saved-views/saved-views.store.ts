/** Saved views of lists, and users' default views. */
import { deleteBy, findBy, insertOf, updateBy, upsertBy } from "../../core/statements.store";
import { editionColumns } from "../../core/optimistic-lock";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

interface Key {
  readonly userId: string;
  readonly customerId: string;
}
interface ListKey extends Key {
  readonly list: string;
}

const visibleViewsQuery = ({ userId, customerId }: Key) =>
  sql
    .selectFrom("saved_views as v")
    .leftJoin("default_views as d", (join) => join.onRef("d.viewId", "=", "v.id").on("d.userId", "=", userId))
    .selectAll("v")
    .select("d.viewId as defaultId")
    .where("v.customerId", "=", customerId)
    .where((where) => where.or([where("v.userId", "=", userId), where("v.isShared", "=", 1)]))
    .orderBy("v.list")
    .orderBy("v.nameKey")
    .orderBy("v.id");

const selectVisible = prepared<Key>()(visibleViewsQuery);

const selectVisibleOfList = prepared<ListKey>()((p) => visibleViewsQuery(p).where("v.list", "=", p.list));

const upsertDefault = upsertBy("default_views", ["userId", "customerId", "list"], "viewId");

const removeDefault = deleteBy("default_views", "userId", "customerId", "list");

export type VisibleView = Row<"saved_views"> & { defaultId: string | null };

/** Returns the views visible to a user, own and shared, by list and name; with `list`, only that list's. */
export const visibleViews = async (db: Reader, key: Key, list?: string | null): Promise<VisibleView[]> =>
  list == null ? selectVisible.all(db, key) : selectVisibleOfList.all(db, { ...key, list });

/** Returns a view of the customer, whichever user owns it. */
export const findSavedView = findBy("saved_views", "customerId", "id");

/** Stores a new view. */
export const insertSavedView = insertOf("saved_views");

/** Stores a view's editable fields. */
export const updateSavedView = updateBy(
  "saved_views",
  ["id"],
  "name",
  "nameKey",
  "query",
  "isShared",
  ...editionColumns,
).run;

/** Deletes a view. Users who had it as default get the unfiltered list again. */
export const deleteSavedView = deleteBy("saved_views", "id");

/** Sets a user's default view of a list; null for the unfiltered list. */
export async function setDefaultView(db: Writer, key: ListKey, viewId: string | null): Promise<void> {
  if (viewId === null) await removeDefault(db, key.userId, key.customerId, key.list);
  else await upsertDefault.run(db, { ...key, viewId });
}
