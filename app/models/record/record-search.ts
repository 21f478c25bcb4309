import { record } from "~/i18n/record";
import { choiceFilter, dayFilter, listSearch, textFilter, zoneFilter } from "~/models/list/list-search";

/** Kinds of objects, in the order of their texts, which is also the filter's. */
export const recordKinds = Object.keys(record.en.kinds) as (keyof (typeof record)["en"]["kinds"])[];

/** Actions offered in the filter. */
export const recordActions = Object.keys(record.en.actions) as (keyof (typeof record)["en"]["actions"])[];

/** Address parser of the audit log (AUD-08). With `of` and `id` it shows one object's history. */
export const recordSearch = listSearch({
  // There is only one order, so columns are not sortable.
  sorts: ["newest"],
  defaultSort: "newest",
  defaultOrder: "desc",
  filters: {
    search: textFilter(),
    person: textFilter(),
    kind: choiceFilter(recordKinds),
    action: choiceFilter(recordActions),
    from: dayFilter(),
    to: dayFilter(),
    tz: zoneFilter(),
    of: choiceFilter(recordKinds),
    id: textFilter(),
  },
});

export type RecordState = ReturnType<typeof recordSearch.parse>;

/** Address of one object's history. */
export const historyHref = (base: string, of: (typeof recordKinds)[number], id: string): string =>
  `${base}/record?${new URLSearchParams({ of, id })}`;
