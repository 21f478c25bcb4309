/** The workflows, their rules, and the sets that contain them. */
import type { Condition, Trigger } from "../areas/workflows/stage-rules";
import type { ApplicationStatus, Product } from "../store/tables/hiring";
import type { DemoCustomerKey } from "./ids";

export const scoreAtLeast = (score: number): Condition => ({
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
export const autoProgress = (...conditions: Condition[]): Trigger => ({
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

export const packageSpecs: readonly PackageSpec[] = [
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

export const workflowSpecs: Readonly<Record<DemoCustomerKey, readonly WorkflowSpec[]>> = {
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
  cornerCases: [
    {
      name: `<em>Workflow</em> & "quotes" 🧭`,
      stages: [{ name: "=Stage", package: "General chat interview" }],
    },
  ],
};

interface SetSpec {
  readonly name: string;
  readonly description: string;
  /** Indexes into the customer's workflows; the first is the default. */
  readonly workflows: readonly number[];
  readonly isArchived?: boolean;
}

export const setSpecs: Readonly<Record<DemoCustomerKey, readonly SetSpec[]>> = {
  acmeRetail: [
    { name: "Store roles", description: "For all stores and the online shop.", workflows: [0, 1] },
    { name: "Graduates", description: "", workflows: [1, 2] },
    { name: "Christmas", description: "Not used any more.", workflows: [0], isArchived: true },
  ],
  acmeLogistics: [],
  initech: [{ name: "Engineering", description: "One set, one workflow.", workflows: [0] }],
  globexCorporation: [{ name: "All roles", description: "", workflows: [0] }],
  globexNordic: [],
  cornerCases: [{ name: "مجموعة", description: "<u>Everything</u>", workflows: [0] }],
};
