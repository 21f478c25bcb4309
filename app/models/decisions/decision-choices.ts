/** The choice of a review that lets a decision stand; any other is the status that is given in its place. */
export const confirming = "CONFIRM";
