/** Input rules for holds (RET-09, RET-11). */
import { linesRule } from "../../core/text-rules";
import { conflict } from "../../core/errors";

export const dayMs = 24 * 3_600_000;

/** Returns the start of a time's UTC day. */
export const dayOf = (time: number): number => Math.floor(time / dayMs) * dayMs;

/** Maximum time until the review of a hold. */
const reviewWithinMs = 5 * 366 * dayMs;

/** Reason for placing or releasing a hold. */
export const holdReason = linesRule("holdReason", 500, "the reason", "Please enter a reason");

/** Returns the UTC day of the review. Throws a Conflict Error unless it is after today and within 5 years. */
export function reviewDay(reviewAt: number, now: number): number {
  const day = dayOf(reviewAt);
  if (day <= dayOf(now)) throw conflict("The review date must be after today");
  if (day > now + reviewWithinMs) throw conflict("The review date must be within 5 years");
  return day;
}

/** The console recognizes this exact text (RET-10). */
export const heldMessage = "Kept by a hold";

/** Returns the error for deleting something under a hold. */
export const holdConflict = () => conflict(heldMessage);
