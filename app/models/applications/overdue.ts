/** By how many whole days somebody is past the limit of the stage where they wait; undefined where they are not (PIPE-03). */
export const overdueBy = (daysInStage: number | undefined, dayLimit: number | null | undefined) =>
  daysInStage !== undefined && dayLimit && daysInStage >= dayLimit ? daysInStage - dayLimit : undefined;
