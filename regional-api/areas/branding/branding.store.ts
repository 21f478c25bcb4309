/** How the region's customers' chat interviews look. */
import { editionOf, type Edition } from "../../core/editions";
import type { Database } from "../../store/database";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

export type Branding = Row<"brandings">;
type Editable = Edition & Pick<Branding, "logoUrl" | "title" | "theme" | "updatedAt">;

const selectOne = prepared<{ customerId: string }>()((p) =>
  sql.selectFrom("brandings").selectAll().where("customerId", "=", p.customerId),
);

const update = prepared<Editable & { customerId: string }>()((p) =>
  sql
    .updateTable("brandings")
    .set({
      logoUrl: p.logoUrl,
      title: p.title,
      theme: p.theme,
      updatedAt: p.updatedAt,
      ...editionOf(p),
    })
    .where("customerId", "=", p.customerId),
);

export const findBranding = (db: Database, customerId: string): Branding | undefined =>
  selectOne.get(db, { customerId });

export const insertBranding = (db: Database, branding: Branding): void =>
  void db.run(sql.insertInto("brandings").values(branding));

export const updateBranding = (db: Database, customerId: string, changed: Editable): void =>
  void update.run(db, { ...changed, customerId });
