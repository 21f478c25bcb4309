import { isTimeZone } from "~/i18n/dates";
import { instantOf } from "~/i18n/wall-time";
import { idText } from "~/models/form/pasted";
import { choiceFilter, flagFilter, listSearch, textFilter } from "~/models/list/list-search";
import type { UnknownFilter } from "~/models/list/unknown-filters";
import { atsRequestStatuses, atsRequestTypes } from "./ats-request-kinds";

const search = listSearch({
  sorts: ["createdAt"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
  filters: {
    search: flagFilter(),
    atsName: textFilter(),
    requestType: choiceFilter(atsRequestTypes),
    masterId: textFilter(100, idText),
    externalTenantId: textFilter(),
    status: choiceFilter(atsRequestStatuses),
    from: textFilter(19),
    to: textFilter(19),
    tz: textFilter(64),
    requestId: textFilter(24),
  },
});

const wallTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/**
 * Parses the page's URL. Times are in its zone, else the user's, so that a link finds the same requests for
 * everyone (SHELL-21). `mistakes` lists errors that must be fixed before a search runs (ATSR-04, ATSR-18).
 */
export function readAtsRequestSearch(params: URLSearchParams, timeZone: string) {
  const { search: isAsked, requestId, from, to, tz, ...list } = search.parse(params);
  const zone = isTimeZone(tz) ? tz : timeZone;
  const momentOf = (text: string | undefined) =>
    (text !== undefined && wallTime.test(text) && instantOf(text, zone)) || undefined;
  const createdAtFrom = momentOf(from);
  const createdAtTo = endOf(to, momentOf(to));
  const { atsName, requestType, masterId, externalTenantId, status, ...state } = list;
  const filters = { requestType, masterId, externalTenantId, status, createdAtFrom, createdAtTo };
  const isSearched = isAsked || atsName !== undefined || Object.values(filters).some(Boolean);
  const mistakes = {
    atsName: isSearched && atsName === undefined,
    range: Boolean(createdAtFrom && createdAtTo && createdAtFrom > createdAtTo),
  };
  return {
    isSearched,
    state,
    /** Includes invalid times and zones, so that the ignored values are shown (SHELL-65). */
    leftOut: [
      ...search.leftOut(params),
      ...unknownValues(params, "from", createdAtFrom),
      ...unknownValues(params, "to", createdAtTo),
      ...unknownValues(params, "tz", isTimeZone(tz)),
    ],
    defaults: search.defaults,
    requestId,
    zone,
    /** Values shown in the form; invalid times are omitted. */
    fields: {
      atsName,
      requestType,
      masterId,
      externalTenantId,
      status,
      from: createdAtFrom && from,
      to: createdAtTo && to,
    },
    atsName,
    isNarrowed: Object.values(filters).some(Boolean),
    filters,
    mistakes,
  };
}

/** A time with minute precision covers that minute, so "23:59" is the end of the day. */
const endOf = (text = "", at: Date | undefined) =>
  at && text.length === "2026-01-31T23:59".length ? new Date(at.getTime() + 59_999) : at;

function unknownValues(params: URLSearchParams, name: string, known: unknown): UnknownFilter[] {
  const value = params.get(name) ?? "";
  return value.trim() === "" || known ? [] : [{ name, value }];
}

export type AtsRequestFilters = ReturnType<typeof readAtsRequestSearch>["filters"];
