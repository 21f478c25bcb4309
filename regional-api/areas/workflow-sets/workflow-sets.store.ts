/** Workflow sets of a customer. */
import { editionOf, type Edition } from "../../core/editions";
import { searchKey } from "../../core/text";
import { archivableList } from "../../core/archivable-lists.store";
import { archiver } from "../../core/archiving.store";
import type { Reader, Writer } from "../../store/engine";
import type { NewRow, Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

/** The lists of workflow sets (WFS-09), searched by their names. */
export const workflowSetLists = archivableList(
  "workflow_sets",
  { name: "nameKey", createdAt: "createdAt", archivedAt: "archivedAt", workflowsCount: "workflowsCount" },
  "nameKey",
);

const selectSet = prepared<{ id: string }>()((p) =>
  sql.selectFrom("workflow_sets").selectAll().where("id", "=", p.id),
);

/** A workflow set of this region, archived or not. */
export const findWorkflowSet = (db: Reader, id: string) => selectSet.get(db, { id });

const selectNamesakes = prepared<{ customerId: string; nameKey: string }>()((p) =>
  sql
    .selectFrom("workflow_sets")
    .select(["id", "name"])
    .where("customerId", "=", p.customerId)
    .where("nameKey", "=", p.nameKey),
);

/** For EXPLAIN QUERY PLAN tests. */
export const workflowSetQueries = { selectSet, selectNamesakes };

/** The sets of a customer, archived ones too, that are called nearly so: accents apart. */
export const setsCalled = (db: Reader, customerId: string, name: string) =>
  selectNamesakes.all(db, { customerId, nameKey: searchKey(name) });

/** Archives (a time) or restores (null) a workflow set; its workflows stay as they are. */
export const setWorkflowSetArchived = archiver("workflow_sets");

/** Stores a new workflow set. */
export const insertWorkflowSet = async (db: Writer, set: NewRow<"workflow_sets">): Promise<void> =>
  void (await db.run(sql.insertInto("workflow_sets").values(set)));

type SetFields = Pick<Row<"workflow_sets">, "name" | "nameKey" | "description" | "workflowOptions">;

/** Changes a workflow set. */
export const updateWorkflowSet = async (
  db: Writer,
  id: string,
  fields: SetFields,
  edition: Edition,
  now: number,
): Promise<void> =>
  void (await db.run(
    sql
      .updateTable("workflow_sets")
      .set({ ...fields, ...editionOf(edition), updatedAt: now })
      .where("id", "=", id),
  ));
