/**
 * Register of decisions made by rules (DEC-01). Each is written in the transaction of its action; personal
 * data in it can be erased.
 */
import { newId } from "../../core/ids";
import { batchInserter } from "../../store/batch-insert";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { Row } from "../../store/tables";
import type { RuleRecord, RuleResults } from "../workflows/stage-rules";

const add = batchInserter("rule_decisions", {
  ...{ id: "text", customerId: "text", hierarchyId: "text", vacancyId: "text", applicationId: "text" },
  ...{ decidedAt: "bigint", workflowId: "text", rule: "text", figures: "text", result: "text" },
  ...{ before: "text", after: "text", isWaiting: "bigint" },
});

const forget = prepared<{ candidateId: string }>()((p) =>
  sql
    .updateTable("rule_decisions")
    .set({ reviewReason: null })
    .where("reviewReason", "is not", null)
    .where("applicationId", "in", (of) =>
      of.selectFrom("applications").select("id").where("candidateId", "=", p.candidateId),
    ),
);

const selectOfApplication = prepared<{ applicationId: string }>()((p) =>
  sql
    .selectFrom("rule_decisions")
    .selectAll()
    .where("applicationId", "=", p.applicationId)
    .orderBy("decidedAt"),
);

/** Returns the rule decisions about an application, oldest first. */
export const decisionsOfApplication = (db: Reader, applicationId: string) =>
  selectOfApplication.all(db, { applicationId });

interface NewDecision extends Pick<Row<"rule_decisions">, "result" | "before" | "after"> {
  readonly application: Row<"applications">;
  readonly now: number;
  readonly rule: RuleRecord;
  readonly figures: RuleResults;
  /** True if the action waits for a person's review. */
  readonly isWaiting: boolean;
}

/** Records a rule's action on an application. Call inside a transaction. */
export const addDecision = (
  db: Writer,
  { application, now, rule, figures, isWaiting, ...decided }: NewDecision,
): Promise<void> =>
  add(db, {
    id: newId(now),
    customerId: application.customerId,
    hierarchyId: application.hierarchyId,
    vacancyId: application.vacancyId,
    applicationId: application.id,
    decidedAt: now,
    workflowId: rule.workflowId,
    rule: JSON.stringify(rule),
    figures: JSON.stringify(figures),
    isWaiting: isWaiting ? 1 : 0,
    ...decided,
  });

/** Erases review comments about a de-identified candidate; the decisions themselves stay (DEC-07). */
export const forgetReasons = (db: Writer, candidateId: string) => forget.run(db, { candidateId });
