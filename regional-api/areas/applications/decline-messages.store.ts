/**
 * Who was declined and is to be told so (APP-70). They are told a while after it, so that a decline that is taken back
 * meanwhile reaches nobody.
 */
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { findApplication, findStageAssessment } from "./applications.store";
import { mailCandidate, textCandidate } from "../candidate-messages/candidate-messages.store";
import { findCandidate } from "./candidates.store";
import { findCustomer } from "../../core/customers.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";
import { findVacancy } from "../vacancies/vacancies.store";

const upsert = prepared<Row<"decline_messages">>()((p) =>
  sql
    .insertInto("decline_messages")
    .values({ applicationId: p.applicationId, declinedAt: p.declinedAt })
    .onConflict((conflict) =>
      conflict.column("applicationId").doUpdateSet((row) => ({ declinedAt: row.ref("excluded.declinedAt") })),
    ),
);

const selectDue = prepared<{ before: number; limit: number }>()((p) =>
  sql
    .selectFrom("decline_messages")
    .select("applicationId")
    .where("declinedAt", "<=", p.before)
    .orderBy("declinedAt")
    .orderBy("applicationId")
    .limit(p.limit),
);

const remove = prepared<{ applicationId: string }>()((p) =>
  sql.deleteFrom("decline_messages").where("applicationId", "=", p.applicationId),
);

/** For EXPLAIN QUERY PLAN tests. */
export const declineMessageQueries = { selectDue };

/** Notes that an application was declined, as part of the running transaction; an earlier note of it gives way. */
export const noteDecline = (db: Writer, applicationId: string, now: number): void =>
  void upsert.run(db, { applicationId, declinedAt: now });

/** Who was declined at `before` (milliseconds UTC) or earlier and is to be told, the first declined first. */
export const declinesToTell = (db: Reader, before: number, limit: number): string[] =>
  selectDue.all(db, { before, limit }).map(({ applicationId }) => applicationId);

/**
 * Tells a candidate by mail and by SMS, as the customer's settings allow, as part of the running transaction, and forgets
 * the note. Nobody is told who is not declined any more, or was de-identified.
 */
export function tellDecline(db: Writer, applicationId: string, now: number): void {
  remove.run(db, { applicationId });
  const application = findApplication(db, applicationId);
  if (application?.status !== "APPS_APPLICATION_DECLINED") return;
  const candidate = findCandidate(db, application.candidateId);
  const vacancy = findVacancy(db, application.vacancyId);
  if (!vacancy || !candidate?.email) return;
  const stage = parseWorkflowCopy(vacancy.workflow).stages.find(({ _id }) => _id === application.stageId);
  const message = {
    template: "APPLICATION_DECLINE",
    customerId: vacancy.customerId,
    customer: findCustomer(db, vacancy.customerId)?.displayName ?? "",
    firstName: candidate.firstName,
    vacancy: vacancy.title,
    assessment: findStageAssessment(db, applicationId, application.stageId) ?? null,
    language: stage?.language ?? "en-US",
  } as const;
  mailCandidate(db, candidate.email, message, now);
  if (candidate.phoneNumber) textCandidate(db, candidate.phoneNumber, message, now);
}
