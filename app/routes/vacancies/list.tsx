import { useLoaderData, useLocation } from "@remix-run/react";
import { useRefetch } from "~/components/context/refetch";
import { keptForBack, titled } from "~/components/shell/page-title";
import { SetupCard } from "~/components/vacancies/setup-card";
import { vacancyColumns } from "~/components/vacancies/vacancy-columns";
import { VacancyList } from "~/components/vacancies/vacancy-list";
import styles from "~/components/vacancies/vacancies.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";
import { bulkAction, defineList } from "~/models/list/list.server";
import { openedFrom } from "~/models/list/list-address";
import { isSet } from "~/models/list/list-state";
import { getSetup } from "~/models/settings/setup.server";
import { archiveVacancies, restoreVacancies } from "~/models/vacancies/vacancy.server";
import {
  choicesOf,
  planAllVacancies,
  unknownDepartments,
  vacanciesOf,
} from "~/models/vacancies/vacancy-screen.server";
import { listSorts, vacancySearch } from "~/models/vacancies/vacancy-search";
import { externalIdsOf } from "~/models/vacancies/vacancy-selection";
import { env } from "~/services/env.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);

export const handle = keptForBack(titled(vacancies, "title"));

const reader = vacancySearch(listSorts);

const list = defineList({
  name: "vacancies",
  gate: screenGates.vacancies,
  may: {
    create: screenGates["vacancies/create"],
    openArchive: screenGates["vacancies/archive"],
    archive: deedGates.archiveVacancy,
    open: screenGates["vacancies/:vacancyId"],
  },
  search: reader,
  fetch: (args, state) => vacanciesOf(args, state, false),
  unknown: unknownDepartments,
  loadFailed: ({ translate }) => translate(vacancies)("loadFailed"),
  columns: vacancyColumns,
  extra: async (args, totals) => {
    // A search that finds nothing is no beginning.
    const isSearched = Object.values(reader.filtersOf(reader.parse(args.url.searchParams))).some(isSet);
    const [setup, choices] = await Promise.all([
      totals.then((all) => (all?.totalItems === 0 && !isSearched ? getSetup(args) : null)),
      choicesOf(args),
    ]);
    return { setup, choices, ssoDomain: env.SSO_DOMAIN };
  },
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
      all: planAllVacancies(false),
      undo: {
        run: ({ api, scope, idempotencyKey }, { ids, changedAt }) =>
          restoreVacancies(api, scope, ids, idempotencyKey, changedAt),
        // Their external ids are what people call them.
        names: (_args, ids) => Promise.resolve(ids),
      },
    }),
  },
});
export const loader = list.loader;
export const action = list.action;

const intent = intentsOf<typeof action>();

export default function Vacancies() {
  const { base, may, setup, ssoDomain, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  useRefetch(1000);
  return (
    <VacancyList
      {...data}
      // One loud thing a screen: with steps to take it is the first of them.
      create={may.create && { href: `${base}/vacancies/create`, isQuiet: setup !== null }}
      archive={may.openArchive && { href: `${base}/vacancies/archive` }}
      rowHref={may.open ? (row) => openedFrom(`${base}/vacancies/${row._id}`, search) : undefined}
      bulk={may.archive && { intent: intent("archive"), icon: "archive" }}
    >
      {setup && (
        <SetupCard
          {...setup}
          hrefs={{
            branding: `${base}/settings/branding`,
            "email-domain": `${base}/settings/email-domain`,
            sso: `${base}/settings/sso?${new URLSearchParams({ domain: ssoDomain })}`,
            workflow: `${base}/workflow-sets/workflows/create`,
            vacancy: `${base}/vacancies/create`,
          }}
        />
      )}
    </VacancyList>
  );
}
