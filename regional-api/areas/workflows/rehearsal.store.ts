/** Data for trying out rules: the assessments completed last, and their candidates. */
import { anyOf, nullsLowest, withoutIndex } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";
import { firstStagesOf } from "./workflows.store";
import { invitedDetails } from "../../core/invited-as";

/** Number of completed assessments that a trial covers. */
const rehearsedCount = 500;

export const selectOfStage = prepared<{ customerId: string; stageId: string; from: number }>()((p) =>
  sql
    .selectFrom("assessments")
    .selectAll()
    .where("stageId", "=", p.stageId)
    // A stage belongs to one customer, so the index of the stage is enough.
    .where(withoutIndex("customerId"), "=", p.customerId)
    .where("submittedAt", ">=", p.from)
    .orderBy("submittedAt", nullsLowest("desc"))
    .limit(rehearsedCount),
);

export const selectOfCustomer = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("assessments")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("product", "=", "FI")
    .where("submittedAt", ">=", 0)
    .orderBy("submittedAt", nullsLowest("desc"))
    .limit(rehearsedCount),
);

const selectPlaces = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom("applications as a")
    .innerJoin("candidates as c", "c.id", "a.candidateId")
    .innerJoin("vacancies as v", "v.id", "a.vacancyId")
    .select(["a.id", "v.title", "c.firstName", "c.lastName", "c.deidentifiedAt", "a.invitedAs"])
    .where(anyOf("a.id", p.ids)),
);

/**
 * Returns the chats completed last, newest first: at the first stage of the vacancies that use a workflow, or
 * of the whole customer. The caller evaluates the rules.
 */
export async function lastCompleted(
  db: Reader,
  customerId: string,
  workflowId: string | undefined,
): Promise<Row<"assessments">[]> {
  if (workflowId === undefined) return selectOfCustomer.all(db, { customerId });
  let found: Row<"assessments">[] = [];
  for (const stageId of await firstStagesOf(db, customerId, workflowId)) {
    // Once the list is full, rows older than its last one can be skipped.
    const from = found[rehearsedCount - 1]?.submittedAt ?? 0;
    const ofStage = await selectOfStage.all(db, { customerId, stageId, from });
    const all = found.length === 0 ? ofStage : [...found, ...ofStage];
    found = all.sort((a, b) => (b.submittedAt ?? 0) - (a.submittedAt ?? 0)).slice(0, rehearsedCount);
  }
  return found;
}

/** Returns the candidate and vacancy of each application, by application id. */
export const placesOf = async (db: Reader, applicationIds: readonly string[]) =>
  new Map(
    (await selectPlaces.all(db, { ids: applicationIds })).map((row) => [
      row.id,
      { ...row, ...invitedDetails(row.invitedAs) },
    ]),
  );
