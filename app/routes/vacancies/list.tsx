import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { BulkButton } from "~/components/table/selection";
import { ButtonLink } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { SetupCard } from "~/components/vacancies/setup-card";
import { VacancyTable } from "~/components/vacancies/vacancy-table";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";
import { bulkAction, defineList } from "~/models/list/list.server";
import { listSearch } from "~/models/list/list-search";
import { getSetup } from "~/models/settings/setup.server";
import { archiveVacancies, getVacancies } from "~/models/vacancies/vacancy.server";
import { externalIdsOf } from "~/models/vacancies/vacancy-selection";
import { env } from "~/services/env.server";

export const handle = titled(vacancies, "title");

const search = listSearch({
  sorts: ["title", "createdAt", "externalVacancyId"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
});

const list = defineList({
  name: "vacancies",
  gate: { flag: "edgeVacancyListEnabled" },
  search,
  fetch: ({ api, scope }, state) => getVacancies(api, scope, state, false),
  loadFailed: ({ translate }) => translate(vacancies)("loadFailed"),
  extra: async (args, totals) => ({
    base: args.base,
    setup: totals?.totalItems === 0 ? await getSetup(args) : null,
    ssoDomain: env.SSO_DOMAIN,
    may: {
      create: args.flags.edgeVacancyCreationEnabled,
      archive: args.flags.edgeVacancyArchiveListEnabled,
      open: args.flags.edgeVacancyDetailEnabled,
    },
  }),
  actionGate: { flag: ["edgeVacancyListEnabled", "edgeVacancyArchiveListEnabled"] },
  actions: {
    archive: bulkAction({
      nothing: ({ translate }) => translate(vacancies)("nothingSelected"),
      run: ({ api, scope, idempotencyKey }, chosen) =>
        archiveVacancies(api, scope, externalIdsOf(chosen), idempotencyKey),
      success: ({ base, translate }) => ({
        tone: "success",
        title: translate(vacancies)("archivedNotice"),
        link: { to: `${base}/vacancies/archive`, label: translate(common)("actions.viewArchive") },
      }),
      failed: ({ translate }) => ({
        title: translate(vacancies)("wentWrong"),
        description: translate(vacancies)("archiveFailed"),
      }),
    }),
  },
});
export const loader = list.loader;
export const action = list.action;

export default function Vacancies() {
  const { base, may, setup, ssoDomain, ...data } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(vacancies);
  const c = useTexts(common);
  return (
    <>
      <PageHeader
        title={t("title")}
        count={data.totals?.totalItems}
        actions={
          <>
            {may.archive && (
              <ButtonLink to={`${base}/vacancies/archive`} variant="ghost">
                {c("actions.viewArchive")}
              </ButtonLink>
            )}
            {may.create && (
              <ButtonLink
                to={`${base}/vacancies/create`}
                // One loud thing a screen: with steps to take it is the first of them.
                {...(!setup && { variant: "solid", tone: "accent" })}
                icon="plus"
              >
                {c("actions.createNew")}
              </ButtonLink>
            )}
          </>
        }
      />
      <Notices notices={answer ? [answer.notice] : []} />
      {setup && (
        <SetupCard
          {...setup}
          hrefs={{
            branding: `${base}/settings/branding`,
            "email-domain": `${base}/settings/email-domain`,
            sso: `${base}/settings/sso?${new URLSearchParams({ domain: ssoDomain })}`,
            vacancy: `${base}/vacancies/create`,
          }}
        />
      )}
      <VacancyTable
        label={t("title")}
        {...data}
        rowHref={may.open ? (row) => `${base}/vacancies/${row._id}` : undefined}
        toolbar={
          may.archive && (
            <BulkButton intent="archive" icon="archive">
              {c("actions.archive")}
            </BulkButton>
          )
        }
      />
    </>
  );
}
