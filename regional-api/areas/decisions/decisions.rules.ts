/** Rules for reviewing and contesting decisions (DEC-04). */
import { linesRule } from "../../core/text-rules";

export const dayMs = 24 * 3_600_000;

/** Days until a contested decision must be answered. */
const answerDays = 30;

/** Returns the start of the UTC day by which a contest raised at `at` must be answered. */
export const contestDueDay = (at: number): number => Math.floor(at / dayMs) * dayMs + answerDays * dayMs;

/** Reason for confirming or changing a decision. */
export const reviewReason = linesRule("reviewReason", 500, "the reason");
