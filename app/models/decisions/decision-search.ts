import {
  choiceFilter,
  choicesFilter,
  dayFilter,
  listSearch,
  textFilter,
  textsFilter,
  zoneFilter,
} from "~/models/list/list-search";
import { contestFilters, decisionResults, reviewFilters } from "./decision-choices";

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
