/** The thread of an application: everything that happened to it (APP-55). */
import { flatMapSequentially, mapConcurrently } from "../../store/sequential";
import { z } from "zod/v4";
import { threadKinds, threadOf, type ThreadEntry } from "./application-thread";
import type { ThreadMessage } from "../candidate-messages/candidate-messages.rules";
import { notFound } from "../../core/errors";
import { parseRuleRecord } from "../workflows/stage-rules";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { reasonName } from "../decline-reasons/decline-reasons.store";
import { changesOfApplication } from "./application-moves.store";
import { readApplications } from "./applications.store";
import { messagesAbout } from "../candidate-messages/candidate-messages.store";
import { changesOfCandidate } from "./candidates.store";
import { findVacancy } from "../vacancies/vacancies.store";
import { withVisibleNames, requireApplication } from "./application-access";
import { Application, type ApplicationShape, AppliedRule } from "./application-types";
import { builder, idArgs } from "../../core/builder";
import { scopeArgs, inAnyDepartment } from "../../core/department-access";
import { personField } from "../../core/versioned-type";
import { query } from "../../core/operation";

const Kind = builder.enumType("AppsThreadKind", { values: threadKinds });
const Channel = builder.enumType("AppsMessageChannel", { values: ["EMAIL", "SMS"] as const });

const MessageEvent = builder.objectRef<ThreadMessage["events"][number]>("AppsMessageEvent").implement({
  fields: (t) => ({
    type: t.exposeString("type", {
      description: "The event type of an email, or the status of a text message.",
    }),
    at: t.expose("at", { type: "DateTime" }),
  }),
});

const Message = builder.objectRef<ThreadMessage>("AppsThreadMessage").implement({
  fields: (t) => ({
    _id: t.exposeString("id", { description: "The mailMessageId or smsMessageId." }),
    channel: t.expose("channel", { type: Channel }),
    templateType: t.exposeString("templateType"),
    subject: t.exposeString("subject", { nullable: true }),
    events: t.field({ type: [MessageEvent], resolve: ({ events }) => [...events] }),
  }),
});

const Entry = builder.objectRef<ThreadEntry>("AppsThreadEntry").implement({
  fields: (t) => ({
    kind: t.expose("kind", { type: Kind }),
    at: t.expose("at", { type: "DateTime" }),
    stageId: t.id({ nullable: true, resolve: ({ stageId }) => stageId ?? null }),
    changedBy: t.string(
      personField(
        ({ changedBy }) => changedBy,
        "The display name of the person who made the change. Null if a rule or a system made it.",
      ),
    ),
    ruleStageId: t.id({
      nullable: true,
      description: "The stage whose rule was applied.",
      resolve: ({ ruleStageId }) => ruleStageId ?? null,
    }),
    rule: t.field({
      type: AppliedRule,
      nullable: true,
      description: "The applied rule. Null if it was not recorded.",
      resolve: ({ rule }) => rule ?? null,
    }),
    before: t.string({ nullable: true, resolve: ({ before }) => before ?? null }),
    after: t.string({ nullable: true, resolve: ({ after }) => after ?? null }),
    declineReason: t.string({
      nullable: true,
      description: "Why they were declined, as the reason is called now.",
      resolve: ({ declineReason }) => declineReason ?? null,
    }),
    fields: t.stringList({
      description: "The names of the corrected fields, without their values.",
      resolve: ({ fields }) => [...(fields ?? [])],
    }),
    message: t.field({ type: Message, nullable: true, resolve: ({ message }) => message ?? null }),
  }),
});

const Thread = builder
  .objectRef<{ application: ApplicationShape; entries: ThreadEntry[]; asOf: number }>("AppsApplicationThread")
  .implement({
    fields: (t) => ({
      application: t.expose("application", { type: Application }),
      entries: t.expose("entries", { type: [Entry], description: "Newest first." }),
      asOf: t.expose("asOf", {
        type: "DateTime",
        description: "The time of this result. Send it back as `unchangedSince`.",
      }),
    }),
  });

const fieldNames = z.array(z.string());

query("AppsGetApplicationThread", {
  description: "The history of one application, oldest first.",
  type: Thread,
  args: { ...idArgs("_id"), ...scopeArgs },
  access: inAnyDepartment("apps:viewApplication"),
  asOf: true,
  resolve: async ({ _id }, call) => {
    const { db, now } = call.ctx;
    const { id, seq, createdAt } = await requireApplication(call, _id, ["apps:viewApplication"]);
    const [row] = await withVisibleNames(call, await readApplications(db, [seq]));
    const vacancy = row && (await findVacancy(db, row.vacancyId));
    if (!row || !vacancy) throw notFound();
    const entries = threadOf({
      createdAt,
      stages: parseWorkflowCopy(vacancy.workflow).stages,
      assessments: row.assessments,
      changes: await mapConcurrently(
        await changesOfApplication(db, id),
        async ({ rule, declineReason, ...change }) => ({
          ...change,
          rule: rule === null ? undefined : parseRuleRecord(rule),
          declineReason: await reasonName(db, call.customer.id, declineReason),
        }),
      ),
      candidateChanges: (await changesOfCandidate(db, row.candidateId)).map(({ fields, ...change }) => ({
        ...change,
        fields: fieldNames.parse(JSON.parse(fields)),
      })),
      messages: await flatMapSequentially(row.assessments, async (assessment) =>
        (await messagesAbout(db, assessment.id)).map((message) => ({
          ...message,
          stageId: assessment.stageId,
        })),
      ),
    });
    const application = { ...row, organizationId: call.customer.organizationId };
    return { application, entries, asOf: now - 1 };
  },
});
