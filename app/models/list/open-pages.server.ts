import type { Area } from "~/areas";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { type Gate, hasFlags, opens } from "~/services/gates";

/** The customer a person is at; with `held` their rights there. Without it the flags alone decide. */
export type PageAccess = Pick<ConsoleArgs, "base" | "flags"> & Partial<Pick<FormArgs, "held">>;

/** A place of a loader, which learns what the person holds beside what it reads. */
export const placeOf = async ({ base, flags, rights }: ConsoleArgs): Promise<PageAccess> => ({
  base,
  flags,
  held: await rights(),
});

/** Where an area's list is. */
export const hrefOf = ({ base }: Pick<ConsoleArgs, "base">, { path }: Pick<Area, "path">) =>
  `${base}/${path}`;

/**
 * The ways between an area's list, archive, record and forms. Each page has a gate of its own, and nothing leads to a
 * closed one: what is undefined is not drawn, and where a form has to lead on, the next open page takes its place
 * (VAC-03, WF-03, WFS-02).
 */
export function openPages(area: Area) {
  const screens: Readonly<Partial<Record<"list" | "archive" | "detail" | "edit", Gate>>> = area.screens;
  // Without a screen to edit a record, its address is that of its form.
  const hasDetail = screens.edit !== undefined;
  const isOpen = ({ flags, held }: PageAccess, gate: Gate | undefined): boolean =>
    gate !== undefined && (held ? opens(gate, { flags, rights: held }) : hasFlags(gate, flags));
  /** The list of what is active or archived; undefined where it is closed. */
  const openList = (place: PageAccess, isArchived: boolean): string | undefined => {
    if (isArchived) return isOpen(place, screens.archive) ? `${hrefOf(place, area)}/archive` : undefined;
    return isOpen(place, screens.list) ? hrefOf(place, area) : undefined;
  };
  /** A record's own page; undefined where it is closed. */
  const openDetail = (place: PageAccess, id: string): string | undefined =>
    hasDetail && isOpen(place, screens.detail) ? `${hrefOf(place, area)}/${id}` : undefined;
  return {
    hasDetail,
    openList,
    openDetail,
    /** Where "Cancel" of a new record leads: to the list, else to the customer's first page. */
    cancelledCreation: (place: PageAccess): string => openList(place, false) ?? place.base,
    /** Where a new record leads: to the list, to itself where that is closed, else nowhere else (VAC-42, WF-33, WFS-35). */
    afterCreation: (place: PageAccess, id: string): string | undefined =>
      openList(place, false) ?? openDetail(place, id),
    /** Where an edit leads, saved or not: to the record, else to the list, else to the customer's first page (VAC-61, WF-37, WFS-36). */
    afterEdit: (place: PageAccess, id: string): string =>
      openDetail(place, id) ?? openList(place, false) ?? place.base,
  };
}
