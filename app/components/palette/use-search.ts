import { useState } from "react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { formatDateTime } from "~/i18n/dates";
import { search } from "~/i18n/search";
import { hitsOf } from "~/models/search/best-first";
import { searchHref, type SearchState } from "~/models/search/search-state";
import type { Translate } from "~/i18n/texts";
import type { SearchData } from "~/models/search/search-screen.server";
import type { PaletteEntry } from "./palette-entry";
import { useAsked } from "./use-asked";

/** Debounce, in ms (GEN-06). */
const pauseBeforeSearching = 500;

/**
 * One result; without `href` its screen is disabled. `fields` are shown on their own line, `aside` at the end of the
 * first.
 */
export type Result = Omit<PaletteEntry, "href"> & {
  href?: string | undefined;
  fields?: string;
  aside?: string;
};

/** Search results as entries of the palette. */
export type Found = { data: SearchData; records: PaletteEntry[]; results: Result[] };

type Search = {
  /** Undefined until the current text has an answer; while more is loading, the results so far. */
  found: Found | undefined;
  problem: { title: string; description: string } | null;
  isSearching: boolean;
};

/** Searches for the typed text, debounced; another tab or more results load at once (SRCH-02). */
export function useSearch(base: string, state: SearchState | null, turn: number): Search {
  const t = useTexts(search);
  const { timeZone } = useConsole();
  const { data, hasFailed } = useAsked<SearchData>(
    state && searchHref(base, state, "search.json"),
    (former) => (former?.q === state?.q ? 0 : pauseBeforeSearching),
    turn,
  );
  // A failure to load more keeps the results so far.
  const [kept, setKept] = useState<SearchData>();
  if (data && !data.problem && data !== kept) setKept(data);
  const fits = (one: SearchData | undefined) => one?.q === state?.q && one?.tab === state?.tab;
  const answer = data && state && fits(data) ? data : undefined;
  const shown = answer?.problem && kept && fits(kept) ? kept : answer;
  const problem = { title: t(`failed.${state?.tab ?? "all"}`), description: t("contactSupport") };
  return {
    found: shown && foundOf(shown, t, timeZone),
    problem: hasFailed ? problem : (answer?.problem ?? null),
    isSearching: state !== null && !hasFailed && answer?.more !== state.more,
  };
}

/** Results as entries, with all fields of the search page (SRCH-03, SRCH-04). */
export function foundOf(data: SearchData, t: Translate<(typeof search)["en"]>, timeZone: string): Found {
  const hrefOf = ({ href }: { href: string | undefined }) => (data.mayOpen ? href : undefined);
  return {
    data,
    records: data.records.map(({ kind, _id, name, href }): PaletteEntry => ({
      id: `record:${kind}:${_id}`,
      group: "records",
      label: name,
      detail: t(`kinds.${kind}`),
      icon: "arrow-right",
      href,
    })),
    results: hitsOf(data).map(({ kind, row }): Result =>
      kind === "vacancy"
        ? {
            id: `vacancy:${row._id}`,
            group: "vacancies",
            label: row.title,
            detail: row.externalVacancyId ?? undefined,
            icon: "briefcase",
            href: hrefOf(row),
          }
        : {
            id: `application:${row._id}`,
            group: "applications",
            label: row.name,
            detail: row.vacancyName,
            aside: `${t("columns.created")} ${formatDateTime(new Date(row.createdAt), timeZone)}`,
            fields: [row.email, `${t("columns.applicationId")} ${row._id}`]
              // Lines break only between fields.
              .flatMap((field) => (field ? [field.replaceAll(" ", "\u00a0")] : []))
              .join(" · "),
            icon: "user",
            href: hrefOf(row),
          },
    ),
  };
}
