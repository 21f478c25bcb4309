/** Assessment packages, workflows and workflow sets. */
import { searchKey } from "../domain/text";
import type { ApplicationStatus, Product } from "../store/schema/hiring";
import type { Loader } from "./bulk";
import { demoId, type DemoCustomerKey } from "./ids";
import { dayMs, type CustomerPlan } from "./plan";

interface Condition {
  readonly onField:
    | "recommendation"
    | "recommendationScore"
    | "profanityQuestionCount"
    | "plagiarismQuestionCount"
    | "isLowTextQuality";
  readonly onFieldType: "number" | "string" | "boolean";
  readonly comparisonOperator: "gte" | "lt" | "contains" | "is";
  readonly comparisonValue: number | boolean | readonly string[];
}

/** A stage rule as RULE-18 describes it. */
export interface Trigger {
  readonly enabled: boolean;
  readonly conditionOperator: "and";
  readonly conditions: readonly Condition[];
  readonly action:
    | { readonly type: "MOVE_STAGE" }
    | { readonly type: "UPDATE_STATUS"; readonly payload: { readonly status: ApplicationStatus } };
}

/** A stage as stored in a workflow and in a vacancy's copy of it. */
export interface Stage {
  readonly _id: string;
  readonly name: string;
  readonly product: Product;
  readonly language: string;
  readonly provider: "PH";
  readonly externalAssessmentPackageId: string;
  readonly assessmentPackageName: string;
  readonly triggers: readonly Trigger[];
}

export interface Workflow {
  readonly _id: string;
  readonly name: string;
  readonly stages: readonly Stage[];
}

const scoreAtLeast = (score: number): Condition => ({
  onField: "recommendationScore",
  onFieldType: "number",
  comparisonOperator: "gte",
  comparisonValue: score,
});
const profanityBelow = (count: number): Condition => ({
  onField: "profanityQuestionCount",
  onFieldType: "number",
  comparisonOperator: "lt",
  comparisonValue: count,
});
const goodText: Condition = {
  onField: "isLowTextQuality",
  onFieldType: "boolean",
  comparisonOperator: "is",
  comparisonValue: false,
};
const recommendedAs = (...values: string[]): Condition => ({
  onField: "recommendation",
  onFieldType: "string",
  comparisonOperator: "contains",
  comparisonValue: values,
});
const autoProgress = (...conditions: Condition[]): Trigger => ({
  enabled: true,
  conditionOperator: "and",
  conditions,
  action: { type: "MOVE_STAGE" },
});
const changeStatus = (status: ApplicationStatus, ...conditions: Condition[]): Trigger => ({
  enabled: true,
  conditionOperator: "and",
  conditions,
  action: { type: "UPDATE_STATUS", payload: { status } },
});

interface PackageSpec {
  readonly name: string;
  readonly product: Product;
  readonly language: string | null;
}

const packageSpecs: readonly PackageSpec[] = [
  { name: "Retail team member", product: "FI", language: "en-GB" },
  { name: "Customer service", product: "FI", language: "en-US" },
  { name: "Graduate programme", product: "FI", language: "en-GB" },
  { name: "Drivers & warehouse", product: "FI", language: "en-GB" },
  { name: "Kundeservice", product: "FI", language: "da" },
  { name: "Asiakaspalvelu", product: "FI", language: "fi" },
  { name: "Verkäufer:in im Außendienst", product: "FI", language: "de" },
  { name: "Equipo de tienda", product: "FI", language: "es" },
  { name: "General chat interview", product: "FI", language: null },
  { name: "Video interview, 3 questions", product: "SI", language: "en-GB" },
  { name: "Video interview, 5 questions", product: "SI", language: "en-US" },
  { name: "Engineering video", product: "SI", language: "en-GB" },
  { name: "Videointerview", product: "SI", language: "nb" },
];

interface StageSpec {
  readonly name: string;
  readonly package: string;
  readonly triggers?: readonly Trigger[];
}

interface WorkflowSpec {
  readonly name: string;
  readonly stages: readonly StageSpec[];
  readonly isArchived?: boolean;
}

