/** Tries out rules on the assessments completed last. Read-only. */
import { z } from "zod/v4";
import { ruleResults } from "./assessment-results";
import { validate } from "../../core/validate";
import { notFound } from "../../core/errors";
import { outcomeOf, trigger } from "./stage-rules";
import { lastCompleted, placesOf } from "./rehearsal.store";
import type { Row } from "../../store/tables";
import type { ApplicationStatus } from "../../store/tables/hiring";
import { departmentsGranted, type Scope } from "../../core/access";
import { ApplicationStatus as Status, Recommendation } from "./application-enums";
import { builder } from "../../core/builder";
import { query } from "../../core/operation";
import { TriggerInput } from "./workflow-types";
import { workflows } from "./workflows.entity";
import { listAccess } from "./workflows.operations";
import { declareBounds, maxItems } from "../../core/bounds";

declareBounds({
  lists: {
    "AppsRehearseRulesInput.triggers": maxItems(2, "A stage has at most one rule of each type"),
  },
});

interface ItemShape {
  readonly assessment: Row<"assessments">;
  readonly place: { title: string; firstName: string; lastName: string; deidentifiedAt: number | null };
  readonly movesOn: boolean;
  readonly status: ApplicationStatus | undefined;
}

const Item = builder.objectRef<ItemShape>("AppsRehearsedAssessment").implement({
  fields: (t) => ({
    _id: t.id({ resolve: ({ assessment }) => assessment.id }),
    applicationId: t.id({ resolve: ({ assessment }) => assessment.applicationId }),
    vacancyId: t.id({ resolve: ({ assessment }) => assessment.vacancyId }),
    vacancyName: t.string({ resolve: ({ place }) => place.title }),
    firstName: t.string({ resolve: ({ place }) => place.firstName }),
    lastName: t.string({ resolve: ({ place }) => place.lastName }),
    isDeidentified: t.boolean({ resolve: ({ place }) => place.deidentifiedAt !== null }),
    submittedAt: t.field({
      type: "DateTime",
      nullable: true,
      resolve: ({ assessment }) => assessment.submittedAt,
    }),
    recommendationScore: t.float({
      nullable: true,
      resolve: ({ assessment }) => assessment.recommendationScore,
    }),
    recommendation: t.field({
      type: Recommendation,
      nullable: true,
      resolve: ({ assessment }) => assessment.recommendation,
    }),
    movesOn: t.exposeBoolean("movesOn"),
    status: t.field({
      type: Status,
      nullable: true,
      description: "The status the rule would have set.",
      resolve: ({ status }) => status ?? null,
    }),
  }),
});

interface RehearsalShape {
  total: number;
  movedOn: number;
  statusChanged: number;
  neither: number;
  items: ItemShape[];
}

const Rehearsal = builder.objectRef<RehearsalShape>("AppsRuleRehearsal").implement({
  fields: (t) => ({
    total: t.exposeInt("total", {
      description: "The number of assessments examined: at most 500.",
    }),
    movedOn: t.exposeInt("movedOn"),
    statusChanged: t.exposeInt("statusChanged"),
    neither: t.exposeInt("neither"),
    items: t.expose("items", {
      type: [Item],
      description: "Newest first, limited to departments whose applications the caller may list.",
    }),
  }),
});

const RehearsalInput = builder.inputType("AppsRehearseRulesInput", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    workflowId: t.id({
      description: "Only vacancies of this department. All of the customer's vacancies if omitted.",
    }),
    triggers: t.field({ type: [TriggerInput], required: true }),
  }),
});

const triggers = z.array(trigger).max(2, "A stage has at most one rule of each type");

query("AppsRehearseRules", {
  type: Rehearsal,
  description: "What the rules would have done with the last 500 completed assessments. Changes nothing.",
  args: builder.args((t) => ({ input: t.field({ type: RehearsalInput, required: true }) })),
  access: listAccess(({ input }: { input: Scope }) => input),
  resolve: async ({ input }, call) => {
    const { ctx, customer } = call;
    const rules = validate(triggers, input.triggers);
    const workflowId = input.workflowId ?? undefined;
    if (
      workflowId !== undefined &&
      (await workflows.rows.find(ctx.db, workflowId))?.customerId !== customer.id
    )
      throw notFound();
    const outcomes = (await lastCompleted(ctx.db, customer.id, workflowId)).map((assessment) => ({
      assessment,
      ...outcomeOf(rules, ruleResults(assessment)),
    }));
    // Counts reveal no candidates; names require the right to list the applications of their department.
    const visible = await departmentsGranted(call, "apps:listApplication");
    const shown = outcomes.filter(({ assessment }) => visible.has(assessment.hierarchyId));
    const places = await placesOf(
      ctx.db,
      shown.map(({ assessment }) => assessment.applicationId),
    );
    return {
      total: outcomes.length,
      movedOn: outcomes.filter(({ movesOn }) => movesOn).length,
      statusChanged: outcomes.filter(({ status }) => status).length,
      neither: outcomes.filter(({ movesOn, status }) => !movesOn && !status).length,
      items: shown.flatMap((one) => {
        const place = places.get(one.assessment.applicationId);
        return place ? [{ ...one, place }] : [];
      }),
    };
  },
});
