import { useLoaderData } from "@remix-run/react";
import { vacanciesArea } from "~/areas/vacancies";
import { UndoableJob } from "~/components/bulk-jobs/undoable-job";
import { useRefetch } from "~/components/context/refetch";
import { archivableTitle } from "~/components/shell/page-title";
import { SetupCard } from "~/components/vacancies/setup-card";
import { vacancyArchiveColumns, vacancyColumns } from "~/components/vacancies/vacancy-columns";
import { VacancyList } from "~/components/vacancies/vacancy-list";
import styles from "~/components/vacancies/vacancies.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { vacancies } from "~/i18n/vacancies";
import { undoableJob } from "~/models/bulk-jobs/bulk-job-screen.server";
import { archivableList } from "~/models/list/archivable-list.server";
import { isSet } from "~/models/list/list-state";
import { getSetup } from "~/models/settings/setup.server";
import {
  choicesOf,
  movableVacancies,
  unknownDepartments,
  vacanciesOf,
} from "~/models/vacancies/vacancy-screen.server";
import { vacancySearch } from "~/models/vacancies/vacancy-search";
import { env } from "~/services/env.server";

export const links = stylesheets(styles);

export const handle = archivableTitle(vacancies);

const list = archivableList({
  area: vacanciesArea,
  movable: movableVacancies,
  search: vacancySearch,
  fetch: vacanciesOf,
  unknown: unknownDepartments,
  columns: (isArchive) => (isArchive ? vacancyArchiveColumns : vacancyColumns),
  extra: async (args, totals, isArchive) => {
    const active = vacancySearch(false);
    // A search without results does not mean the customer is new.
    const isSearched = Object.values(active.filtersOf(active.parse(args.url.searchParams))).some(isSet);
    const isSetUp = async () => isArchive || isSearched || (await totals)?.totalItems !== 0;
    const [setup, choices, undoable] = await Promise.all([
      isSetUp().then((is) => (is ? null : getSetup(args))),
      choicesOf(args),
      undoableJob(args, null),
    ]);
    return { setup, choices, undoable, ssoDomain: env.SSO_DOMAIN };
  },
});
export const loader = list.loader;
export const action = list.action;

/** Vacancies of a customer, and their archive (VAC-04, VAC-18). */
export default function Vacancies() {
  const { setup, ssoDomain, undoable, ...data } = useLoaderData<typeof loader>();
  const { base, listHref } = data;
  useRefetch(1000);
  return (
    <VacancyList
      {...data}
      // One primary button per screen: during setup it is the first open step.
      isCreateQuiet={setup !== null}
    >
      <UndoableJob job={undoable} />
      {setup && (
        <SetupCard
          {...setup}
          hrefs={{
            branding: `${base}/settings/branding`,
            "email-domain": `${base}/settings/email-domain`,
            sso: `${base}/settings/sso?${new URLSearchParams({ domain: ssoDomain })}`,
            workflow: `${base}/workflow-sets/workflows/create`,
            vacancy: `${listHref}/create`,
          }}
        />
      )}
    </VacancyList>
  );
}
