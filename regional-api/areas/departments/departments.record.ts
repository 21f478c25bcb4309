/** Audit fields of departments. */
import { findInDirectory } from "../../core/customers.store";
import { activeHierarchies } from "../../core/departments.store";
import { recordKind } from "../../core/record-kinds";
import { treeEdition } from "./departments.store";

/** Audit kind of a customer's department tree: one line per department, with its full path. */
export const departmentsKind = recordKind({
  kind: "DEPARTMENTS",
  code: "org:listUser",
  fields: { departments: "shown" },
  read: async (db, customerId) => {
    const rows = await activeHierarchies(db, customerId);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const pathOf = (id: string): string => {
      const row = byId.get(id);
      if (!row) return "";
      return row.parentId === null ? row.name : `${pathOf(row.parentId)} › ${row.name}`;
    };
    return {
      name: (await findInDirectory(db, customerId))?.displayName ?? null,
      customerId,
      version: (await treeEdition(db, customerId)).version,
      values: { departments: rows.map(({ id }) => pathOf(id)).sort() },
    };
  },
});
