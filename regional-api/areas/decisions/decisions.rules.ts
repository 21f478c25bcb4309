/** What may be said of a decision made by a rule (DEC-04). */
import { enteredLines } from "../../core/entered";

export const dayMs = 24 * 3_600_000;

/** Within so many days a candidate who contests a decision is to be answered. */
const answerDays = 30;

/** The UTC day on which an answer to what was contested at `at` is due, as the moment at which it begins. */
export const answerDue = (at: number): number => Math.floor(at / dayMs) * dayMs + answerDays * dayMs;

/** Why a decision is confirmed or changed. */
export const reviewReason = enteredLines("reviewReason", 500, "the reason");