const workflowSpecs: Readonly<Record<DemoCustomerKey, readonly WorkflowSpec[]>> = {
  acmeRetail: [
    {
      name: "Store team – chat, then video",
      stages: [
        {
          name: "Chat interview",
          package: "Retail team member",
          triggers: [
            autoProgress(scoreAtLeast(70), profanityBelow(2), goodText),
            changeStatus("APPS_APPLICATION_LONGLISTED", recommendedAs("YES")),
          ],
        },
        { name: "Video interview", package: "Video interview, 3 questions" },
      ],
    },
    { name: "Graduates – chat only", stages: [{ name: "Stage 1", package: "Graduate programme" }] },
    {
      name: "Phone screen (old)",
      stages: [{ name: "Stage 1", package: "General chat interview" }],
      isArchived: true,
    },
  ],
  acmeLogistics: [
    {
      name: "Drivers & warehouse",
      stages: [
        { name: "Chat", package: "Drivers & warehouse", triggers: [autoProgress(scoreAtLeast(65))] },
        { name: "Video", package: "Video interview, 3 questions" },
      ],
    },
  ],
  initech: [
    {
      name: "Engineering (video)",
      stages: [{ name: "Show us how you think", package: "Engineering video" }],
    },
  ],
  globexCorporation: [
    {
      name: "Énergie – chat + video 🎬",
      stages: [
        {
          name: "Chat interview",
          package: "Customer service",
          triggers: [changeStatus("APPS_APPLICATION_SHORTLISTED", scoreAtLeast(85), goodText)],
        },
        { name: "Video interview", package: "Video interview, 5 questions" },
      ],
    },
    { name: "Seasonal", stages: [{ name: "Stage 1", package: "General chat interview" }], isArchived: true },
  ],
  globexNordic: [{ name: "Kundeservice", stages: [{ name: "Samtale", package: "Kundeservice" }] }],
};

interface SetSpec {
  readonly name: string;
  readonly description: string;
  /** Positions in the customer's workflows; the first is the default. */
  readonly workflows: readonly number[];
  readonly isArchived?: boolean;
}

const setSpecs: Readonly<Record<DemoCustomerKey, readonly SetSpec[]>> = {
  acmeRetail: [
    { name: "Store roles", description: "For all stores and the online shop.", workflows: [0, 1] },
    { name: "Graduates", description: "", workflows: [1, 2] },
    { name: "Christmas", description: "Not used any more.", workflows: [0], isArchived: true },
  ],
  acmeLogistics: [],
  initech: [{ name: "Engineering", description: "One set, one workflow.", workflows: [0] }],
  globexCorporation: [{ name: "All roles", description: "", workflows: [0] }],
  globexNordic: [],
};

/** A customer's packages, workflows and sets. Gives the active workflows. */
export function seedWorkflows(loader: Loader, plan: CustomerPlan, now: number): Workflow[] {
  const { id: customerId, uniqueName, rootHierarchyId: hierarchyId } = plan.customer;
  const createdAt = now - 1_080 * dayMs;
  const externalIdOf = (name: string) => demoId(`package:${uniqueName}:${name}`);
  packageSpecs.forEach(({ name, product, language }, index) =>
    loader.insert("assessment_packages", {
      id: demoId(`package-row:${uniqueName}:${name}`),
      customerId,
      hierarchyId,
      externalId: externalIdOf(name),
      name,
      description:
        product === "FI" ? "Five open questions, answered in text." : "Recorded answers, reviewed by people.",
      product,
      language,
      provider: "PH",
      createdAt: createdAt - index * dayMs,
      updatedAt: createdAt,
    }),
  );

  const workflows = workflowSpecs[plan.key].map(({ name, stages }, index) => ({
    _id: demoId(`workflow:${uniqueName}:${index}`),
    name,
    stages: stages.map((stage, at): Stage => {
      const used = packageSpecs.find((spec) => spec.name === stage.package);
      return {
        _id: demoId(`stage:${uniqueName}:${index}:${at}`),
        name: stage.name,
        product: used?.product ?? "FI",
        language: used?.language ?? "en-US",
        provider: "PH",
        externalAssessmentPackageId: externalIdOf(stage.package),
        assessmentPackageName: stage.package,
        triggers: stage.triggers ?? [],
      };
    }),
  }));
  const isArchived = (index: number) => workflowSpecs[plan.key][index]?.isArchived === true;
  workflows.forEach(({ _id, name, stages }, index) =>
    loader.insert("workflows", {
      id: _id,
      customerId,
      hierarchyId,
      name,
      nameKey: searchKey(name),
      isDefault: index === 0 ? 1 : 0,
      defaultLanguage: stages[0]?.language ?? "en-US",
      stages: JSON.stringify(stages),
      createdAt: createdAt + index * 20 * dayMs,
      updatedAt: createdAt + index * 21 * dayMs,
      archivedAt: isArchived(index) ? now - 130 * dayMs : null,
    }),
  );

  setSpecs[plan.key].forEach(
    ({ name, description, workflows: members, isArchived: setIsArchived }, index) => {
      const options = members.flatMap((at) => {
        const member = workflows[at];
        return member
          ? [
              {
                workflowId: member._id,
                displayName: member.name.slice(0, 25).trim(),
                isDefault: at === members[0],
              },
            ]
          : [];
      });
      loader.insert("workflow_sets", {
        id: demoId(`workflow-set:${uniqueName}:${index}`),
        customerId,
        hierarchyId,
        name,
        nameKey: searchKey(name),
        description,
        version: index + 1,
        workflowOptions: JSON.stringify(options),
        createdAt: createdAt + (100 + 30 * index) * dayMs,
        updatedAt: createdAt + (110 + 30 * index) * dayMs,
        archivedAt: setIsArchived ? now - 90 * dayMs : null,
      });
    },
  );
  return workflows.filter((_, index) => !isArchived(index));
}
