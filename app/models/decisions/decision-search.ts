import { applicationStatuses } from "../../../shared/application-statuses";
import { choiceFilter, choicesFilter, dayFilter, listSearch, textFilter, textsFilter, zoneFilter } from "~/models/list/list-search";

export const reviewFilters = ["waiting", "unreviewed", "reviewed", "confirmed", "changed"] as const;
export const contestFilters = ["open", "any"] as const;
export const decisionResults = ["MOVED", ...applicationStatuses] as const;

/** Reads the address of the register (DEC-02): `find` looks for vacancies to choose from and narrows nothing. */
export const decisionSearch = listSearch({
  sorts: ["decidedAt"],
  defaultSort: "decidedAt",
  defaultOrder: "desc",
  filters: {
    review: choiceFilter(reviewFilters),
    result: choicesFilter(decisionResults),
    vacancy: textsFilter(100),
    find: textFilter(),
    workflow: textsFilter(),
    contested: choiceFilter(contestFilters),
    from: dayFilter(),
    to: dayFilter(),
    tz: zoneFilter(),
  },
});

export type DecisionState = ReturnType<typeof decisionSearch.parse>;
