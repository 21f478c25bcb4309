/** Workflow sets that have a name. */
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

/** For EXPLAIN QUERY PLAN tests. */
export const workflowSetQueries = { selectNamesakes };

/** The sets of a customer, archived ones too, that are called nearly so: accents apart. */
export const setsCalled = (db: Reader, customerId: string, name: string) =>
  selectNamesakes.all(db, { customerId, nameKey: searchKey(name) });
