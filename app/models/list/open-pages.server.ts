import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { hasFlags, opens, screenGates } from "~/services/gates";

/** The customer a person is at; with `held` their rights there. Without it the flags alone decide. */
export type PageAccess = Pick<ConsoleArgs, "base" | "flags"> & Partial<Pick<FormArgs, "held">>;

/** A place of a loader, which learns what the person holds beside what it reads. */
export const placeOf = async ({ base, flags, rights }: ConsoleArgs): Promise<PageAccess> => ({
  base,
  flags,
  held: await rights(),
});

const areas = {
  Vacancy: ["vacancies", "vacancies/archive", "vacancies/:vacancyId"],
  Workflow: [
    "workflow-sets/workflows",
    "workflow-sets/workflows/archive",
    "workflow-sets/workflows/:workflowId",
  ],
  WorkflowSet: ["workflow-sets", "workflow-sets/archive", "workflow-sets/:workflowSetId"],
} as const;

/**
 * The ways between an area's list, archive, record and forms. Each page has a gate of its own, and nothing leads to a
 * closed one: what is undefined is not drawn, and where a form has to lead on, the next open page takes its place
 * (VAC-03, WF-03, WFS-02).
 */
export function openPages(
  area: "Vacancy" | "Workflow" | "WorkflowSet",
  /** Where the area's list is. */
  hrefOf: (place: PageAccess) => string,
) {
  const [list, archive, detail] = areas[area];
  const isOpen = ({ flags, held }: PageAccess, path: (typeof areas)[typeof area][number]): boolean =>
    held ? opens(screenGates[path], { flags, rights: held }) : hasFlags(screenGates[path], flags);
  /** The list of what is active or archived; undefined where it is closed. */
  const openList = (place: PageAccess, isArchived: boolean): string | undefined => {
    if (isArchived) return isOpen(place, archive) ? `${hrefOf(place)}/archive` : undefined;
    return isOpen(place, list) ? hrefOf(place) : undefined;
  };
  /** A record's own page; undefined where it is closed. */
  const openDetail = (place: PageAccess, id: string): string | undefined =>
    isOpen(place, detail) ? `${hrefOf(place)}/${id}` : undefined;
  return {
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
