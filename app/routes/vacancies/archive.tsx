import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { BulkButton } from "~/components/table/selection";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { VacancyTable } from "~/components/vacancies/vacancy-table";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";
import { listSearch } from "~/models/list/list-search";
import { getVacancies, restoreVacancies } from "~/models/vacancies/vacancy.server";
import { selectedVacancies } from "~/models/vacancies/vacancy-selection";
import { failure, loaded, refusal } from "~/services/failure.server";
import type { Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";

export const handle = titled(vacancies, "archiveTitle");

const gate: Gate = { flag: "edgeVacancyArchiveListEnabled" };
const search = listSearch({
  sorts: ["title", "createdAt", "archivedAt", "externalVacancyId"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
});

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, flags, url, base, translate } = args;
  const list = search.parse(url.searchParams);
  const text = translate(vacancies)("loadFailed");
  const { data, error } = await loaded(getVacancies(api, scope, list, true), args, text);
  return {
    base,
    list: { ...list, page: data?.pagination.currentPage ?? list.page },
    defaults: search.defaults,
    rows: data?.data ?? [],
    totals: data?.pagination,
    problem: error,
    idempotencyKey: crypto.randomUUID(),
    mayOpen: flags.edgeVacancyDetailEnabled,
  };
});

export const action = consoleAction(gate, {
  restore: async (args) => {
    const { api, scope, url, base, form, idempotencyKey, translate, notify } = args;
    const t = translate(vacancies);
    const failed = { title: t("wentWrong"), description: t("restoreFailed") };
    const { count, externalIds } = selectedVacancies(form);
    if (count === 0) return refusal(t("nothingSelected"));
    try {
      const done = await restoreVacancies(api, scope, externalIds, idempotencyKey);
      const link = { to: `${base}/vacancies`, label: t("viewVacancies") };
      // VAC-23: what could be changed stays changed, the rest is a failure.
      if (done < count) notify({ tone: "error", ...failed });
      else notify({ tone: "success", title: t("restoredNotice"), link });
    } catch (error) {
      return failure(error, args, failed);
    }
    return redirect(`${url.pathname}${url.search}`, 303);
  },
});

export default function VacancyArchive() {
  const { base, mayOpen, ...loaded } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(vacancies);
  const c = useTexts(common);
  return (
    <>
      <PageHeader title={t("archiveTitle")} back={{ to: `${base}/vacancies`, label: t("title") }} />
      <Notices notices={answer ? [answer.notice] : []} />
      <VacancyTable
        label={t("archiveTitle")}
        {...loaded}
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
