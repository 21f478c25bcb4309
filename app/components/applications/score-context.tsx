import { useStatusName } from "~/components/workflows/status-name";
import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/layout";
import { funnel } from "~/i18n/funnel";
import { formatNumber } from "~/i18n/numbers";
import { rules } from "~/i18n/rules";
import type { ScoreContext as ContextData } from "~/models/applications/funnel.server";
import { ruleInWords } from "~/models/workflows/workflow-rules";

/** Size of the picture; one unit is one point of the score. */
const size = { width: 100, height: 30 } as const;

type ScoreContextProps = {
  context: ContextData | null;
  /** `{base}/decisions`; null if not accessible. */
  decisionsHref: string | null;
};

/** The chat's score among the vacancy's, the threshold of a rule in force, and the rules that decided (PIPE-13). */
export function ScoreContext({ context, decisionsHref }: ScoreContextProps) {
  const t = useTexts(funnel);
  const words = useTexts(rules);
  const statusName = useStatusName();
  if (!context || (context.score === null && context.decisions.length === 0)) return null;
  const { score, steps, thresholds, decisions } = context;
  const most = Math.max(1, ...steps);
  const total = steps.reduce((sum, count) => sum + count, 0);
  const own = score === null ? -1 : Math.min(9, Math.floor(score / 10));
  return (
    <Card title={t("context.title")}>
      {score !== null && (
        <div className="rt-r-display-grid rt-r-gap-3 rt-r-mb-4">
          <figure className="score-context">
            <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden="true">
              {steps.map((count, step) => {
                const height = (count / most) * size.height;
                return (
                  <rect
                    key={step}
                    className={step === own ? "score-own" : undefined}
                    x={step * 10 + 0.5}
                    width="9"
                    y={size.height - height}
                    height={height}
                  />
                );
              })}
              {thresholds.map(({ score: asked }) => (
                <line key={asked} className="score-asked" x1={asked} x2={asked} y1="0" y2={size.height} />
              ))}
              <line className="score-mark" x1={score} x2={score} y1="0" y2={size.height} />
            </svg>
            <figcaption className="small muted">
              0 – 100. {t("context.caption", { count: total })}. {t("context.mine", { score })}.
            </figcaption>
          </figure>
          <details>
            <summary>{t("context.steps")}</summary>
            <table className="plain-table funnel figures">
              <thead>
                <tr>
                  <th scope="col">{t("report.score")}</th>
                  <th scope="col">{t("context.candidates")}</th>
                </tr>
              </thead>
              <tbody>
                {steps.map((count, step) => (
                  <tr key={step}>
                    <th scope="row">
                      {t("context.step", { from: step * 10, to: step === 9 ? 100 : step * 10 + 9 })}
                      {step === own && ` (${t("context.isMine")})`}
                    </th>
                    <td>{formatNumber(count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
          {thresholds.length === 0 && <p className="muted">{t("context.noThreshold")}</p>}
          {thresholds.map(({ score: asked, rule }) => (
            <p key={asked}>
              {t("context.threshold", { score: asked, rule: ruleInWords(rule, words, statusName) })}
            </p>
          ))}
        </div>
      )}
      {decisions.length > 0 && (
        <>
          <h3 className="small">{t("context.decidedBy")}</h3>
          <ul className="score-decisions">
            {decisions.map(({ decisionId, isWaiting, rule }) => (
              <li key={decisionId}>
                {ruleInWords(rule.trigger, words, statusName)}
                {isWaiting && (
                  <>
                    {" "}
                    <Badge tone="amber">{t("context.waiting")}</Badge>
                  </>
                )}{" "}
                {decisionsHref && <a href={`${decisionsHref}/${decisionId}`}>{t("context.decision")}</a>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
