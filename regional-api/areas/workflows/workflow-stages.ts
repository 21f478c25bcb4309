/** Workflow stages, as stored in workflows and in the vacancies' copies (WF-39, WF-45). */
import { mapSequentially } from "../../store/sequential";
import { z } from "zod/v4";
import { trigger } from "./stage-rules";
import { lineRule } from "../../core/text-rules";

export const maxStages = 2;

/** Maximum for the number of days at a stage after which candidates are overdue (PIPE-03). */
const maxDayLimit = 365;
const dayLimitMessage = `A limit is a whole number of days from 1 to ${maxDayLimit}`;

const newStage = z.object({
  _id: z.string().max(100).nullish(),
  name: lineRule("stageName", 100, "the custom name").nullish(),
  product: z.enum(["FI", "SI"], "Please select a assessment type"),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "This language cannot be used")
    .nullish(),
  provider: z.literal("PH", "This provider cannot be used"),
  externalAssessmentPackageId: z.string().min(1, "Please select a assessment package").max(100),
  triggers: z.array(trigger).max(2, "A stage has at most one rule of each type").nullish(),
  dayLimit: z.int().min(1, dayLimitMessage).max(maxDayLimit, dayLimitMessage).nullish(),
});

export type NewStage = z.infer<typeof newStage>;

/** Rules for a workflow's stages, for every client. Error texts come from the catalogue where it has them. */
export const newStages = z
  .array(newStage)
  .min(1, "A workflow needs a stage")
  .max(maxStages, `A workflow can have at most ${maxStages} stages`)
  .superRefine((stages, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: "custom", message });
    const [first, second] = stages;
    const rules = first?.triggers ?? [];
    const types = rules.map(({ action }) => action.type);
    if (second && first?.product === "SI") refuse("A video interview workflow can only have one stage");
    if (second && first?.externalAssessmentPackageId === second.externalAssessmentPackageId)
      refuse("The workflow can not have the duplicated externalAssessmentPackageId");
    if (first?.product === "SI" && rules.length > 0) refuse("Video interview stages cannot have rules");
    if (second?.triggers?.length) refuse("Only the first stage can have rules");
    if (new Set(types).size < types.length) refuse("A stage has at most one rule of each type");
    if (!second && types.includes("MOVE_STAGE"))
      refuse("Auto-progression requires a workflow to have more than one stage. Please create another stage");
  });

const storedStage = z.object({
  _id: z.string(),
  name: z.string(),
  product: z.enum(["FI", "SI"]),
  language: z.string(),
  provider: z.string(),
  externalAssessmentPackageId: z.string(),
  assessmentPackageName: z.string(),
  triggers: z.array(trigger),
  /** Days that a candidate may wait at the stage; unlimited if missing. */
  dayLimit: z.number().optional(),
});

export type Stage = z.infer<typeof storedStage>;

const storedStages = z.array(storedStage).min(1);

/** Parses the `stages` column of a workflow. */
export const parseStages = (text: string): Stage[] => storedStages.parse(JSON.parse(text));

const storedWorkflow = z.object({
  _id: z.string(),
  name: z.string(),
  stages: storedStages,
  /** The user who wrote the rules, if known. */
  rulesBy: z.string().nullish(),
});

export type WorkflowCopy = z.infer<typeof storedWorkflow>;

let lastCopy: { readonly text: string; readonly copy: WorkflowCopy } | undefined;

/**
 * Parses the `workflow` column of a vacancy (VAC-45); the result must not be changed. A change of many candidates
 * asks for the same vacancy's again and again, so the last one is kept.
 */
export function parseWorkflowCopy(text: string): WorkflowCopy {
  if (lastCopy?.text !== text) lastCopy = { text, copy: storedWorkflow.parse(JSON.parse(text)) };
  return lastCopy.copy;
}

/**
 * Returns the reason to refuse an edit of a saved workflow's stages, if any: a saved stage keeps its
 * assessment (WF-34, WF-39), and a second stage may be removed or replaced only while no vacancy uses the
 * workflow (WF-29).
 */
export function stageEditRefusal(
  stored: readonly Stage[],
  sent: readonly NewStage[],
  isUsed: boolean,
): string | undefined {
  const kept = stored.map((stage, index) => ({ stage, now: sent[index] }));
  if (sent.some(({ _id }, index) => _id && _id !== stored[index]?._id))
    return "The stages differ from those of the workflow";
  for (const { stage, now } of kept) {
    if (now?._id !== stage._id) {
      if (stage === stored[0]) return "The stages differ from those of the workflow";
      if (isUsed) return "A stage cannot be removed while vacancies use the workflow";
      continue;
    }
    if (
      now.product !== stage.product ||
      now.externalAssessmentPackageId !== stage.externalAssessmentPackageId
    )
      return "The assessment of a saved stage cannot be changed";
  }
  return undefined;
}

/**
 * Returns the stages to store: blank names become "Stage N" (WF-21), the language defaults to en-US, missing
 * ids are generated. `packageName` must return the name of one of the customer's packages and throw for any
 * other.
 */
export async function toStoredStages(
  stages: readonly NewStage[],
  packageName: (externalId: string) => Promise<string>,
  makeId: () => string,
): Promise<Stage[]> {
  return mapSequentially(stages, async (stage, index) => ({
    _id: stage._id || makeId(),
    name: stage.name || `Stage ${index + 1}`,
    product: stage.product,
    language: stage.language || "en-US",
    provider: stage.provider,
    externalAssessmentPackageId: stage.externalAssessmentPackageId,
    assessmentPackageName: await packageName(stage.externalAssessmentPackageId),
    triggers: stage.triggers ?? [],
    ...(stage.dayLimit && { dayLimit: stage.dayLimit }),
  }));
}
