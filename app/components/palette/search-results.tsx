import { useTexts } from "~/components/context/console-context";
import { type Column, linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { EmptyState } from "~/components/ui/empty-state";
import { Tabs } from "~/components/ui/tabs";
import { useTime } from "~/components/ui/time";
import { search } from "~/i18n/search";
import { hitsOf, type SearchHit } from "~/models/search/ranking";
import { searchHref, type SearchTab, searchTabs } from "~/models/search/search-state";
import type { SearchData } from "~/models/search/search-screen.server";

type Hit = { _id: string; hit: SearchHit };

type SearchResultsProps = SearchData & {
  /** True if something else was found, such as a screen or a customer. */
  hasOthers?: boolean;
};

/** Search results: tabs of all, vacancies and applications, and the link to more (SRCH-03, SRCH-04, SRCH-09). */
export function SearchResults({ hasOthers = false, ...data }: SearchResultsProps) {
  const { q, tab, more, base, hasMore, isTooMuch, problem } = data;
  const t = useTexts(search);
  const hits = hitsOf(data);
  // Next to other matches "No results" would be wrong, except for the one kind requested (SRCH-12).
  const saysNone = tab !== "all" || !hasOthers;
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
      {q && (hits.length > 0 || (!problem && saysNone)) && <FoundRecords {...data} hits={hits} />}
      {!q && <EmptyState icon="search" title={t("lookIn")} text={t("blankText")} />}
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

function FoundRecords({ q, tab, base, mayOpen, hits }: SearchData & { hits: readonly SearchHit[] }) {
  const t = useTexts(search);
  const time = useTime();
  const empty = {
    title: t("none"),
    text: t("noneText"),
    ...(tab !== "all" && {
      action: <ButtonLink to={searchHref(base, { q, tab: "all", more: 0 })}>{t("lookIn")}</ButtonLink>,
    }),
  };
  const columns: (Column<Hit> & { of: readonly SearchTab[] })[] = [
    {
      ...linkColumn<Hit>({
        id: "name",
        header: t("columns.name"),
        value: ({ hit }) => <bdi>{hit.kind === "vacancy" ? hit.row.title : hit.row.name}</bdi>,
      }),
      of: searchTabs,
    },
    {
      ...textColumn<Hit>({
        id: "kind",
        header: t("columns.kind"),
        speaks: true,
        nowrap: true,
        width: "10rem",
        value: ({ hit }) => (hit.kind === "record" ? t(`kinds.${hit.row.kind}`) : t(`hits.${hit.kind}`)),
      }),
      of: ["all"],
    },
    {
      ...textColumn<Hit>({
        id: "externalId",
        header: t("columns.externalId"),
        value: ({ hit }) => hit.kind === "vacancy" && hit.row.externalVacancyId,
      }),
      of: ["vacancies"],
    },
    {
      ...textColumn<Hit>({
        id: "vacancy",
        header: t("columns.vacancy"),
        speaks: tab === "all",
        value: ({ hit }) =>
          hit.kind === "application" ? (
            <bdi>{hit.row.vacancyName}</bdi>
          ) : (
            hit.kind === "record" && hit.row.email && <bdi>{hit.row.email}</bdi>
          ),
      }),
      of: ["all", "applications"],
    },
    {
      ...textColumn<Hit>({
        id: "email",
        header: t("columns.email"),
        speaks: tab === "all",
        under: "vacancy",
        value: ({ hit }) => hit.kind === "application" && <bdi>{hit.row.email}</bdi>,
      }),
      of: ["all", "applications"],
    },
    {
      ...textColumn<Hit>({
        id: "applicationId",
        header: t(tab === "all" ? "columns.id" : "columns.applicationId"),
        speaks: tab === "all",
        nowrap: true,
        value: ({ hit }) =>
          hit.kind === "application" ? (
            <code>{hit.row._id}</code>
          ) : (
            hit.kind === "vacancy" && hit.row.externalVacancyId
          ),
      }),
      of: ["all", "applications"],
    },
    {
      ...timeColumn<Hit>({
        id: "created",
        header: t("columns.created"),
        speaks: tab === "all",
        under: "applicationId",
        time,
        at: ({ hit }) => (hit.kind === "record" ? null : hit.row.createdAt),
      }),
      of: ["all", "applications"],
    },
  ];
  return (
    <DataTable
      label={t(`tabs.${tab}`)}
      rows={hits.map((hit) => ({ _id: hit.row._id, hit }))}
      rowHref={({ hit }) => (mayOpen || hit.kind === "record" ? hit.row.href : undefined)}
      empty={empty}
      columns={columns.filter(({ of }) => of.includes(tab))}
    />
  );
}
