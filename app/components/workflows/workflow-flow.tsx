import { useTexts } from "~/components/context/console-context";
import { Icon } from "~/components/ui/icons";
import { rules } from "~/i18n/rules";
import { workflows } from "~/i18n/workflows";
import { stageExits } from "~/models/workflows/stage-exits";
import { type Trigger, ruleInWords } from "~/models/workflows/workflow-rules";
import type { RuleEffects } from "~/models/workflows/workflow.server";
import { StageFacts } from "./stage-facts";
import { useStatusName } from "./status-name";

export type FlowStage = {
  name: string;
  product: string;
  triggers: readonly Trigger[];
  assessmentPackageName?: string;
  language?: string;
  dayLimit?: number | null;
};

type WorkflowFlowProps = {
  stages: readonly FlowStage[];
  /** Result of a rehearsal, shown on the arrows. */
  effects: RuleEffects | null;
};

/** A workflow as a drawing: its stages, and between them the rules as text (WF-41, WF-66, RULE-22). */
export function WorkflowFlow({ stages, effects }: WorkflowFlowProps) {
  const t = useTexts(workflows);
  const words = useTexts(rules);
  const statusName = useStatusName();
  const [first, next] = stages;
  if (!first) return null;
  const rest = t(first.triggers.length > 0 ? "flow.otherwise" : "detail.noRules");
  return (
    <div className="flow">
      <Stage stage={first} number={1} />
      <ul className="flow-ways">
        {stageExits(first.triggers, next !== undefined).map(({ trigger, to }, index) => {
          const effect = !trigger ? "neither" : to === "stage" ? "movedOn" : "statusChanged";
          return (
            <li key={index} data-off={trigger?.enabled === false ? "" : undefined}>
              <p>
                {trigger
                  ? ruleInWords(trigger, words, statusName)
                  : to === "stage"
                    ? t("flow.byPerson", { rest })
                    : rest}
              </p>
              {effects && effects.total > 0 && (
                <p className="rt-r-weight-medium figures">
                  {t(`flow.effects.${effect}`, { part: effects[effect], total: effects.total })}
                </p>
              )}
              <div className="flow-end rt-r-position-relative rt-Flex rt-r-ai-center">
                <Icon name="chevron-right" />
                {to === "stage" && next ? (
                  <Stage stage={next} number={2} />
                ) : to === "person" ? (
                  <span className="chip">
                    <Icon name="user" />
                    {t("flow.person")}
                  </span>
                ) : (
                  // The rule's own text has just named the stage.
                  <span className="chip" aria-hidden="true">
                    <span className="dot" />
                    {statusName(trigger?.action.payload?.status ?? "")}
                  </span>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Stage({ stage, number }: { stage: FlowStage; number: number }) {
  const t = useTexts(workflows);
  const numbered = t("stages.stage", { number });
  const { name, product, assessmentPackageName = null, language = null, dayLimit } = stage;
  return (
    <div className="card flow-stage rt-r-position-relative rt-r-py-3 rt-r-px-4 breaks">
      {name !== "" && name !== numbered && (
        <>
          <small className="rt-r-display-block">{numbered}</small>{" "}
        </>
      )}
      <b className="rt-r-display-block rt-r-mb-2">
        <bdi>{name || numbered}</bdi>
      </b>{" "}
      <StageFacts {...{ product, language, dayLimit }} packageName={assessmentPackageName} />
    </div>
  );
}
