import { insertOf, selectBy, updateBy } from "../../core/statements.store";
import { editionColumns, type Edition } from "../../core/optimistic-lock";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";

export type Branding = Row<"brandings">;
type Editable = Edition & Pick<Branding, "logoUrl" | "title" | "theme" | "updatedAt">;

const selectOne = selectBy("brandings", "customerId");

const update = updateBy(
  "brandings",
  ["customerId"],
  "logoUrl",
  "title",
  "theme",
  "updatedAt",
  ...editionColumns,
);

export const findBranding = (db: Reader, customerId: string): Promise<Branding | undefined> =>
  selectOne.get(db, { customerId });

export const insertBranding = insertOf("brandings");

export const updateBranding = (db: Writer, customerId: string, changed: Editable) =>
  update.run(db, { ...changed, customerId });
