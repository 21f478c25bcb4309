import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { Button, ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { formatNumber } from "~/i18n/numbers";
import { listOpenedFrom, openedFrom, withPage } from "~/models/list/list-address";
import type { Neighbour, OpenedListPosition, ListPosition } from "~/models/list/neighbours.server";
import { useTotal } from "./use-total";

type PlaceInListProps = {
  place: ListPosition;
  hrefOf: (neighbour: Neighbour) => string;
  /** Names of the neighbours; "Previous in the list" by default. */
  labels?: { nav: string; previous: string; next: string };
  className?: string;
  /** Further text about the place. */
  note?: string | undefined;
  /** True if the next link shows its name. */
  isNextSpelt?: boolean;
  /** True if the keys k and j follow the links. */
  hasKeys?: boolean;
};

/** "3 of 106" with links to the previous and next record in the list it was opened from (GEN-31). */
export function PlaceInList({
  place,
  hrefOf,
  labels,
  className = "row",
  note,
  isNextSpelt,
  hasKeys,
}: PlaceInListProps) {
  const t = useTexts(common);
  const { position, previous, next } = place;
  const total = useTotal({ totalItems: place.total, isTotalExact: place.isTotalExact });
  if (!previous && !next) return null;
  const ways = [
    { to: previous, label: labels?.previous ?? t("table.previousInList"), rel: "prev" },
    { to: next, label: labels?.next ?? t("table.nextInList"), rel: "next" },
  ] as const;
  return (
    <nav className={className} aria-label={labels?.nav ?? t("table.neighbours")}>
      <span>
        {t("table.place", { position: formatNumber(position), total })}
        {note && `, ${note}`}
      </span>
      {ways.map(({ to, label, rel }) => {
        const [icon, key] =
          rel === "prev" ? (["chevron-left", "k"] as const) : (["chevron-right", "j"] as const);
        // At either end of the list a placeholder replaces the missing link to avoid a layout shift.
        if (!to)
          return (
            <Button key={rel} size="small" icon={icon} iconOnly disabled>
              {label}
            </Button>
          );
        return (
          <ButtonLink
            key={rel}
            to={hrefOf(to)}
            {...{ icon, rel }}
            iconOnly={rel === "prev" || !isNextSpelt}
            size="small"
            data-key={hasKeys ? key : undefined}
            data-replace=""
          >
            {label}
          </ButtonLink>
        );
      })}
    </nav>
  );
}

/** The place in its list, for a record's header: links to its neighbours keep the list's query. */
export function PlaceOfRecord({
  place,
  hrefOf,
}: {
  place: OpenedListPosition | null;
  /** URL of a record of the list. */
  hrefOf: (id: string) => string;
}) {
  if (!place) return null;
  const from = new URLSearchParams(place.from);
  return (
    <PlaceInList place={place} hrefOf={({ _id, page }) => openedFrom(hrefOf(_id), withPage(from, page))} />
  );
}

/** URL of the list a record was opened from, with its query, even if the record is no longer on that page. */
export function useOpenedListHref(listHref: string): string {
  const { search } = useLocation();
  const from = listOpenedFrom(new URLSearchParams(search))?.toString();
  return from ? `${listHref}?${from}` : listHref;
}
