import { useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { search } from "~/i18n/search";
import { searchHref, type SearchState } from "~/models/search/search-state";
import type { Translate } from "~/i18n/texts";
import type { SearchData } from "~/models/search/search-screen.server";
import type { Place } from "./places";
import { useAsked } from "./use-asked";

/** GEN-06. */
const pauseBeforeSearching = 500;

/** What a search found as entries of the palette. */
export type Found = { data: SearchData; records: Place[]; results: Place[] };

type Search = {
  /** Undefined until there is an answer for what is typed now; what it was before more of it came, until then. */
  found: Found | undefined;
  problem: { title: string; description: string } | null;
  isSearching: boolean;
};

/** Searches for what is typed, after a pause; another tab or more of the same at once (SRCH-02). */
export function useSearch(base: string, state: SearchState | null, turn: number): Search {
  const t = useTexts(search);
  const { data, hasFailed } = useAsked<SearchData>(
    state && searchHref(base, state, "search.json"),
    (former) => (former?.q === state?.q ? 0 : pauseBeforeSearching),
    turn,
  );
  // More of the same that could not be had takes away nothing that is there.
  const [kept, setKept] = useState<SearchData>();
  if (data && !data.problem && data !== kept) setKept(data);
  const fits = (one: SearchData | undefined) => one?.q === state?.q && one?.tab === state?.tab;
  const answer = data && state && fits(data) ? data : undefined;
  const shown = answer?.problem && kept && fits(kept) ? kept : answer;
  const problem = { title: t(`failed.${state?.tab ?? "vacancies"}`), description: t("contactSupport") };
  return {
    found: shown && foundOf(base, shown, t),
    problem: hasFailed ? problem : (answer?.problem ?? null),
    isSearching: state !== null && !hasFailed && answer?.more !== state.more,
  };
}

function foundOf(base: string, data: SearchData, t: Translate<(typeof search)["en"]>): Found {
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
              href: searchHref(base, data),
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
