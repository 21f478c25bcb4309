/** What may be entered of a hold (RET-09, RET-11). */
import { enteredLines } from "../../core/entered";
import { conflict } from "../../core/errors";

export const dayMs = 24 * 3_600_000;

/** The UTC day of a moment, as the moment at which it begins. */
export const dayOf = (time: number): number => Math.floor(time / dayMs) * dayMs;

/** As far ahead as somebody may put off looking at a hold again. */
const reviewWithinMs = 5 * 366 * dayMs;

/** Why a hold is placed or released. */
export const holdReason = enteredLines("holdReason", 500, "the reason", "Please enter a reason");

/** The UTC day of the review: from the day after `now` on. Throws a Conflict Error where that cannot be. */
export function reviewDay(reviewAt: number, now: number): number {
  const day = dayOf(reviewAt);
  if (day <= dayOf(now)) throw conflict("The review date must be after today");
  if (day > now + reviewWithinMs) throw conflict("The review date must be within 5 years");
  return day;
}

/** The console reads this very text (RET-10). */
export const heldMessage = "Kept by a hold";

/** What a hold keeps was to be removed. */
export const held = () => conflict(heldMessage);
