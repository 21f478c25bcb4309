import { Outlet, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { inviteHref } from "~/components/applications/application-hrefs";
import { CandidatesSection } from "~/components/applications/candidates-section";
import { useTexts } from "~/components/context/console-context";
import { titledBy } from "~/components/shell/page-title";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { Time } from "~/components/ui/time";
import { RequisitionView } from "~/components/vacancies/requisition-view";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { VacancyFacts } from "~/components/vacancies/vacancy-facts";
import { VacancyPanel } from "~/components/vacancies/vacancy-panel";
import { applications } from "~/i18n/applications";
import { common } from "~/i18n/common";
import { translator } from "~/i18n/texts";
import { vacancies } from "~/i18n/vacancies";
import {
  applyMove,
  applyReport,
  applyResend,
  applyStatus,
  loadApplications,
  openInsights,
} from "~/models/applications/application-screen.server";
import { loadRequisition } from "~/models/vacancies/requisition-screen.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";

export const handle = titledBy((data, language) => {
  const t = translator(vacancies, language);
  const loaded = data as Awaited<ReturnType<typeof loader>> | undefined;
  if (loaded?.requisition) return t("requisition.title", { id: loaded.requisition.id });
  return loaded?.vacancy.title ?? t("vacancy");
});

export const ErrorBoundary = VacancyErrorBoundary;

export const loader = consoleLoader({ flag: "edgeVacancyDetailEnabled" }, async (args) => {
  const { api, scope, base, flags, params } = args;
  const vacancy = await vacancyOfAddress(api, scope, params.vacancyId);
  // VAC-51, VAC-56: what is not archived can be changed.
  const isOpen = flags.oldEdgeFeaturesEnabled && vacancy.archivedAt === null;
  return {
    base,
    vacancy,
    candidates: flags.oldEdgeFeaturesEnabled ? await loadApplications(args, vacancy) : null,
    requisition: flags.oldEdgeFeaturesEnabled ? null : await loadRequisition(args, vacancy),
    may: {
      edit: isOpen && flags.edgeVacancyEditEnabled,
      invite: isOpen && flags.edgeCandidateInviteEnabled,
    },
  };
});

export const action = consoleAction(
  { flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"] },
  { status: applyStatus, move: applyMove, resend: applyResend, report: applyReport, insights: openInsights },
);

export default function VacancyDetail() {
  const { base, vacancy, candidates, requisition, may } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const a = useTexts(applications);
  const t = useTexts(vacancies);
  const c = useTexts(common);
  if (requisition)
    return <RequisitionView {...{ requisition, vacancy }} vacanciesHref={`${base}/vacancies`} />;
  const vacancyPath = `${base}/vacancies/${vacancy._id}`;
  return (
    <>
      <PageHeader
        title={vacancy.title}
        back={{ to: `${base}/vacancies`, label: t("title") }}
        tags={vacancy.archivedAt && <Badge>{t("archivedTag")}</Badge>}
        count={candidates?.total}
        meta={[
          <VacancyFacts key="facts" vacancy={vacancy} />,
          <span key="created" className="vacancy-created">
            {t("createdOn")} <Time at={vacancy.createdAt} kind="dateTime" />
          </span>,
          vacancy.archivedAt && (
            <>
              {t("archivedOn")} <Time at={vacancy.archivedAt} kind="dateTime" />
            </>
          ),
          <VacancyPanel key="panel" vacancy={vacancy} />,
        ]}
        actions={
          <>
            {may.edit && (
              <ButtonLink to={`${vacancyPath}/edit`} icon="edit">
                {c("actions.edit")}
              </ButtonLink>
            )}
            {may.invite && candidates?.stage && (
              <ButtonLink
                to={inviteHref(vacancyPath, search, candidates.stage._id)}
                variant="solid"
                tone="accent"
                icon="plus"
                data-keep-scroll=""
              >
                {a("invite")}
              </ButtonLink>
            )}
          </>
        }
      />
      {candidates && <CandidatesSection {...{ candidates, vacancyPath, answer }} />}
      {/* Invite, edit, delete, de-identify: dialogs over the list they came from. */}
      <Outlet />
    </>
  );
}
