import { useState } from "react";
import { useTexts } from "~/components/context/console-context";
import type { IconName } from "~/components/ui/icons";
import { searchKey } from "~/i18n/name-order";
import { search } from "~/i18n/search";
import { hitsOf, type RecordHit } from "~/models/search/ranking";
import { searchHref, type SearchState } from "~/models/search/search-state";
import type { Translate } from "~/i18n/texts";
import type { SearchData } from "~/models/search/search-screen.server";
import type { PaletteEntry } from "./palette-entry";
import { useJson } from "./use-json";

/** Debounce, in ms (GEN-06). */
const pauseBeforeSearching = 500;

/** One result; without `href` its screen is disabled. */
export type Result = Omit<PaletteEntry, "href"> & { href?: string | undefined };

/** Search results as entries of the palette. */
export type SearchFindings = { data: SearchData; records: Result[]; results: Result[] };

type Search = {
  /** Undefined until the current text has an answer; while more is loading, the results so far. */
  found: SearchFindings | undefined;
  problem: { title: string; description: string } | null;
  isSearching: boolean;
};

/** Searches for the typed text, debounced; another tab or more results load at once (SRCH-02). */
export function useSearch(base: string, state: SearchState | null, turn: number): Search {
  const t = useTexts(search);
  const { data, hasFailed } = useJson<SearchData>(
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
    found: shown && foundOf(shown, t),
    problem: hasFailed ? problem : (answer?.problem ?? null),
    isSearching: state !== null && !hasFailed && answer?.more !== state.more,
  };
}

const icons: Partial<Record<RecordHit["kind"], IconName>> = {
  USER: "user",
  GROUP: "group",
  POLICY: "shield",
  WORKFLOW: "flow",
  WORKFLOW_SET: "layers",
};

/** Results as entries of one line: the name, what it is, and the fact that tells it apart (SRCH-21). */
export function foundOf(data: SearchData, t: Translate<(typeof search)["en"]>): SearchFindings {
  const key = searchKey(data.q);
  const finds = (text: string | null) => text !== null && searchKey(text).includes(key);
  const hrefOf = ({ href }: { href: string | undefined }) => (data.mayOpen ? href : undefined);
  const words = (what: string, fact?: string | null) => (fact ? `${what} · ${fact}` : what);
  const entryOf = ({ kind, _id, name, email, href }: RecordHit): Result => ({
    id: `record:${kind}:${_id}`,
    group: "records",
    label: name,
    detail: words(t(`kinds.${kind}`), email),
    icon: icons[kind] ?? "arrow-right",
    href,
  });
  return {
    data,
    records: data.records.map(entryOf),
    results: hitsOf(data).map(({ kind, row }): Result => {
      if (kind === "record") return entryOf(row);
      return kind === "vacancy"
        ? {
            id: `vacancy:${row._id}`,
            group: "vacancies",
            label: row.title,
            detail: words(t("hits.vacancy"), row.externalVacancyId),
            icon: "briefcase",
            href: hrefOf(row),
          }
        : {
            id: `application:${row._id}`,
            group: "applications",
            label: row.name,
            // The email says why the row was found if the name does not.
            detail: words(
              t("hits.application"),
              finds(row.email) && !finds(row.name) ? row.email : row.vacancyName,
            ),
            icon: "user",
            href: hrefOf(row),
          };
    }),
  };
}
