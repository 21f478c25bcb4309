/** Search rules and retention of the event logs (LOG-09, LOG-10, LOG-30). */
import { messageTemplates } from "../../../shared/message-templates";
import { invalid } from "../../core/errors";

const dayMs = 24 * 3_600_000;
/** A day on which clocks are set back has 25 hours. */
const clockChangeMs = 3_600_000;

/** Events are kept for this many days before today. */
const eventDays = 90;
/** Maximum range of an email log search, both ends included. */
const emailRangeDays = 7;
/**
 * Age at which events are deleted, with a margin of time zones: the first of the 90 days may begin a day
 * earlier elsewhere.
 */
export const eventsKeptMs = (eventDays + 2) * dayMs;

interface DateRange {
  readonly gte: number;
  readonly lte: number;
}

/** Throws a Validation Error with the texts of LOG-09 and LOG-10 if the range is not allowed. */
export function checkEventRange({ gte, lte }: DateRange, log: "email" | "sms", now: number): void {
  if (lte < gte) throw invalid("The end must not be before the start");
  // The caller's time zone is unknown, so a whole day of tolerance is allowed.
  if (gte < now - (eventDays + 1) * dayMs - clockChangeMs)
    throw invalid("The time range cannot start earlier than 90 days ago");
  if (log === "email" && lte - gte > emailRangeDays * dayMs + clockChangeMs)
    throw invalid("The time range cannot be longer than 7 days");
}

/** Throws a Validation Error for an unknown template type. */
export function checkTemplateTypes(types: readonly string[]): void {
  if (!types.every((type) => messageTemplates.includes(type))) throw invalid("Unknown template type");
}
