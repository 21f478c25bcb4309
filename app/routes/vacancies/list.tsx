import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { BulkButton } from "~/components/table/selection";
import { ButtonLink } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { VacancyTable } from "~/components/vacancies/vacancy-table";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";
import { listSearch } from "~/models/list/list-search";
import { archiveVacancies, getVacancies } from "~/models/vacancies/vacancy.server";
import { selectedVacancies } from "~/models/vacancies/vacancy-selection";
import { failure, loaded, refusal } from "~/services/failure.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";

export const handle = titled(vacancies, "title");

const search = listSearch({
  sorts: ["title", "createdAt", "externalVacancyId"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
});

export const loader = consoleLoader({ flag: "edgeVacancyListEnabled" }, async (args) => {
  const { api, scope, flags, url, base, translate } = args;
  const list = search.parse(url.searchParams);
  const text = translate(vacancies)("loadFailed");
  const { data, error } = await loaded(getVacancies(api, scope, list, false), args, text);
  return {
    base,
    list: { ...list, page: data?.pagination.currentPage ?? list.page },
    defaults: search.defaults,
    rows: data?.data ?? [],
    totals: data?.pagination,
    problem: error,
    idempotencyKey: crypto.randomUUID(),
    may: {
      create: flags.edgeVacancyCreationEnabled,
      archive: flags.edgeVacancyArchiveListEnabled,
      open: flags.edgeVacancyDetailEnabled,
    },
  };
});

export const action = consoleAction(
  { flag: ["edgeVacancyListEnabled", "edgeVacancyArchiveListEnabled"] },
  {
    archive: async (args) => {
      const { api, scope, url, base, form, idempotencyKey, translate, notify } = args;
      const t = translate(vacancies);
      const failed = { title: t("wentWrong"), description: t("archiveFailed") };
      const { count, externalIds } = selectedVacancies(form);
      if (count === 0) return refusal(t("nothingSelected"));
      try {
        const done = await archiveVacancies(api, scope, externalIds, idempotencyKey);
        const link = { to: `${base}/vacancies/archive`, label: translate(common)("actions.viewArchive") };
        // VAC-23: what could be changed stays changed, the rest is a failure.
        if (done < count) notify({ tone: "error", ...failed });
        else notify({ tone: "success", title: t("archivedNotice"), link });
      } catch (error) {
        return failure(error, args, failed);
      }
      return redirect(`${url.pathname}${url.search}`, 303);
    },
  },
);

export default function Vacancies() {
  const { base, list, defaults, rows, totals, problem, idempotencyKey, may } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(vacancies);
  const c = useTexts(common);
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <>
            {may.archive && (
              <ButtonLink to={`${base}/vacancies/archive`} variant="ghost">
                {c("actions.viewArchive")}
              </ButtonLink>
            )}
            {may.create && (
              <ButtonLink to={`${base}/vacancies/create`} variant="solid" tone="accent" icon="plus">
                {c("actions.createNew")}
              </ButtonLink>
            )}
          </>
        }
      />
      <Notices notices={answer ? [answer.notice] : []} />
      <VacancyTable
        label={t("title")}
        {...{ rows, list, defaults, totals, problem, idempotencyKey }}
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
