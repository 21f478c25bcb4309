import { Outlet, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { applicationFileColumns } from "~/components/applications/application-columns";
import { inviteHref } from "~/components/applications/application-hrefs";
import { CandidatesSection } from "~/components/applications/candidates-section";
import { FunnelLinks, FunnelPanel } from "~/components/applications/funnel-panel";
import { useRefetch } from "~/components/context/refetch";
import { useHistory } from "~/components/context/history";
import { useTexts } from "~/components/context/console-context";
import { HoldNotice } from "~/components/retention/hold-notice";
import { PlaceHoldLink } from "~/components/retention/place-hold-link";
import { cacheForBack, titleFromData } from "~/components/shell/page-title";
import { PlaceOfRecord, useOpenedListHref } from "~/components/table/place-in-list";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { Time } from "~/components/ui/time";
import { RequisitionView } from "~/components/vacancies/requisition-view";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { VacancyFacts } from "~/components/vacancies/vacancy-facts";
import { VacancyPanel } from "~/components/vacancies/vacancy-panel";
import vacanciesStyles from "~/components/vacancies/vacancies.css?url";
import applicationsStyles from "~/components/applications/applications.css?url";
import sheetStyles from "~/components/ui/sheet.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { applications } from "~/i18n/applications";
import { board } from "~/i18n/board";
import { common } from "~/i18n/common";
import { translator } from "~/i18n/texts";
import { vacancies } from "~/i18n/vacancies";
import { applicationActions, loadApplications } from "~/models/applications/application-screen.server";
import { loadFunnel } from "~/models/applications/funnel-screen.server";
import { loadRequisition } from "~/models/vacancies/requisition-screen.server";
import { holdFacts } from "~/models/retention/hold-screen.server";
import { shownVacancy, vacancyOfAddress, vacancyPlace } from "~/models/vacancies/vacancy-screen.server";
import { actionGates, isGateOpen, screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(sheetStyles, vacanciesStyles, applicationsStyles);

export const handle = cacheForBack(
  titleFromData((data, language) => {
    const t = translator(vacancies, language);
    const loaded = data as Awaited<ReturnType<typeof loader>> | undefined;
    if (loaded?.requisition) return t("requisition.title", { id: loaded.requisition.id });
    return loaded?.vacancy.title ?? t("vacancy");
  }),
);

export const ErrorBoundary = VacancyErrorBoundary;

export const loader = consoleLoader(screenGates["vacancies/:vacancyId"], async (args) => {
  const { base, flags } = args;
  const [vacancy, rights, kept] = await Promise.all([
    vacancyOfAddress(args),
    args.rights(),
    holdFacts(args, { vacancyId: args.param("vacancyId") }),
  ]);
  const held = { flags, rights };
  // A vacancy can be changed unless archived (VAC-51, VAC-56).
  const isOpen = vacancy.archivedAt === null;
  const [place, candidates, requisition, funnel] = await Promise.all([
    vacancyPlace(args, vacancy),
    flags.oldEdgeFeaturesEnabled ? loadApplications(args, vacancy, applicationFileColumns) : null,
    flags.oldEdgeFeaturesEnabled ? null : loadRequisition(args, vacancy),
    loadFunnel(args),
  ]);
  return {
    base,
    vacancy: shownVacancy(
      args,
      vacancy,
      isGateOpen(screenGates["workflow-sets/workflows/:workflowId"], held),
    ),
    kept,
    place,
    candidates,
    requisition,
    funnel,
    may: {
      report: isGateOpen(screenGates["vacancies/:vacancyId/report"], held),
      openList: isGateOpen(screenGates.vacancies, held),
      openArchive: isGateOpen(screenGates["vacancies/archive"], held),
      edit: isOpen && isGateOpen(screenGates["vacancies/:vacancyId/edit"], held),
      board: isGateOpen(screenGates["vacancies/:vacancyId/board"], held),
      invite: isOpen && isGateOpen(screenGates["vacancies/:vacancyId/invite"], held),
    },
  };
});

export const action = consoleAction(actionGates.anyOfApplications, applicationActions);

const intent = intentsOf<typeof action>();
const intents = {
  status: intent("status"),
  move: intent("move"),
  resend: intent("resend"),
  compare: intent("compare"),
  report: intent("report"),
  insights: intent("insights"),
};

export default function VacancyDetail() {
  const { base, vacancy, kept, place, candidates, requisition, funnel, may } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useRefetch(1000);
  const { search } = useLocation();
  const a = useTexts(applications);
  const b = useTexts(board);
  const t = useTexts(vacancies);
  const history = useHistory();
  const c = useTexts(common);
  const vacanciesHref = `${base}/vacancies`;
  const isInArchive = vacancy.archivedAt !== null && may.openArchive;
  const backHref = useOpenedListHref(isInArchive ? `${vacanciesHref}/archive` : vacanciesHref);
  const isListOpen = isInArchive || may.openList;
  const back = isListOpen ? { to: backHref, label: t(isInArchive ? "archiveTitle" : "title") } : undefined;
  const inList = <PlaceOfRecord place={place} hrefOf={(id) => `${vacanciesHref}/${id}`} />;
  if (requisition) return <RequisitionView {...{ requisition, vacancy, back, inList }} />;
  const vacancyPath = `${vacanciesHref}/${vacancy._id}`;
  return (
    <>
      {/* Invite, edit, delete, de-identify: dialogs over their list, and before it in text browsers. */}
      <Outlet />
      <PageHeader
        title={vacancy.title}
        back={back}
        tags={vacancy.archivedAt && <Badge>{t("archivedTag")}</Badge>}
        count={candidates?.total}
        meta={[
          <VacancyFacts key="facts" vacancy={vacancy} />,
          may.report && <FunnelLinks key="funnel" {...{ vacancyPath, isOpen: funnel !== null }} />,
          kept.mayPlace && <PlaceHoldLink key="hold" base={base} on={{ vacancy: vacancy._id }} />,
          <span key="created" className="vacancy-created">
            {t("createdOn")} <Time at={vacancy.createdAt} kind="dateTime" />
          </span>,
          vacancy.archivedAt && (
            <>
              {t("archivedOn")} <Time at={vacancy.archivedAt} kind="dateTime" />
            </>
          ),
        ]}
        actions={
          <>
            {inList}
            {history("VACANCY", vacancy._id)}
            <VacancyPanel vacancy={vacancy} />
            {may.board && <ButtonLink to={`${vacancyPath}/board`}>{b("open")}</ButtonLink>}
            {may.edit && (
              <ButtonLink to={`${vacancyPath}/edit`} icon="edit">
                {c("actions.edit")}
              </ButtonLink>
            )}
            {may.invite && candidates?.stage && (
              <ButtonLink
                to={inviteHref(vacancyPath, search, candidates.stage._id)}
                variant="solid"
                icon="plus"
                data-keep-scroll=""
              >
                {a("invite")}
              </ButtonLink>
            )}
          </>
        }
      />
      <HoldNotice kept={kept.kept} base={base} mayOpen={kept.mayOpen} of="vacancy" />
      <FunnelPanel vacancyPath={vacancyPath} shown={funnel} />
      {candidates && <CandidatesSection {...{ intents, candidates, vacancyPath, answer }} />}
    </>
  );
}
