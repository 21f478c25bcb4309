import type { Stage } from "../workflows/workflow-stages";

/** Returns the stages an application may be moved to: those after its current one (APP-40). */
export function stagesAfter(stages: readonly Stage[], stageId: string): readonly Stage[] {
  const index = stages.findIndex(({ _id }) => _id === stageId);
  return index < 0 ? [] : stages.slice(index + 1);
}

/** Reasons why a bulk change skipped an application. */
export const refusals = [
  /** Unknown or deleted. */
  "NOT_FOUND",
  /** The application changed after `unchangedSince`. */
  "CHANGED",
  "DEIDENTIFIED",
  /** The target is not after the current stage (APP-42). */
  "NOT_A_LATER_STAGE",
  /** The vacancy does not have this stage, or no longer (APP-42). */
  "NO_SUCH_STAGE",
  /** The candidate has nothing left to do at the stage (APP-44). */
  "ASSESSMENT_CLOSED",
  /** The customer turned this message off (NOTIF-02). */
  "MESSAGE_OFF",
] as const;

export type Refusal = (typeof refusals)[number];
