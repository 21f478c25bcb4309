/** Lengths of lists by department, without counting rows: triggers maintain the numbers (store/schema). */
import { anyOf } from "../store/dialect";
import type { Reader } from "../store/engine";
import type { Row } from "../store/tables";
import { forms, sql } from "../store/sql";

export interface CountQuery {
  readonly list: Row<"list_counts">["list"];
  readonly customerId: string;
  /** Counts only rows of these departments; all if omitted. */
  readonly hierarchyIds?: readonly string[] | undefined;
  /** Counts only archived or only active rows; all if omitted. */
  readonly isArchived?: boolean | undefined;
}

const counts = forms<CountQuery>({ fixed: ["list", "isArchived"] })(
  ({ list, customerId, hierarchyIds, isArchived }) =>
    sql
      .selectFrom("list_counts")
      .select((row) => row.fn.coalesce(row.fn.sum<number>("count"), row.lit(0)).as("count"))
      .where("list", "=", list)
      .where("customerId", "=", customerId)
      .$if(hierarchyIds !== undefined, (query) => query.where(anyOf("hierarchyId", hierarchyIds ?? [])))
      .$if(isArchived !== undefined, (query) => query.where("isArchived", "=", isArchived ? 1 : 0)),
);

/** For EXPLAIN QUERY PLAN tests. */
export const keptCountQuery = ({ list, customerId, hierarchyIds, isArchived }: CountQuery) =>
  counts({ list, customerId, hierarchyIds, isArchived });

/** Returns the number of users or vacancies of a customer, or of some of its departments. */
export const precomputedCount = async (db: Reader, counted: CountQuery): Promise<number> =>
  (await db.get(keptCountQuery(counted)))?.count ?? 0;
