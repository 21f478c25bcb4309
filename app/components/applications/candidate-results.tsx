import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import { Card, DataList } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { applications } from "~/i18n/applications";
import { thread as texts } from "~/i18n/thread";
import { progressNames, progressStatuses } from "~/models/applications/application-options";
import type { Thread } from "~/models/applications/thread.server";
import { resultText, resultTones, scoreBar } from "./result-columns";

type CandidateResultsProps = { stages: Thread["stages"] };

/** Results by stage in workflow order, recommendation first (APP-53, APP-80). */
export function CandidateResults({ stages }: CandidateResultsProps) {
  const t = useTexts(applications);
  const words = useTexts(texts);
  if (stages.length === 0) return <Card title={words("results")}>{words("noResults")}</Card>;
  return (
    <>
      {stages.map(
        ({ _id, name, progress, submittedAt, result, score, flags, comment, reviews, isReportGone }) => {
          const at = progressNames.find((one) => progressStatuses[one] === progress);
          const isVideo = comment !== null || reviews !== null;
          const answers = [
            result !== null && {
              label: t(isVideo ? "columns.rating" : "columns.result"),
              value: <Badge tone={resultTones[result] ?? "gray"}>{resultText(t, result)}</Badge>,
            },
            score !== null && {
              label: t("columns.score"),
              value: scoreBar(score),
            },
            flags.length > 0 && {
              label: t("columns.flags"),
              value: flags.map((flag) => (
                <Badge key={flag} tone="amber">
                  {t(`flags.${flag}`)}
                </Badge>
              )),
            },
          ].filter((answer) => answer !== false);
          const items = [
            { label: t("columns.progress"), value: at && t(`progress.${at}`) },
            { label: t("columns.submitted"), value: <Time at={submittedAt} kind="dateTime" /> },
            reviews && { label: t("columns.reviews"), value: t("reviews", reviews) },
            comment !== null && { label: t("columns.comment"), value: <span dir="auto">{comment}</span> },
          ];
          return (
            <Card key={_id} title={name}>
              {answers.length > 0 && (
                <dl className="candidate-answers rt-Flex rt-r-fw-wrap rt-r-rg-2 rt-r-cg-6 rt-r-mb-4">
                  {answers.map(({ label, value }) => (
                    <div key={label}>
                      <dt className="small muted">{label}</dt> <dd className="row rt-r-gap-1">{value}</dd>
                    </div>
                  ))}
                </dl>
              )}
              <DataList items={items.filter((item) => item !== false && item !== null)} />
              {isReportGone && <p className="muted">{words("insightsDeleted")}</p>}
            </Card>
          );
        },
      )}
    </>
  );
}
