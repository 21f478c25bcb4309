import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useTexts } from "~/components/context/console-context";
import { search } from "~/i18n/search";
import { searchHref, type SearchState } from "~/models/search/search-state";
import type { SearchData } from "~/models/search/search-screen.server";
import type { Place } from "./places";

/** GEN-06. */
const pauseBeforeSearching = 500;

/** What a search found as entries of the palette, once it is there for what is typed now. */
export type Found = { data: SearchData; records: Place[]; results: Place[] };

/**
 * Searches for what is typed, after a pause; another tab or more of the same at once (SRCH-02). Undefined while nothing
 * is typed or the answer is on its way.
 */
export function useSearch(base: string, state: SearchState | null): Found | undefined {
  const { load, data } = useFetcher<SearchData>();
  const t = useTexts(search);
  const address = state?.q ? `${searchHref(base, state)}&layer=1` : null;
  const isKnown = data?.q !== undefined && data.q === state?.q;
  useEffect(() => {
    if (address === null) return;
    const timer = setTimeout(() => load(address), isKnown ? 0 : pauseBeforeSearching);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- an answer is no reason to ask again
  }, [load, address]);
  if (!data || !state || data.q !== state.q || data.tab !== state.tab || data.more !== state.more)
    return undefined;
  return {
    data,
    records: [
      ...data.records.map(({ kind, _id, name, href }): Place => ({
        id: `record:${kind}:${_id}`,
        group: "records",
        label: name,
        detail: t(`kinds.${kind}`),
        icon: "arrow-right",
        href,
      })),
      // The page says what can be done with it.
      ...(data.report
        ? [
            {
              id: "report",
              group: "records",
              label: t("report.label"),
              detail: data.report.id,
              icon: "arrow-right",
              href: searchHref(base, state),
            } satisfies Place,
          ]
        : []),
    ],
    results: [
      ...data.vacancies.map(({ _id, title, externalVacancyId, href }): Place => ({
        id: `vacancy:${_id}`,
        group: "vacancies",
        label: title,
        detail: externalVacancyId ?? undefined,
        icon: "briefcase",
        href,
      })),
      ...data.applications.map(({ _id, name, email, vacancyName, href }): Place => ({
        id: `application:${_id}`,
        group: "applications",
        label: name,
        detail: [vacancyName, email].filter(Boolean).join(" · "),
        icon: "user",
        href,
      })),
    ],
  };
}
