/** Pending decline messages (APP-70). They are delayed, so that a decline undone in time sends no message. */
import { deleteBy } from "../../core/statements.store";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { findApplication, findStageAssessment } from "./applications.store";
import { sendToCandidate, type SendContext } from "../candidate-messages/candidate-messages.store";
import { findCandidate } from "./candidates.store";
import { findCustomer } from "../../core/customers.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { always, anyOf, givenRows, literal } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { rowsBy, batchUpdater, batchWriter } from "../../store/batch-loader";
import { findVacancy } from "../vacancies/vacancies.store";

const upsert = prepared<{ notes: readonly Row<"decline_messages">[] }>()((p) =>
  sql
    .insertInto("decline_messages")
    .columns(["applicationId", "declinedAt"])
    .expression(
      sql
        .selectFrom(givenRows(p.notes, { applicationId: "text", declinedAt: "bigint" }))
        .select(["applicationId", "declinedAt"])
        .where(always),
    )
    .onConflict((conflict) =>
      conflict.column("applicationId").doUpdateSet((row) => ({ declinedAt: row.ref("excluded.declinedAt") })),
    ),
);

const selectDue = prepared<{ before: number; limit: number }>()((p) =>
  sql
    .selectFrom("decline_messages as d")
    .innerJoin("applications as a", "a.id", "d.applicationId")
    .select(["d.applicationId", "a.customerId"])
    .where("d.declinedAt", "<=", p.before)
    .orderBy("d.declinedAt")
    .orderBy("d.applicationId")
    .limit(p.limit),
);

const remove = deleteBy("decline_messages", "applicationId");

const postpone = prepared<{ applicationId: string; until: number }>()((p) =>
  sql
    .updateTable("decline_messages")
    .set({ declinedAt: p.until })
    .where("applicationId", "=", p.applicationId),
);

const giveBack = prepared<{ applicationIds: readonly string[]; now: number }>()((p) =>
  sql
    .updateTable("decline_messages")
    .set({ declinedAt: p.now })
    .where(anyOf("applicationId", p.applicationIds))
    .where("declinedAt", ">", p.now),
);

/** A message pending for a candidate who is no longer declined is checked again after a day. */
const dayMs = 24 * 3_600_000;

/** Period in which an undo may restore a decline: a bulk job can be undone for a day after its end. */
const undoableMs = 2 * dayMs;

const selectMails = prepared<{ applicationIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("assessments as s")
    .innerJoin("email_events as e", "e.assessmentId", "s.id")
    .select(["s.applicationId", "e.timestamp"])
    .where(anyOf("s.applicationId", p.applicationIds))
    .where("e.templateType", "=", literal("APPLICATION_DECLINE"))
    .where("e.eventType", "=", literal("Send")),
);

const selectTexts = prepared<{ applicationIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("assessments as s")
    .innerJoin("sms_events as e", "e.assessmentId", "s.id")
    .select(["s.applicationId", "e.timestamp"])
    .where(anyOf("s.applicationId", p.applicationIds))
    .where("e.templateType", "=", literal("APPLICATION_DECLINE"))
    // Includes messages that are queued or accepted by a carrier. Failed ones, e.g. without credits, did not
    // reach the candidate.
    .where((event) =>
      event.or([
        event("e.eventType", "=", literal("_SMS.BUFFERED")),
        event("e.eventType", "=", literal("_SMS.SUCCESS")),
      ]),
    )
    .where((event) =>
      event.not(
        event.exists(
          event
            .selectFrom("sms_events as failed")
            .select("failed.seq")
            .whereRef("failed.smsMessageId", "=", "e.smsMessageId")
            .where("failed.eventType", "=", literal("_SMS.FAILURE")),
        ),
      ),
    ),
);

const addNote = batchWriter<Row<"decline_messages">>((db, notes) => upsert.run(db, { notes }));
const markGivenBack = batchUpdater<{ now: number }>((db, applicationIds, { now }) =>
  giveBack.run(db, { applicationIds, now }),
);

/**
 * Queues the message for a decline, replacing any earlier one for the application. Call inside a transaction.
 */
export const queueDeclineMessage = (db: Writer, applicationId: string, now: number): Promise<void> =>
  addNote(db, { applicationId, declinedAt: now });

/**
 * Requeues the message for a decline that an undo restored. A message already sent has no row in the queue
 * and is not repeated; a message postponed because of another status is sent after the usual delay. Call
 * inside a transaction.
 */
export const requeueDeclineMessage = (db: Writer, applicationId: string, now: number): Promise<void> =>
  markGivenBack(db, applicationId, { now });

/**
 * Returns applications declined at `before` (milliseconds UTC) or earlier with a pending message, oldest
 * decline first.
 */
export const pendingDeclineMessages = (
  db: Reader,
  before: number,
  limit: number,
): Promise<{ applicationId: string; customerId: string }[]> => selectDue.all(db, { before, limit });

/** A period in which an application was declined; `until` is null if it still is. */
interface DeclinePeriod {
  readonly applicationId: string;
  readonly from: number;
  readonly until: number | null;
}

/**
 * Returns when candidates received the message about these declines, by application; omits messages not sent.
 */
export async function sentDeclineMessages(
  db: Reader,
  declines: readonly DeclinePeriod[],
): Promise<ReadonlyMap<string, number>> {
  const applicationIds = declines.map(({ applicationId }) => applicationId);
  const sent = [
    ...(await selectMails.all(db, { applicationIds })),
    ...(await selectTexts.all(db, { applicationIds })),
  ];
  const times = rowsBy(sent, ({ applicationId }) => applicationId);
  return new Map(
    declines.flatMap(({ applicationId, from, until }): [string, number][] => {
      const notified = times
        .get(applicationId)
        ?.find(({ timestamp }) => timestamp >= from && timestamp <= (until ?? timestamp));
      return notified ? [[applicationId, notified.timestamp]] : [];
    }),
  );
}

/**
 * Sends the message about a decline and removes it from the queue. Sends nothing to candidates who are no
 * longer declined or are de-identified; for the former, the message stays queued while an undo may restore
 * the decline. Call inside a transaction.
 */
export async function sendDeclineMessage(
  db: Writer,
  applicationId: string,
  sending: SendContext,
): Promise<void> {
  const { now } = sending;
  const application = await findApplication(db, applicationId);
  const isDeclined = application?.status === "APPS_APPLICATION_DECLINED";
  if (application && !isDeclined && application.updatedAt > now - undoableMs) {
    await postpone.run(db, { applicationId, until: now + dayMs });
    return;
  }
  await remove(db, applicationId);
  if (!application || !isDeclined) return;
  const candidate = await findCandidate(db, application.candidateId);
  const vacancy = await findVacancy(db, application.vacancyId);
  if (!vacancy || !candidate || candidate.deidentifiedAt !== null) return;
  const stage = parseWorkflowCopy(vacancy.workflow).stages.find(({ _id }) => _id === application.stageId);
  const message = {
    template: "APPLICATION_DECLINE",
    customerId: vacancy.customerId,
    customer: (await findCustomer(db, vacancy.customerId))?.displayName ?? "",
    firstName: candidate.firstName,
    vacancy: vacancy.title,
    assessment: (await findStageAssessment(db, applicationId, application.stageId)) ?? null,
    language: stage?.language ?? "en-US",
  } as const;
  await sendToCandidate(db, candidate, message, sending);
}
