import { Outlet, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { applicationHref } from "~/components/applications/application-hrefs";
import applicationsStyles from "~/components/applications/applications.css?url";
import { BulkReport } from "~/components/applications/bulk-report";
import { CandidateActions } from "~/components/applications/candidate-actions";
import { CandidateFacts } from "~/components/applications/candidate-facts";
import { CandidateHeader } from "~/components/applications/candidate-header";
import { CandidateResults } from "~/components/applications/candidate-results";
import { CandidateSideList } from "~/components/applications/candidate-side-list";
import candidateStyles from "~/components/applications/candidate.css?url";
import { InsightsForm } from "~/components/applications/insights-form";
import { ScoreContext } from "~/components/applications/score-context";
import { Thread } from "~/components/applications/thread";
import { CandidateRetention } from "~/components/retention/candidate-retention";
import { HoldNotice } from "~/components/retention/hold-notice";
import { titleFromData } from "~/components/shell/page-title";
import { Problem } from "~/components/area/problem";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { candidates } from "~/i18n/candidates";
import { translator } from "~/i18n/texts";
import { thread as texts } from "~/i18n/thread";
import { applicationActions, mayOnApplications } from "~/models/applications/application-screen.server";
import { messageFacts } from "~/models/applications/candidate-messages";
import { redirectFromGoneCandidate, candidatesHref } from "~/models/applications/candidate-screen.server";
import { loadDeclineChoice } from "~/models/applications/decline-reasons.server";
import { getScoreContext } from "~/models/applications/funnel.server";
import { loadPlaceInList, loadVacanciesOf, noPlace } from "~/models/applications/thread-screen.server";
import { getThread, threadOf } from "~/models/applications/thread.server";
import { holdFacts } from "~/models/retention/hold-screen.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { withPage } from "~/models/list/list-address";
import type { Neighbour } from "~/models/list/neighbours.server";
import { loaded, optional } from "~/services/failure.server";
import { actionGates, isGateOpen, screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(applicationsStyles, candidateStyles);

export const handle = titleFromData((data, language) => {
  const known = data as Awaited<ReturnType<typeof loader>> | undefined;
  return known?.thread?.row.name ?? translator(candidates, language)("candidate");
});

export const ErrorBoundary = VacancyErrorBoundary;

const gate = screenGates["vacancies/:vacancyId/applications/:applicationId"];

/** A candidate of a vacancy: each stage's results, and everything that happened (APP-55). */
export const loader = consoleLoader(gate, async (args) => {
  const { api, base, flags, param, translate } = args;
  const [vacancy, { data: found, error }, rights, kept, context, declining] = await Promise.all([
    vacancyOfAddress(args),
    loaded(getThread(api, param("applicationId")), args, translate(texts)("loadFailed")),
    args.rights(),
    holdFacts(args, { applicationId: param("applicationId") }),
    optional(getScoreContext(api, param("applicationId")), null),
    loadDeclineChoice(args),
  ]);
  const thread = threadOf(vacancy, found);
  if (!thread && !error) throw redirectFromGoneCandidate(args);
  const [{ place, beside }, vacancies] = thread
    ? await Promise.all([loadPlaceInList(args, vacancy), loadVacanciesOf(args, thread.candidate._id)])
    : [noPlace, []];
  const may = mayOnApplications({ flags, rights });
  // A candidate who also applied in other departments needs a person with rights on all of them (CAND-14).
  const isElsewhere = vacancies === null && rights.has("apps:viewCandidate somewhere");
  return {
    thread,
    context,
    decisionsHref: isGateOpen(screenGates["decisions/:decisionId"], { flags, rights })
      ? `${base}/decisions`
      : null,
    problem: error,
    place,
    beside,
    vacancy: {
      _id: vacancy._id,
      title: vacancy.title,
      externalVacancyId: vacancy.externalVacancyId,
      stages: vacancy.workflow.stages.map(({ _id, name, dayLimit }) => ({ _id, name, dayLimit })),
    },
    otherVacancies: (vacancies ?? []).filter(({ _id }) => _id !== vacancy._id),
    vacanciesPath: `${base}/vacancies`,
    backHref: candidatesHref(args),
    logHref: isGateOpen(screenGates.notifications, { flags, rights }) ? `${base}/notifications` : null,
    messages: messageFacts(vacancy.messageSwitches, thread?.row.stageId),
    declining,
    may: { ...may, edit: may.edit && !isElsewhere },
    base,
    kept,
    mayPack: isGateOpen(actionGates.makePack, { flags, rights }) && !isElsewhere,
  };
});

export type CandidateData = Awaited<ReturnType<typeof loader>>;

export const action = consoleAction(gate, applicationActions);

const intent = intentsOf<typeof action>();
const intents = {
  status: intent("status"),
  move: intent("move"),
  resend: intent("resend"),
  compare: intent("compare"),
  report: intent("report"),
  insights: intent("insights"),
};

export default function Candidate() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const { thread, problem, beside, vacancy, vacanciesPath, backHref, logHref, otherVacancies } = data;
  const vacancyPath = `${vacanciesPath}/${vacancy._id}`;
  if (!thread)
    return (
      <>
        <PageHeader title={vacancy.title} back={{ to: backHref, label: vacancy.title }} />
        <Problem of={problem} />
      </>
    );
  const neighbourHref = ({ _id, page }: Neighbour) =>
    applicationHref(vacancyPath, _id, null, withPage(new URLSearchParams(search), page));
  const hrefOf = (page: string) => applicationHref(vacancyPath, thread.row._id, `candidate/${page}`, search);
  const pageHref = applicationHref(vacancyPath, thread.row._id, null, search);
  const report = answer && "report" in answer ? answer.report : undefined;
  return (
    <>
      <div className={beside === undefined ? undefined : "beside"}>
        {beside !== undefined && (
          <CandidateSideList list={beside} currentId={thread.row._id} hrefOf={neighbourHref} />
        )}
        <div>
          <CandidateHeader
            {...data}
            {...{ thread, intents, hrefOf, neighbourHref }}
            isBeside={beside !== undefined}
          />
          <Notices notices={answer?.notice ? [answer.notice] : []} />
          <HoldNotice kept={data.kept.kept} base={data.base} mayOpen={data.kept.mayOpen} />
          {report && <BulkReport report={report} stages={vacancy.stages} />}
          <InsightsForm action={pageHref} />
          <div className="candidate-page rt-r-display-grid rt-r-ai-start rt-r-gap-4">
            <div className="candidate-main rt-Flex rt-r-fd-column rt-r-gap-4">
              <CandidateResults stages={thread.stages} />
              <ScoreContext context={data.context} decisionsHref={data.decisionsHref} />
              <Thread
                applicationId={thread.row._id}
                candidateId={thread.candidate._id}
                entries={thread.entries}
                asOf={thread.asOf}
                stages={vacancy.stages}
                logHref={logHref}
                editHref={data.may.edit && !thread.row.isDeidentified ? hrefOf("edit") : null}
              />
            </div>
            <div className="candidate-side rt-Flex rt-r-fd-column rt-r-gap-4">
              {data.may.change && (
                <CandidateActions
                  {...{ thread, intents }}
                  messages={data.messages}
                  declining={data.declining}
                  next={data.place?.next ?? null}
                  action={pageHref}
                  stages={vacancy.stages}
                />
              )}
              <CandidateFacts {...{ thread, vacancy, otherVacancies, vacanciesPath }} />
              <CandidateRetention
                applicationId={thread.row._id}
                isDeidentified={thread.row.isDeidentified === true}
                {...data}
                {...{ vacancyPath }}
              />
            </div>
          </div>
        </div>
      </div>
      {/* Edit, delete, de-identify: dialogs over the page. */}
      <Outlet />
    </>
  );
}
