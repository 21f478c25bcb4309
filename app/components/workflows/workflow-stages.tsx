import { useTexts } from "~/components/context/console-context";
import { Card, DataList } from "~/components/ui/layout";
import { rules } from "~/i18n/rules";
import { workflows } from "~/i18n/workflows";
import { languageName } from "~/models/workflows/languages";
import { type Trigger, ruleInWords } from "~/models/workflows/workflow-rules";
import { useStatusName } from "./status-name";

type Stage = {
  _id: string;
  name: string;
  product: string;
  language: string;
  assessmentPackageName: string;
  dayLimit?: number | null;
  triggers: Trigger[];
};

/** A workflow's stages with their rules as text (WF-41, RULE-22). */
export function WorkflowStages({ stages }: { stages: readonly Stage[] }) {
  const t = useTexts(workflows);
  return (
    <>
      {stages.map((stage, index) => (
        <Card key={stage._id} title={t("stages.stage", { number: index + 1 })}>
          <DataList
            items={[
              { label: t("stages.name"), value: <bdi>{stage.name}</bdi> },
              { label: t("stages.type"), value: productName(t, stage.product) },
              { label: t("stages.package"), value: <bdi>{stage.assessmentPackageName}</bdi> },
              { label: t("stages.language"), value: languageName(stage.language) },
              ...(!stage.dayLimit
                ? []
                : [
                    {
                      label: t("stages.dayLimit"),
                      value: t("stages.inDays", { count: stage.dayLimit }),
                    },
                  ]),
              ...(index === 0
                ? [{ label: t("rules.title"), value: <RuleWords triggers={stage.triggers} /> }]
                : []),
            ]}
          />
          {index === 0 && stage.triggers.length > 0 && <p className="field-hint">{t("rules.newOnly")}</p>}
        </Card>
      ))}
    </>
  );
}

type Words = (key: "products.FI" | "products.SI") => string;

/** "Chat Interview" or "Video Interview"; other values are returned unchanged. */
export const productName = (t: Words, product: string) =>
  product === "FI" || product === "SI" ? t(`products.${product}`) : product;

/** Rules as text, one per line. */
export function RuleWords({ triggers }: { triggers: readonly Trigger[] }) {
  const t = useTexts(workflows);
  const words = useTexts(rules);
  const statusName = useStatusName();
  if (triggers.length === 0) return <>{t("detail.noRules")}</>;
  return (
    <ul className="rule-words">
      {triggers.map((trigger, index) => (
        <li key={index}>{ruleInWords(trigger, words, statusName)}</li>
      ))}
    </ul>
  );
}
