import type { Trigger } from "./workflow-rules";

/** An exit from a workflow's first stage: by a rule, or null for candidates to whom no rule applies. */
type StageExit = { trigger: Trigger | null; to: "stage" | "status" | "person" };

/**
 * Exits from a first stage: its rules in order, then the rest, which a person decides. The next stage is the
 * target of only one exit: of the rule that moves candidates on, else of the rest (WF-66).
 */
export function stageExits(triggers: readonly Trigger[], hasNext: boolean): StageExit[] {
  const isMove = ({ action }: Trigger) => action.type === "MOVE_STAGE";
  return [
    ...triggers.map((trigger) => ({
      trigger,
      to: isMove(trigger) ? ("stage" as const) : ("status" as const),
    })),
    { trigger: null, to: hasNext && !triggers.some(isMove) ? "stage" : "person" },
  ];
}
