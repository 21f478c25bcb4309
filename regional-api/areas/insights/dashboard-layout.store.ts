/** Dashboard layouts: one row per user and customer. */
import { selectBy, upsertBy } from "../../core/statements.store";
import { editionColumns, type Edition } from "../../core/optimistic-lock";
import type { Writer } from "../../store/engine";

interface Key {
  readonly userId: string;
  readonly customerId: string;
}

const upsert = upsertBy(
  "dashboard_layouts",
  ["userId", "customerId"],
  "layout",
  "updatedAt",
  ...editionColumns,
);

export const findDashboardLayout = selectBy("dashboard_layouts", "userId", "customerId").get;

/** Stores a layout as JSON; "null" means the default. */
export async function saveDashboardLayout(
  db: Writer,
  key: Key,
  layout: string,
  edition: Edition,
  now: number,
): Promise<void> {
  await upsert.run(db, { ...key, layout, updatedAt: now, ...edition });
}
