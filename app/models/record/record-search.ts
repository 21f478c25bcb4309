import { record } from "~/i18n/record";
import { choiceFilter, dayFilter, listSearch, textFilter, zoneFilter } from "~/models/list/list-search";

/** The kinds of objects, in the order in which they are offered: that of their words. */
export const recordKinds = Object.keys(record.en.kinds) as (keyof (typeof record)["en"]["kinds"])[];

/** The actions to choose from. */
export const recordActions = [
  ...(["CREATED", "CHANGED", "ARCHIVED", "RESTORED", "DELETED", "DEIDENTIFIED", "SENT", "BOUGHT"] as const),
  ...(["CHECKED_AGAIN", "STARTED", "STOPPED", "DONE", "SIGNED_IN", "LOCKED", "UNLOCKED"] as const),
  ...(["CODE_VOIDED", "PASSWORD_SET", "CONNECTED", "SIGNED_OUT", "SESSION_ENDED"] as const),
  ...(["APP_ADDED", "APP_REMOVED", "RECOVERY_CODES_MADE", "FACTORS_RESET"] as const),
  ...(["RELEASED", "RETENTION_APPLIED", "PACK_MADE", "PACK_FETCHED"] as const),
] as const;

/** Reads the address of the record (AUD-08); `of` and `id` name one object, whose history it then is. */
export const recordSearch = listSearch({
  // There is but one order, so no column leads to another.
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

/** Where the history of one object is. */
export const historyHref = (base: string, of: (typeof recordKinds)[number], id: string): string =>
  `${base}/record?${new URLSearchParams({ of, id })}`;
