import {
  choiceFilter,
  dayFilter,
  listSearch,
  textFilter,
  textsFilter,
  zoneFilter,
} from "~/models/list/list-search";
import { longestSearch } from "./search-limit";

type Sort = "title" | "createdAt" | "externalVacancyId" | "archivedAt";

const searchOf = (sorts: readonly [Sort, ...Sort[]]) =>
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
      tz: zoneFilter(),
      workflow: textFilter(100),
    },
  });

const active = searchOf(["title", "createdAt", "externalVacancyId"]);
const archived = searchOf(["title", "createdAt", "archivedAt", "externalVacancyId"]);

/** URL parser of the vacancy list or archive; newest first by default (VAC-11, VAC-67, VAC-68). */
export const vacancySearch = (isArchive: boolean) => (isArchive ? archived : active);

export type VacancySearch = ReturnType<(typeof active)["parse"]>;
