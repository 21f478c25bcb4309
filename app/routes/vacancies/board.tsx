import { useActionData, useLoaderData } from "@remix-run/react";
import { Board } from "~/components/applications/board";
import styles from "~/components/applications/board.css?url";
import applicationsStyles from "~/components/applications/applications.css?url";
import { BulkReport } from "~/components/applications/bulk-report";
import { Problem } from "~/components/area/problem";
import { useTexts } from "~/components/context/console-context";
import { titleFromData } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { board as texts } from "~/i18n/board";
import { translator } from "~/i18n/texts";
import { boardActions, loadBoard } from "~/models/applications/board-screen.server";
import { screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(applicationsStyles, styles);

export const handle = titleFromData((data, language) => {
  const t = translator(texts, language);
  const known = data as Awaited<ReturnType<typeof loader>> | undefined;
  return known ? t("of", { vacancy: known.vacancy.title }) : t("title");
});

export const ErrorBoundary = VacancyErrorBoundary;

const gate = screenGates["vacancies/:vacancyId/board"];

/** A vacancy's stages side by side, with their longest-waiting candidates (PIPE-01). */
export const loader = consoleLoader(gate, async (args) => ({
  ...(await loadBoard(args)),
  vacancyPath: `${args.base}/vacancies/${args.param("vacancyId")}`,
}));

export const action = consoleAction(gate, boardActions);

const intent = intentsOf<typeof action>();
const intents = { card: intent("card"), ticked: intent("ticked") };

export default function VacancyBoard() {
  const { problem, vacancy, vacancyPath, ...data } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(texts);
  const report = answer && "report" in answer ? answer.report : undefined;
  return (
    <>
      <PageHeader
        title={t("title")}
        name={vacancy.title}
        back={{ to: vacancyPath, label: vacancy.title }}
        meta={[t("text")]}
        actions={<ButtonLink to={vacancyPath}>{t("list")}</ButtonLink>}
      />
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      {report && <BulkReport report={report} stages={data.columns} />}
      {problem ? <Problem of={problem} /> : <Board {...data} {...{ intents, vacancyPath }} />}
    </>
  );
}
