/** Saved views of lists, and the ones that people begin with. */
import { editionOf, type Edition } from "../../core/editions";
import type { Reader, Writer } from "../../store/engine";
import type { NewRow, Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

interface Key {
  readonly userId: string;
  readonly customerId: string;
}
interface ListKey extends Key {
  readonly list: string;
}

const seen = ({ userId, customerId }: Key) =>
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

const selectSeen = prepared<Key>()(seen);

const selectSeenOfList = prepared<ListKey>()((p) => seen(p).where("v.list", "=", p.list));

const selectOne = prepared<{ id: string; customerId: string }>()((p) =>
  sql.selectFrom("saved_views").selectAll().where("id", "=", p.id).where("customerId", "=", p.customerId),
);

type Saved = Pick<Row<"saved_views">, "id" | "name" | "nameKey" | "query" | "isShared"> & Edition;

const update = prepared<Saved>()((p) =>
  sql
    .updateTable("saved_views")
    .set({ name: p.name, nameKey: p.nameKey, query: p.query, isShared: p.isShared, ...editionOf(p) })
    .where("id", "=", p.id),
);

const removeOne = prepared<{ id: string }>()((p) => sql.deleteFrom("saved_views").where("id", "=", p.id));

const upsertDefault = prepared<ListKey & { viewId: string }>()((p) =>
  sql
    .insertInto("default_views")
    .values({ customerId: p.customerId, userId: p.userId, list: p.list, viewId: p.viewId })
    .onConflict((conflict) =>
      conflict.columns(["userId", "customerId", "list"]).doUpdateSet({ viewId: p.viewId }),
    ),
);

const removeDefault = prepared<ListKey>()((p) =>
  sql
    .deleteFrom("default_views")
    .where("userId", "=", p.userId)
    .where("customerId", "=", p.customerId)
    .where("list", "=", p.list),
);

/** For EXPLAIN QUERY PLAN tests. */
export const savedViewQueries = { selectSeen, selectSeenOfList };

export type SeenView = Row<"saved_views"> & { defaultId: string | null };

/** The views that a person sees, by list and name: their own and those shared; of one list when it is named. */
export const seenViews = (db: Reader, key: Key, list?: string | null): SeenView[] =>
  list == null ? selectSeen.all(db, key) : selectSeenOfList.all(db, { ...key, list });

/** A view of the customer, whoever's. */
export const findSavedView = (db: Reader, customerId: string, id: string) =>
  selectOne.get(db, { customerId, id });

/** Stores a new view. */
export function insertSavedView(db: Writer, view: NewRow<"saved_views">): void {
  db.run(sql.insertInto("saved_views").values(view));
}

/** Stores what was chosen for a view. */
export const updateSavedView = (db: Writer, view: Saved): void => void update.run(db, view);

/** Deletes a view; whoever began with it begins with the plain list again. */
export const deleteSavedView = (db: Writer, id: string): void => void removeOne.run(db, { id });

/** Sets what a person begins a list with; null for the plain list. */
export function setDefaultView(db: Writer, key: ListKey, viewId: string | null): void {
  if (viewId === null) removeDefault.run(db, key);
  else upsertDefault.run(db, { ...key, viewId });
}
