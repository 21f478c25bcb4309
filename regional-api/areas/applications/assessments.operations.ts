/** Single assessments: resending the report, marking the result as viewed, latest email event. */
import type { CustomerCall } from "../../core/access";
import { builder, idArgs, argsOf } from "../../core/builder";
import { inAnyDepartment, scopeArgs } from "../../core/department-access";
import { conflict, notFound } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import { IdResult } from "../../core/shared-types";
import type { Row } from "../../store/tables";
import {
  type Delivery,
  isTextOn,
  wasSent,
  latestEmailEvent,
  maySend,
  sendToCandidate,
} from "../candidate-messages/candidate-messages.store";
import { myInsightsLink } from "../candidate-messages/interview-links";
import { changeCodes, requireApplication, requireDepartment } from "./application-access";
import { vacancyReader } from "./application-changes";
import { markViewed, messageAbout } from "./application-moves.store";
import { MessageOutcomeType } from "./application-types";
import { applicationKind } from "./applications.record";
import { findAssessment, findStageAssessment } from "./applications.store";
import { findCandidate } from "./candidates.store";
import { atMost, declareBounds } from "../../core/bounds";

declareBounds({
  lists: { "NotifGetLatestEmailEventByAssessmentId.templateTypes": atMost(50, "template types", "Ask for") },
});

const oneArgs = { ...idArgs("_id"), ...scopeArgs };

type SentReportShape = { id: string } & Partial<Delivery>;

const SentReport = builder.objectRef<SentReportShape>("AppsSentReport").implement({
  fields: (t) => ({
    _id: t.id({
      // Fails here, after the commit, so that the SMS without credits stays in the log.
      resolve: ({ id, mail, text }) => {
        if (mail && text && !wasSent({ mail, text })) throw conflict("There are not enough SMS credits");
        return id;
      },
    }),
    mail: t.field({
      type: MessageOutcomeType,
      nullable: true,
      description: "The email outcome of the report.",
      resolve: ({ mail }) => mail ?? null,
    }),
    text: t.field({
      type: MessageOutcomeType,
      nullable: true,
      description: "The SMS outcome of the report.",
      resolve: ({ text }) => text ?? null,
    }),
  }),
});

mutation("AppsResendApplicationMiReport", {
  description: "Resends the report of a completed chat interview to the candidate.",
  type: SentReport,
  args: oneArgs,
  access: inAnyDepartment("apps:editApplication"),
  changes: {
    of: applicationKind,
    made: ({ id, mail, text }) => (mail && text && wasSent({ mail, text }) ? [id] : []),
    action: "SENT",
  },
  resolve: async ({ _id }, call) => {
    const { db, now, config, awsRegion } = call.ctx;
    const application = await requireApplication(call, _id, changeCodes);
    const candidate = await findCandidate(db, application.candidateId);
    const { vacancy, stages } = await vacancyReader(call)(application.vacancyId);
    const stage = stages.find(({ product }) => product === "FI");
    const assessment = stage && (await findStageAssessment(db, application.id, stage._id));
    if (!candidate || candidate.deidentifiedAt !== null) throw conflict("The candidate was de-identified");
    if (!stage || assessment?.status !== "APPS_ASSESSMENT_COMPLETED")
      throw conflict("The chat interview is not completed");
    // RET-07: the link no longer leads to a report.
    if (assessment.reportRemovedAt !== null) throw conflict("The report was removed by retention");
    const message = {
      ...(await messageAbout(db, { candidate, vacancy, stage, assessment })),
      template: "MI_REPORT" as const,
      link: myInsightsLink(awsRegion, assessment.id),
    };
    if (!(await maySend(db, candidate, message, config)))
      throw conflict(
        (await isTextOn(db, message, config))
          ? "This message is turned off by email, and the candidate has no phone number"
          : "This message is turned off",
      );
    return { id: application.id, ...(await sendToCandidate(db, candidate, message, { now, config })) };
  },
});

/** Returns an assessment of the call's customer if the caller may view applications of its department. */
async function requireAssessment(call: CustomerCall, id: string): Promise<Row<"assessments">> {
  const assessment = await findAssessment(call.ctx.db, id);
  if (assessment?.customerId !== call.customer.id) throw notFound();
  await requireDepartment(call, assessment.hierarchyId, ["apps:viewApplication"]);
  return assessment;
}

// APP-34: the right to view an application is enough to mark it as viewed.
mutation("AppsMarkAssessmentViewed", {
  description: "Marks an assessment's result as viewed.",
  type: IdResult,
  args: oneArgs,
  access: inAnyDepartment("apps:viewApplication"),
  changes: "none because viewing changes only what counts as new",
  resolve: async ({ _id }, call) => {
    const { id } = await requireAssessment(call, _id);
    await markViewed(call.ctx.db, id, call.ctx.now);
    return { id };
  },
});

const LatestEmailEvent = builder
  .objectRef<Partial<Pick<Row<"email_events">, "eventType" | "templateType" | "timestamp">>>(
    "NotifLatestEmailEvent",
  )
  .implement({
    description: "The newest event. All fields are null if there is none.",
    fields: (t) => ({
      eventType: t.exposeString("eventType", { nullable: true }),
      templateType: t.exposeString("templateType", { nullable: true }),
      timestamp: t.expose("timestamp", { type: "DateTime", nullable: true }),
    }),
  });

query("NotifGetLatestEmailEventByAssessmentId", {
  description: "The latest event among an assessment's emails of these kinds.",
  type: LatestEmailEvent,
  args: argsOf({ assessmentId: "ID", customerId: "ID", templateTypes: ["String"] }),
  access: inAnyDepartment("apps:viewApplication"),
  resolve: async ({ assessmentId, templateTypes }, call) => {
    const { id } = await requireAssessment(call, assessmentId);
    return (await latestEmailEvent(call.ctx.db, id, templateTypes)) ?? {};
  },
});
