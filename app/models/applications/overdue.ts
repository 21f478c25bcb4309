/** Whole days past the time limit of a candidate's stage; undefined if not overdue (PIPE-03). */
export const overdueBy = (daysInStage: number | undefined, dayLimit: number | null | undefined) =>
  daysInStage !== undefined && dayLimit && daysInStage >= dayLimit ? daysInStage - dayLimit : undefined;
