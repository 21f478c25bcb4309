import type { Area } from "~/areas";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { type Gate, hasFlags, isGateOpen } from "~/services/gates";

/** The customer and, in `held`, the user's rights there. Without `held`, only flags decide. */
export type PageAccess = Pick<ConsoleArgs, "base" | "flags"> & Partial<Pick<FormArgs, "held">>;

/** Page access for a loader, including the user's rights. */
export const placeOf = async ({ base, flags, rights }: ConsoleArgs): Promise<PageAccess> => ({
  base,
  flags,
  held: await rights(),
});

/** Path of an area's list. */
export const hrefOf = ({ base }: Pick<ConsoleArgs, "base">, { path }: Pick<Area, "path">) =>
  `${base}/${path}`;

/**
 * Links between an area's list, archive, record and forms. Each page has its own gate and closed pages are
 * never linked: undefined links are not rendered, and redirects after a form go to the next open page
 * (VAC-03, WF-03, WFS-02).
 */
export function openPages(area: Area) {
  const screens: Readonly<Partial<Record<"list" | "archive" | "detail" | "edit", Gate>>> = area.screens;
  // If there is no edit screen, the record's URL is its form.
  const hasDetail = screens.edit !== undefined;
  const isOpen = ({ flags, held }: PageAccess, gate: Gate | undefined): boolean =>
    gate !== undefined && (held ? isGateOpen(gate, { flags, rights: held }) : hasFlags(gate, flags));
  /** Path of the active or archived list; undefined if closed. */
  const openList = (place: PageAccess, isArchived: boolean): string | undefined => {
    if (isArchived) return isOpen(place, screens.archive) ? `${hrefOf(place, area)}/archive` : undefined;
    return isOpen(place, screens.list) ? hrefOf(place, area) : undefined;
  };
  /** Path of a record's own page; undefined if closed. */
  const openDetail = (place: PageAccess, id: string): string | undefined =>
    hasDetail && isOpen(place, screens.detail) ? `${hrefOf(place, area)}/${id}` : undefined;
  return {
    hasDetail,
    /** Path of a record's page or, where it has none, of its form; undefined if closed. */
    openRecord: (place: PageAccess, id: string): string | undefined =>
      "id" in area && isOpen(place, screens.detail) ? `${hrefOf(place, area)}/${id}` : undefined,
    openList,
    openDetail,
    /** Target of "Cancel" on a create form: the list, else the customer's first page. */
    cancelledCreation: (place: PageAccess): string => openList(place, false) ?? place.base,
    /** Redirect after creating: the list, else the record, else undefined (VAC-42, WF-33, WFS-35). */
    afterCreation: (place: PageAccess, id: string): string | undefined =>
      openList(place, false) ?? openDetail(place, id),
    /** Redirect after an edit, saved or not: the record, else the list, else the customer (VAC-61, WF-37, WFS-36). */
    afterEdit: (place: PageAccess, id: string): string =>
      openDetail(place, id) ?? openList(place, false) ?? place.base,
  };
}
