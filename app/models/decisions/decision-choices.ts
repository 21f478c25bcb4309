import { applicationStatuses } from "../../../shared/application-statuses";

/** What decisions can be chosen by, apart from reading addresses, which browsers need not load. */

/** The choice of a review that lets a decision stand; any other is the status that is given in its place. */
export const confirming = "CONFIRM";

export const reviewFilters = ["waiting", "unreviewed", "reviewed", "confirmed", "changed"] as const;
export const contestFilters = ["open", "any"] as const;
export const decisionResults = ["MOVED", ...applicationStatuses] as const;
