import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { BulkButton } from "~/components/table/selection";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { VacancyTable } from "~/components/vacancies/vacancy-table";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";
import { bulkAction, defineList } from "~/models/list/list.server";
import { listSearch } from "~/models/list/list-search";
import { getVacancies, restoreVacancies } from "~/models/vacancies/vacancy.server";
import { externalIdsOf } from "~/models/vacancies/vacancy-selection";

export const handle = titled(vacancies, "archiveTitle");

const search = listSearch({
  sorts: ["title", "createdAt", "archivedAt", "externalVacancyId"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
});

const list = defineList({
  name: "vacancy-archive",
  gate: { flag: "edgeVacancyArchiveListEnabled" },
  search,
  fetch: ({ api, scope }, state) => getVacancies(api, scope, state, true),
  loadFailed: ({ translate }) => translate(vacancies)("loadFailed"),
  extra: ({ base, flags }) => ({ base, mayOpen: flags.edgeVacancyDetailEnabled }),
  actions: {
    restore: bulkAction({
      nothing: ({ translate }) => translate(vacancies)("nothingSelected"),
      run: ({ api, scope, idempotencyKey }, chosen) =>
        restoreVacancies(api, scope, externalIdsOf(chosen), idempotencyKey),
      success: ({ base, translate }) => ({
        tone: "success",
        title: translate(vacancies)("restoredNotice"),
        link: { to: `${base}/vacancies`, label: translate(vacancies)("viewVacancies") },
      }),
      failed: ({ translate }) => ({
        title: translate(vacancies)("wentWrong"),
        description: translate(vacancies)("restoreFailed"),
      }),
    }),
  },
});
export const loader = list.loader;
export const action = list.action;

export default function VacancyArchive() {
  const { base, mayOpen, ...data } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(vacancies);
  const c = useTexts(common);
  return (
    <>
      <PageHeader
        title={t("archiveTitle")}
        count={data.totals?.totalItems}
        back={{ to: `${base}/vacancies`, label: t("title") }}
      />
      <Notices notices={answer ? [answer.notice] : []} />
      <VacancyTable
        label={t("archiveTitle")}
        {...data}
        isArchive
        rowHref={mayOpen ? (row) => `${base}/vacancies/${row._id}` : undefined}
        toolbar={
          <BulkButton intent="restore" icon="restore">
            {c("actions.restore")}
          </BulkButton>
        }
      />
    </>
  );
}
