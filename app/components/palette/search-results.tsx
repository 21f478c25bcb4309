import { useTexts } from "~/components/context/console-context";
import { linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Tabs } from "~/components/ui/tabs";
import { useTime } from "~/components/ui/time";
import { search } from "~/i18n/search";
import { searchHref, searchTabs } from "~/models/search/search-state";
import type { SearchData } from "~/models/search/search-screen.server";

type VacancyRow = SearchData["vacancies"][number];
type ApplicationRow = SearchData["applications"][number];

/** What a search found: a tab of vacancies, a tab of applications, and the way to more (SRCH-03, SRCH-04, SRCH-09). */
export function SearchResults(data: SearchData) {
  const { q, tab, more, base, hasMore, isTooMuch, problem } = data;
  const t = useTexts(search);
  return (
    <section className="search-results" aria-label={t(`tabs.${tab}`)}>
      <Tabs
        label={t("tabs.label")}
        tabs={searchTabs.map((one) => ({
          to: searchHref(base, { q, tab: one, more: 0 }),
          label: t(`tabs.${one}`),
          current: one === tab,
        }))}
      />
      {problem && (
        <Callout tone="error" role="alert" title={problem.title}>
          {problem.description}
        </Callout>
      )}
      {q && !problem && <Found {...data} />}
      {hasMore && (
        <p>
          <ButtonLink to={searchHref(base, { q, tab, more: more + 1 })} data-keep-scroll="">
            {t("loadMore")}
          </ButtonLink>
        </p>
      )}
      {isTooMuch && <Callout tone="neutral" title={t("tooMuch")} />}
    </section>
  );
}

function Found({ q, tab, base, mayOpen, vacancies, applications }: SearchData) {
  const t = useTexts(search);
  const time = useTime();
  const other = tab === "vacancies" ? "applications" : "vacancies";
  const empty = {
    title: t("none"),
    action: <ButtonLink to={searchHref(base, { q, tab: other, more: 0 })}>{t(`lookIn.${other}`)}</ButtonLink>,
  };
  if (tab === "vacancies")
    return (
      <DataTable
        label={t("tabs.vacancies")}
        rows={vacancies}
        rowHref={mayOpen ? ({ href }) => href : undefined}
        empty={empty}
        columns={[
          linkColumn<VacancyRow>({ id: "name", header: t("columns.name"), value: ({ title }) => title }),
          textColumn<VacancyRow>({
            id: "externalId",
            header: t("columns.externalId"),
            value: ({ externalVacancyId }) => externalVacancyId,
          }),
        ]}
      />
    );
  return (
    <DataTable
      label={t("tabs.applications")}
      rows={applications}
      rowHref={mayOpen ? ({ href }) => href : undefined}
      empty={empty}
      columns={[
        linkColumn<ApplicationRow>({
          id: "name",
          header: t("columns.name"),
          value: ({ name }) => <bdi>{name}</bdi>,
        }),
        textColumn<ApplicationRow>({
          id: "vacancy",
          header: t("columns.vacancy"),
          value: ({ vacancyName }) => vacancyName,
        }),
        textColumn<ApplicationRow>({ id: "email", header: t("columns.email"), value: ({ email }) => email }),
        textColumn<ApplicationRow>({
          id: "applicationId",
          header: t("columns.applicationId"),
          value: ({ _id }) => <code>{_id}</code>,
        }),
        timeColumn<ApplicationRow>({
          id: "created",
          header: t("columns.created"),
          time,
          at: ({ createdAt }) => createdAt,
        }),
      ]}
    />
  );
}
