import type { Stage } from "../workflows/workflow-stages";

/** The stages an application may be moved to from where it is: those after it (APP-40). */
export function stagesAfter(stages: readonly Stage[], stageId: string): readonly Stage[] {
  const index = stages.findIndex(({ _id }) => _id === stageId);
  return index < 0 ? [] : stages.slice(index + 1);
}

/** Why something asked for many applications was not done for one of them. */
export const refusals = [
  /** It is not there, or no longer. */
  "NOT_FOUND",
  /** It was changed after `unchangedSince`. */
  "CHANGED",
  "DEIDENTIFIED",
  /** The stage is not after the one it is at (APP-42). */
  "NOT_A_LATER_STAGE",
  /** The vacancy has no stage of this id, or no longer (APP-42). */
  "NO_SUCH_STAGE",
  /** Nothing to do is left at its stage (APP-44). */
  "ASSESSMENT_CLOSED",
  /** The customer turned this message off (NOTIF-02). */
  "MESSAGE_OFF",
] as const;

export type Refusal = (typeof refusals)[number];
