import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { allMatchParameter, allMatchValue } from "~/models/list/all-match";
import type { ListTotals } from "~/models/list/list-state";
import { listHref } from "./list-url";
import { useShortener } from "./use-shortener";
import { useIsPageSelected } from "./selection-context";
import { useTotal } from "./use-total";

type AllMatchProps = {
  allMatch: { isChosen: boolean };
  totals: ListTotals;
  /** The list's own path, if a dialog over it has another. */
  path: string | undefined;
  /** Number of rows on the page. */
  shown: number;
};

/**
 * "Select all 4,312 that match", shown once all rows of the page are ticked, or always if the count is
 * unknown (BULK-01). It is a link: the URL states that all are selected, so the server needs no ids.
 */
export function AllMatch({ allMatch, totals, path, shown }: AllMatchProps) {
  const t = useTexts(common);
  const location = useLocation();
  const shorten = useShortener();
  const isPageChosen = useIsPageSelected();
  const total = useTotal(totals);
  const page = new URLSearchParams(location.search).get("page");
  const here = { pathname: path ?? location.pathname, search: location.search };
  if (allMatch.isChosen)
    return (
      <>
        <span className="selection-count" role="status">
          {t("table.selectedMatching", { total })}
        </span>
        <ButtonLink
          to={shorten(listHref(here, { [allMatchParameter]: null, page }))}
          variant="ghost"
          icon="x"
          data-keep-scroll=""
        >
          {t("table.clearSelection")}
        </ButtonLink>
      </>
    );
  if (totals.totalItems <= shown || isPageChosen === false) return null;
  return (
    <ButtonLink
      to={shorten(listHref(here, { [allMatchParameter]: allMatchValue, page }))}
      variant="ghost"
      className="select-matching"
      data-keep-scroll=""
    >
      {t("table.selectMatching", { total })}
    </ButtonLink>
  );
}
