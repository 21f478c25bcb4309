import { choiceFilter, dayFilter, listSearch, textFilter, textsFilter } from "~/models/list/list-search";
import { longestSearch } from "./search-limit";

type Sort = "title" | "createdAt" | "externalVacancyId" | "archivedAt";

export const listSorts = ["title", "createdAt", "externalVacancyId"] as const;
export const archiveSorts = ["title", "createdAt", "archivedAt", "externalVacancyId"] as const;

/** The reader of a vacancy list's address: newest first unless told otherwise (VAC-11, VAC-67, VAC-68). */
export const vacancySearch = (sorts: readonly [Sort, ...Sort[]]) =>
  listSearch({
    sorts,
    defaultSort: "createdAt",
    defaultOrder: "desc",
    filters: {
      q: textFilter(longestSearch),
      department: textsFilter(),
      manager: textFilter(),
      applicants: choiceFilter(["with", "without"]),
      from: dayFilter(),
      to: dayFilter(),
      tz: textFilter(64),
    },
  });

export type VacancySearch = ReturnType<ReturnType<typeof vacancySearch>["parse"]>;
