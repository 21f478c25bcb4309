/** Finds workflow sets by name. */
import { searchKey } from "../../core/text";
import type { Reader } from "../../store/engine";
import { prepared, sql } from "../../store/sql";

const selectNamesakes = prepared<{ customerId: string; nameKey: string }>()((p) =>
  sql
    .selectFrom("workflow_sets")
    .select(["id", "name"])
    .where("customerId", "=", p.customerId)
    .where("nameKey", "=", p.nameKey),
);

/**
 * Returns the customer's sets, archived ones included, with the same search key as the name (ignoring
 * accents).
 */
export const setsWithName = (db: Reader, customerId: string, name: string) =>
  selectNamesakes.all(db, { customerId, nameKey: searchKey(name) });
