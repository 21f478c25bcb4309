/** How the region's customers' chat interviews look. */
import { editionOf, type Edition } from "../../core/editions";
import type { Reader, Writer } from "../../store/engine";
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

export const findBranding = (db: Reader, customerId: string): Branding | undefined =>
  selectOne.get(db, { customerId });

export const insertBranding = (db: Writer, branding: Branding): void =>
  void db.run(sql.insertInto("brandings").values(branding));

export const updateBranding = (db: Writer, customerId: string, changed: Editable): void =>
  void update.run(db, { ...changed, customerId });
