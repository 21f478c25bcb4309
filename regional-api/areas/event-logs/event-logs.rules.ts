/** The rules of the event logs: what they can be searched by, and how far back they reach (LOG-09, LOG-10, LOG-30). */
import { messageTemplates } from "../../../shared/message-templates";
import { invalid } from "../../core/errors";

const dayMs = 24 * 3_600_000;
/** A day in which the clocks change has 25 hours. */
const clockChangeMs = 3_600_000;

/** Events of that many days before today are kept. */
const eventDays = 90;
/** So many days a search of the email log takes at most, both ends counted. */
const emailRangeDays = 7;
/** What an event may be old before it is deleted: the first of the 90 days may be a whole day of any time zone ago. */
export const eventsKeptMs = (eventDays + 2) * dayMs;

interface DateRange {
  readonly gte: number;
  readonly lte: number;
}

/** Throws a Validation Error, in the words of LOG-09 and LOG-10, for a range that the logs do not answer. */
export function checkEventRange({ gte, lte }: DateRange, log: "email" | "sms", now: number): void {
  if (lte < gte) throw invalid("The end must not be before the start");
  // The caller's days are those of their own time zone, which nobody tells us: a whole day is allowed for.
  if (gte < now - (eventDays + 1) * dayMs - clockChangeMs)
    throw invalid("The time range cannot start earlier than 90 days ago");
  if (log === "email" && lte - gte > emailRangeDays * dayMs + clockChangeMs)
    throw invalid("The time range cannot be longer than 7 days");
}

/** Throws a Validation Error for a template type that there is not. */
export function checkTemplateTypes(types: readonly string[]): void {
  if (!types.every((type) => messageTemplates.includes(type))) throw invalid("Unknown template type");
}
