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

/** URL parser of the register (DEC-02); `find` searches the vacancy options and does not filter the list. */
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
