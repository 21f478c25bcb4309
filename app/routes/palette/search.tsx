import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { FinderForm } from "~/components/palette/finder-form";
import styles from "~/components/palette/go.css?url";
import { PlaceCards } from "~/components/palette/place-cards";
import { placesFor } from "~/components/palette/places-for";
import { SearchResults } from "~/components/palette/search-results";
import { fixedTitle } from "~/components/shell/page-title";
import { Card } from "~/components/ui/layout";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { search } from "~/i18n/search";
import { loadSearch } from "~/models/search/search-screen.server";
import { consoleLoader } from "~/services/guard.server";
import { navigationContextOf } from "~/services/navigation-context.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(search, "title");

/**
 * The search as a page: vacancies and applications in one list, and matching screens and customers. The exact id of a
 * record redirects to it.
 */
export const loader = consoleLoader({ flag: "edgeGlobalSearch" }, async (args) => {
  const found = await loadSearch(args);
  const [only] = found.records;
  if (only && found.records.length === 1) throw redirect(only.href);
  return { ...found, places: found.q ? placesFor(await navigationContextOf(args), found.q).places : [] };
});

export default function Search() {
  const data = useLoaderData<typeof loader>();
  const { q, tab, base, records, places } = data;
  const t = useTexts(search);
  return (
    <div className="go-page rt-Flex rt-r-fd-column rt-r-gap-4 search-page">
      <PageHeader title={t("title")} />
      <FinderForm action={`${base}/search`} q={q} label={t("field")} role="search">
        {tab !== "all" && <input type="hidden" name="tab" value={tab} />}
      </FinderForm>
      {records.length > 0 && (
        <Card title={t("found")}>
          <ul className="go-list">
            {records.map(({ kind, _id, name, href }) => (
              <li key={`${kind} ${_id}`}>
                <a className="menu-item" href={href}>
                  <span>
                    <bdi>{name}</bdi> <span className="small muted">{t(`kinds.${kind}`)}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <SearchResults {...data} hasOthers={places.length > 0 || records.length > 0} />
      <PlaceCards places={places} />
    </div>
  );
}
