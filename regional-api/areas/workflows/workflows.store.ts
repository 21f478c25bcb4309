/** Workflows and assessment packages of a customer. */
import { sql as raw } from "kysely";
import { editionOf, type Edition } from "../../core/editions";
import { searchKey } from "../../core/text";
import { archivableList } from "../../core/archivable-lists.store";
import { archiver } from "../../core/archiving.store";
import type { Reader, Writer } from "../../store/engine";
import type { NewRow, Row } from "../../store/tables";
import type { Product } from "../../store/tables/hiring";
import { prepared, sql } from "../../store/sql";

/** The lists of workflows (WF-08), searched by their names. */
export const workflowLists = archivableList(
  "workflows",
  { name: "nameKey", createdAt: "createdAt", archivedAt: "archivedAt", stageCount: "stageCount" },
  "nameKey",
);

const selectWorkflow = prepared<{ id: string }>()((p) =>
  sql.selectFrom("workflows").selectAll().where("id", "=", p.id),
);

/** A workflow of this region, archived or not. */
export const findWorkflow = (db: Reader, id: string) => selectWorkflow.get(db, { id });

const selectPackage = prepared<{ customerId: string; externalId: string }>()((p) =>
  sql
    .selectFrom("assessment_packages")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("externalId", "=", p.externalId),
);

/** A package of the customer by the id that stages keep. */
export const findPackage = (db: Reader, customerId: string, externalId: string) =>
  selectPackage.get(db, { customerId, externalId });

/** Archives (a time) or restores (null) a workflow; vacancies keep their copies of it (WF-15). */
export const setWorkflowArchived = archiver("workflows");

/** How many packages a list answers at most; whoever has more finds one by its name. */
const maxPackages = 500;

export interface PackageFilter {
  readonly customerId: string;
  readonly product: Product;
  /** Part of the name or of the external id. */
  readonly searchText?: string;
}

/** Packages of one product by name (WF-23); the index is in that order, and a customer has few. */
const packageList = ({ customerId, product }: PackageFilter) =>
  sql
    .selectFrom("assessment_packages")
    .selectAll()
    .where("customerId", "=", customerId)
    .where("product", "=", product)
    .orderBy("name")
    .orderBy("id");

/** The packages of a product, by name, that a text is part of the name or id of; at most `maxPackages`. */
export async function listPackages(db: Reader, filter: PackageFilter): Promise<Row<"assessment_packages">[]> {
  const wanted = searchKey(filter.searchText ?? "");
  return (await db.all(packageList(filter)))
    .filter(({ name, externalId }) => searchKey(`${name} ${externalId}`).includes(wanted))
    .slice(0, maxPackages);
}

/** Stores a new workflow. */
export const insertWorkflow = async (db: Writer, workflow: NewRow<"workflows">): Promise<void> =>
  void (await db.run(sql.insertInto("workflows").values(workflow)));

type WorkflowFields = Pick<Row<"workflows">, "name" | "nameKey" | "isDefault" | "defaultLanguage" | "stages">;

/** Changes a workflow; vacancies keep their copies of it. */
export const updateWorkflow = async (
  db: Writer,
  id: string,
  fields: WorkflowFields,
  edition: Edition,
  now: number,
): Promise<void> =>
  void (await db.run(
    sql
      .updateTable("workflows")
      .set({ ...fields, ...editionOf(edition), updatedAt: now })
      .where("id", "=", id),
  ));

// The very expressions of the index vacancies_workflow, or SQLite does not use it.
const workflowIdOf = raw<string>`json_extract(workflow, '$._id')`;
const firstStageOf = raw<string>`json_extract(workflow, '$.stages[0]._id')`;

const selectUsing = prepared<{ customerId: string; workflowId: string }>()((p) =>
  sql
    .selectFrom("vacancies")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("customerId", "=", p.customerId)
    .where(workflowIdOf, "=", p.workflowId),
);

const selectFirstStages = prepared<{ customerId: string; workflowId: string }>()((p) =>
  sql
    .selectFrom("vacancies")
    .select(firstStageOf.as("stageId"))
    .distinct()
    .where("customerId", "=", p.customerId)
    .where(workflowIdOf, "=", p.workflowId),
);

/** For EXPLAIN QUERY PLAN tests. */
export const workflowQueries = { selectUsing, selectFirstStages };

/** How many vacancies, archived ones too, have a copy of a workflow (WF-29). */
export const countVacanciesUsing = async (
  db: Reader,
  customerId: string,
  workflowId: string,
): Promise<number> => (await selectUsing.get(db, { customerId, workflowId }))?.count ?? 0;

/** The ids that the first stage of a workflow has in the vacancies that use it: one, unless they were made elsewhere. */
export const firstStagesOf = async (db: Reader, customerId: string, workflowId: string): Promise<string[]> =>
  (await selectFirstStages.all(db, { customerId, workflowId })).map(({ stageId }) => stageId);
