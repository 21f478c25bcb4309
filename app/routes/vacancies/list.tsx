import { useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { useRefetch } from "~/components/context/refetch";
import { titledArchivable } from "~/components/shell/page-title";
import { SetupCard } from "~/components/vacancies/setup-card";
import { vacancyArchiveColumns, vacancyColumns } from "~/components/vacancies/vacancy-columns";
import { VacancyList } from "~/components/vacancies/vacancy-list";
import styles from "~/components/vacancies/vacancies.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { vacancies } from "~/i18n/vacancies";
import { archivableList } from "~/models/list/archivable-list.server";
import { openedFrom } from "~/models/list/list-address";
import { isSet } from "~/models/list/list-state";
import { getSetup } from "~/models/settings/setup.server";
import {
  choicesOf,
  movableVacancies,
  unknownDepartments,
  vacanciesOf,
} from "~/models/vacancies/vacancy-screen.server";
import { archiveSorts, listSorts, vacancySearch } from "~/models/vacancies/vacancy-search";
import { env } from "~/services/env.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);

export const handle = titledArchivable(vacancies, { list: "title", archive: "archiveTitle" });

const searches = { active: vacancySearch(listSorts), archived: vacancySearch(archiveSorts) };

const list = archivableList({
  active: {
    name: "vacancies",
    gate: screenGates.vacancies,
    may: {
      create: screenGates["vacancies/create"],
      openArchive: screenGates["vacancies/archive"],
      archive: deedGates.archiveVacancy,
      open: screenGates["vacancies/:vacancyId"],
    },
  },
  archived: {
    name: "vacancy-archive",
    gate: screenGates["vacancies/archive"],
    may: {
      open: screenGates["vacancies/:vacancyId"],
      list: screenGates.vacancies,
      restore: deedGates.restoreVacancy,
    },
  },
  movable: movableVacancies,
  search: (isArchive) => (isArchive ? searches.archived : searches.active),
  fetch: vacanciesOf,
  unknown: unknownDepartments,
  loadFailed: ({ translate }) => translate(vacancies)("loadFailed"),
  columns: (isArchive) => (isArchive ? vacancyArchiveColumns : vacancyColumns),
  extra: async (args, totals, isArchive) => {
    const { active } = searches;
    // A search that finds nothing is no beginning.
    const isSearched = Object.values(active.filtersOf(active.parse(args.url.searchParams))).some(isSet);
    const isSetUp = async () => isArchive || isSearched || (await totals)?.totalItems !== 0;
    const [setup, choices] = await Promise.all([
      isSetUp().then((is) => (is ? null : getSetup(args))),
      choicesOf(args),
    ]);
    return { setup, choices, ssoDomain: env.SSO_DOMAIN };
  },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** The vacancies of a customer, and their archive (VAC-04, VAC-18). */
export default function Vacancies() {
  const { base, isArchive, may, setup, ssoDomain, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(vacancies);
  useRefetch(1000);
  const href = `${base}/vacancies`;
  const shared = {
    ...data,
    rowHref: may.open ? (row: { _id: string }) => openedFrom(`${href}/${row._id}`, search) : undefined,
  };
  return isArchive ? (
    <VacancyList
      key="archive"
      {...shared}
      isArchive
      back={may.list ? { to: href, label: t("title") } : undefined}
      bulk={may.restore && { intent: intent("restore"), icon: "restore" }}
    />
  ) : (
    <VacancyList
      key="list"
      {...shared}
      // One loud thing a screen: with steps to take it is the first of them.
      create={may.create && { href: `${href}/create`, isQuiet: setup !== null }}
      archive={may.openArchive && { href: `${href}/archive` }}
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
