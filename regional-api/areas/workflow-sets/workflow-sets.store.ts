/** Workflow sets of a customer. */
import { searchKey } from "../../core/text";
import { archivableList } from "../../core/archivable-lists.store";
import { archivableRows } from "../../core/rows.store";
import type { Reader } from "../../store/engine";
import { prepared, sql } from "../../store/sql";

/** The lists of workflow sets (WFS-09), searched by their names. */
export const workflowSetLists = archivableList(
  "workflow_sets",
  { name: "nameKey", workflowsCount: "workflowsCount?" },
  "nameKey",
);

/** The sets themselves; archiving one leaves its workflows as they are. */
export const workflowSetRows = archivableRows("workflow_sets");

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
