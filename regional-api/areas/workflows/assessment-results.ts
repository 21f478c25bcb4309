/** Assessment results as providers report them (APP-33), and their columns in an assessment. */
import { z } from "zod/v4";
import type { Row } from "../../store/tables";
import type { RuleResults } from "./stage-rules";

const verdict = z.enum(["YES", "MAYBE", "NO"]);
const count = z.number().int().min(0).max(1_000);

/** Schema of the results that a provider may report; all are optional. */
export const assessmentResults = z
  .strictObject({
    recommendation: verdict,
    recommendationScore: z.number().min(0).max(100),
    plagiarismQuestionCount: count,
    profanityQuestionCount: count,
    outlierQuestionCount: count,
    agcQuestionCount: count,
    isPlagiarism: z.boolean(),
    isProfanity: z.boolean(),
    isOutlier: z.boolean(),
    isLowTextQuality: z.boolean(),
    isAgc: z.boolean(),
    rating: verdict,
    comment: z.string().max(2_000),
    reviewerIds: z.array(z.string().max(100)).max(50),
    completedReviewerCount: count,
  })
  .partial();

export type AssessmentResults = z.infer<typeof assessmentResults>;

/** Column values of an assessment without results. */
export const noResults = Object.fromEntries(
  assessmentResults.keyof().options.map((name) => [name, null]),
) as Record<keyof AssessmentResults, null>;

/** Results as stored: booleans as bits, lists as JSON. */
export type StoredResults = Pick<Row<"assessments">, keyof AssessmentResults>;

/** Converts reported results to columns. */
export function resultColumns(results: AssessmentResults): Partial<StoredResults> {
  return Object.fromEntries(
    Object.entries(results).map(([name, value]) => [
      name,
      typeof value === "boolean" ? Number(value) : Array.isArray(value) ? JSON.stringify(value) : value,
    ]),
  );
}

/** Returns the results of a stored assessment that rules evaluate. */
export function ruleResults(assessment: StoredResults): RuleResults {
  const { recommendation, recommendationScore, plagiarismQuestionCount, profanityQuestionCount } = assessment;
  const { isLowTextQuality } = assessment;
  return {
    recommendation,
    recommendationScore,
    plagiarismQuestionCount,
    profanityQuestionCount,
    isLowTextQuality: isLowTextQuality === null ? null : isLowTextQuality === 1,
  };
}
