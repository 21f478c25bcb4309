import { applicationStatuses } from "../../../shared/application-statuses";

/** Filter options of decisions, in a file of their own so browsers do not load the URL parser. */

/** The review choice that confirms a decision; the other choices are the status that replaces it. */
export const confirming = "CONFIRM";

export const reviewFilters = ["waiting", "unreviewed", "reviewed", "confirmed", "changed"] as const;
export const contestFilters = ["open", "any"] as const;
export const decisionResults = ["MOVED", ...applicationStatuses] as const;
