/** A customer's workflows and assessment packages. */
import { findBy } from "../../core/statements.store";
import type { Expression, NotNull } from "kysely";
import { searchKey } from "../../core/text";
import { anyOf, jsonText } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import type { Row } from "../../store/tables";
import type { Product } from "../../store/tables/hiring";
import { prepared, sql } from "../../store/sql";
import { batchLoader } from "../../store/batch-loader";

/** Returns a package of the customer by the id that stages store. */
export const findPackage = findBy("assessment_packages", "customerId", "externalId");

/** Maximum number of packages in a list; others are found by name. */
const maxPackages = 500;

export interface PackageFilter {
  readonly customerId: string;
  readonly product?: Product | undefined;
  /** Only these packages, by the ids that stages store. */
  readonly externalIds?: readonly string[] | undefined;
  /** Part of the name or of the external id. */
  readonly searchText?: string;
}

/**
 * Query for the packages of one product by name (WF-23), in index order, or for the packages with given ids.
 */
const packageList = ({ customerId, product, externalIds }: PackageFilter) =>
  sql
    .selectFrom("assessment_packages")
    .selectAll()
    .where("customerId", "=", customerId)
    .$if(product !== undefined, (query) => query.where("product", "=", product ?? "FI"))
    .$if(externalIds !== undefined, (query) => query.where(anyOf("externalId", externalIds ?? [])))
    .orderBy("name")
    .orderBy("id");

/** Returns packages matching a filter with the text in their name or id, by name; at most `maxPackages`. */
export async function listPackages(db: Reader, filter: PackageFilter): Promise<Row<"assessment_packages">[]> {
  const wanted = searchKey(filter.searchText ?? "");
  return (await db.all(packageList(filter)))
    .filter(({ name, externalId }) => searchKey(`${name} ${externalId}`).includes(wanted))
    .slice(0, maxPackages);
}

// Must match the expressions of the index vacancies_workflow exactly, or SQLite does not use it.
const workflowIdOf = jsonText("workflow", "_id");
const firstStageOf = jsonText("workflow", "stages", 0, "_id");

export const selectUsing = prepared<{ customerId: string; workflowIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("vacancies")
    .select((eb) => [workflowIdOf.as("workflowId"), eb.fn.countAll<number>().as("count")])
    .where("customerId", "=", p.customerId)
    .where(anyOf(workflowIdOf, p.workflowIds))
    .groupBy(workflowIdOf),
);

interface CopiesOf {
  readonly customerId: string;
  readonly workflowId: string;
}

const nextStage = ({ customerId, workflowId }: CopiesOf, after: Expression<string | null> | "") =>
  sql
    .selectFrom("vacancies")
    .select(firstStageOf.as("stageId"))
    .where("customerId", "=", customerId)
    .where(workflowIdOf, "=", workflowId)
    .where(firstStageOf, ">", after)
    .orderBy(firstStageOf)
    .limit(1);

/** Skip scan: takes one index step per stage id, however many vacancies have it. */
const selectFirstStages = prepared<CopiesOf>()((p) =>
  sql
    .withRecursive("found(stageId)", (found) =>
      found.selectNoFrom(nextStage(p, "").as("stageId")).unionAll(
        found
          .selectFrom("found")
          .select((before) => nextStage(p, before.ref("found.stageId")).as("stageId"))
          .where("found.stageId", "is not", null),
      ),
    )
    .selectFrom("found")
    .select("stageId")
    .where("stageId", "is not", null)
    .$narrowType<{ stageId: NotNull }>(),
);

const vacanciesUsing = batchLoader(
  async (db, workflowIds, customerId) =>
    new Map(
      (await selectUsing.all(db, { customerId, workflowIds })).map((row) => [row.workflowId, row.count]),
    ),
);

/** Returns the number of vacancies, archived ones included, that have a copy of a workflow (WF-29). */
export const countVacanciesUsing = async (
  db: Reader,
  customerId: string,
  workflowId: string,
): Promise<number> => (await vacanciesUsing(db, workflowId, customerId)) ?? 0;

/**
 * Returns the ids of a workflow's first stage in the vacancies that use it: one, unless vacancies were
 * created outside this API.
 */
export const firstStagesOf = async (db: Reader, customerId: string, workflowId: string): Promise<string[]> =>
  (await selectFirstStages.all(db, { customerId, workflowId })).map(({ stageId }) => stageId);
