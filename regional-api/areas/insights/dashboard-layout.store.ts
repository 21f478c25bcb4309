/** How people arranged their dashboards: one row per person and customer. */
import { editionOf, type Edition } from "../../core/editions";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

interface Key {
  readonly userId: string;
  readonly customerId: string;
}

const selectOne = prepared<Key>()((p) =>
  sql
    .selectFrom("dashboard_layouts")
    .selectAll()
    .where("userId", "=", p.userId)
    .where("customerId", "=", p.customerId),
);

const upsert = prepared<Key & Edition & Pick<Row<"dashboard_layouts">, "layout" | "updatedAt">>()((p) => {
  const saved = { layout: p.layout, updatedAt: p.updatedAt, ...editionOf(p) };
  return sql
    .insertInto("dashboard_layouts")
    .values({ userId: p.userId, customerId: p.customerId, ...saved })
    .onConflict((conflict) => conflict.columns(["userId", "customerId"]).doUpdateSet(saved));
});

export const findDashboardLayout = (db: Reader, key: Key) => selectOne.get(db, key);

/** Stores a layout as JSON; "null" is the default one. */
export function saveDashboardLayout(
  db: Writer,
  key: Key,
  layout: string,
  edition: Edition,
  now: number,
): void {
  upsert.run(db, { ...key, layout, updatedAt: now, ...edition });
}
