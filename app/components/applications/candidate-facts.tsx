import { useTexts } from "~/components/context/console-context";
import { CopyButton } from "~/components/ui/copy-button";
import { Card, DataList } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { applications } from "~/i18n/applications";
import { declineReasons } from "~/i18n/decline-reasons";
import { thread as texts } from "~/i18n/thread";
import type { Thread } from "~/models/applications/thread.server";
import { useMailState, useNoReportMailText } from "./use-mail-state";

type CandidateFactsProps = {
  thread: Thread;
  vacancy: { externalVacancyId: string | null; stages: readonly { _id: string; name: string }[] };
  otherVacancies: readonly { _id: string; title: string }[];
  vacanciesPath: string;
};

/** Facts next to the thread: where the candidate stands, the report's mail, ids to copy, other vacancies. */
export function CandidateFacts({ thread, vacancy, otherVacancies, vacanciesPath }: CandidateFactsProps) {
  const t = useTexts(applications);
  const words = useTexts(texts);
  const d = useTexts(declineReasons);
  const mailState = useMailState();
  const { row, candidate, entries } = thread;
  const noReportMail = useNoReportMailText(thread.isReportMailAged);
  // The latest event of any mail with the report (APP-49).
  const report = entries
    .flatMap(({ message }) =>
      message?.templateType === "MI_REPORT" && message.channel === "EMAIL" ? message.events : [],
    )
    .sort((a, b) => b.at.localeCompare(a.at))[0];
  const ids = [
    { label: words("applicationId"), id: row._id },
    { label: words("vacancyId"), id: vacancy.externalVacancyId },
  ];
  const stage = vacancy.stages.find(({ _id }) => _id === row.stageId);
  return (
    <Card title={words("facts")}>
      <DataList
        items={[
          { label: t("columns.stage"), value: stage?.name },
          ...(thread.declineReason ? [{ label: d("choose.given"), value: thread.declineReason }] : []),
          ...(row.hasEarlierStage
            ? [
                {
                  label: t("columns.progressed"),
                  value: t(row.isManuallyProgressed ? "manually" : "automatically"),
                },
              ]
            : []),
          { label: t("columns.created"), value: <Time at={row.createdAt} kind="dateTime" /> },
          {
            label: words("report"),
            value: report ? (
              <>
                {mailState(report.type)} <Time at={report.at} kind="dateTime" />
              </>
            ) : (
              noReportMail
            ),
          },
          { label: words("location"), value: candidate.location },
          ...ids.map(({ label, id }) => ({
            label,
            value: id && (
              <span className="breaks rt-r-display-inline-flex rt-r-ai-center rt-r-gap-1">
                <code>{id}</code> <CopyButton text={id} label={words("copy", { what: label })} />
              </span>
            ),
          })),
          ...(otherVacancies.length === 0
            ? []
            : [
                {
                  label: words("vacancies"),
                  value: (
                    <ul className="rt-Flex rt-r-fd-column rt-r-gap-2">
                      {otherVacancies.map(({ _id, title }) => (
                        <li key={_id}>
                          <a href={`${vacanciesPath}/${_id}`}>{title}</a>
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]),
        ]}
      />
    </Card>
  );
}
