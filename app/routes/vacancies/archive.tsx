import { useLoaderData, useLocation } from "@remix-run/react";
import { useRefetch } from "~/components/context/refetch";
import { useTexts } from "~/components/context/console-context";
import { keptForBack, titled } from "~/components/shell/page-title";
import { vacancyArchiveColumns } from "~/components/vacancies/vacancy-columns";
import { VacancyList } from "~/components/vacancies/vacancy-list";
import { vacancies } from "~/i18n/vacancies";
import { bulkAction, defineList } from "~/models/list/list.server";
import { openedFrom } from "~/models/list/list-address";
import { archiveVacancies, restoreVacancies } from "~/models/vacancies/vacancy.server";
import {
  choicesOf,
  planAllVacancies,
  restoredNotice,
  unknownDepartments,
  vacanciesOf,
} from "~/models/vacancies/vacancy-screen.server";
import { archiveSorts, vacancySearch } from "~/models/vacancies/vacancy-search";
import { externalIdsOf } from "~/models/vacancies/vacancy-selection";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";

export const handle = keptForBack(titled(vacancies, "archiveTitle"));

const list = defineList({
  name: "vacancy-archive",
  gate: screenGates["vacancies/archive"],
  may: {
    open: screenGates["vacancies/:vacancyId"],
    list: screenGates.vacancies,
    restore: deedGates.restoreVacancy,
  },
  search: vacancySearch(archiveSorts),
  fetch: (args, state) => vacanciesOf(args, state, true),
  unknown: unknownDepartments,
  loadFailed: ({ translate }) => translate(vacancies)("loadFailed"),
  columns: vacancyArchiveColumns,
  extra: async (args) => ({ choices: await choicesOf(args) }),
  actions: {
    restore: bulkAction({
      nothing: ({ translate }) => translate(vacancies)("nothingSelected"),
      run: ({ api, scope, idempotencyKey }, chosen) =>
        restoreVacancies(api, scope, externalIdsOf(chosen), idempotencyKey),
      success: restoredNotice,
      failed: ({ translate }) => ({
        title: translate(vacancies)("wentWrong"),
        description: translate(vacancies)("restoreFailed"),
      }),
      all: planAllVacancies(true),
      undo: {
        run: ({ api, scope, idempotencyKey }, { ids, changedAt }) =>
          archiveVacancies(api, scope, ids, idempotencyKey, changedAt),
        // Their external ids are what people call them.
        names: (_args, ids) => Promise.resolve(ids),
      },
    }),
  },
});
export const loader = list.loader;
export const action = list.action;

const intent = intentsOf<typeof action>();

export default function VacancyArchive() {
  const { base, may, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  useRefetch(1000);
  const t = useTexts(vacancies);
  return (
    <VacancyList
      {...data}
      isArchive
      back={may.list ? { to: `${base}/vacancies`, label: t("title") } : undefined}
      rowHref={may.open ? (row) => openedFrom(`${base}/vacancies/${row._id}`, search) : undefined}
      bulk={may.restore && { intent: intent("restore"), icon: "restore" }}
    />
  );
}
