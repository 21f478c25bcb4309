import { findBy, insertOf, updateBy } from "../../core/statements.store";
import { editionColumns, type Edition } from "../../core/optimistic-lock";
import type { Writer } from "../../store/engine";
import type { Row } from "../../store/tables";

export type Branding = Row<"brandings">;
type Editable = Edition & Pick<Branding, "logoUrl" | "title" | "theme" | "updatedAt">;

const update = updateBy(
  "brandings",
  ["customerId"],
  "logoUrl",
  "title",
  "theme",
  "updatedAt",
  ...editionColumns,
);

export const findBranding = findBy("brandings", "customerId");

export const insertBranding = insertOf("brandings");

export const updateBranding = (db: Writer, customerId: string, changed: Editable) =>
  update.run(db, { ...changed, customerId });
