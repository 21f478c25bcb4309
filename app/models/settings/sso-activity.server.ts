import { choiceFilter, dayFilter, listSearch, zoneFilter } from "~/models/list/list-search";
import { daysOf } from "~/models/list/days";
import { pageArgs } from "~/models/list/list-state";
import type { CustomerApi } from "~/services/customer-api.server";
import { pageQueryOf } from "~/services/operation.server";
import { attemptResults, ssoRefusals } from "../../../shared/sso-attempts";

const fetchActivity = pageQueryOf(
  "IDPGetSSOActivity",
  "_id attemptedAt email result reason minutesOff",
  "SsoActivity",
);

export type SsoAttempt = Awaited<ReturnType<typeof fetchActivity>>["data"][number];

/** URL parser of the attempts list; the API only supports newest first (SSO-67). */
export const activitySearch = listSearch({
  sorts: ["newest"],
  defaultSort: "newest",
  defaultOrder: "desc",
  filters: {
    result: choiceFilter(attemptResults),
    reason: choiceFilter(ssoRefusals),
    from: dayFilter(),
    to: dayFilter(),
    tz: zoneFilter(),
  },
});

/** A page of single sign-on attempts, newest first (SSO-67). Throws ApiError. */
export async function getSsoActivity(
  api: CustomerApi,
  state: ReturnType<typeof activitySearch.parse>,
  timeZone: string,
) {
  const { start, end, isReversed } = daysOf(state, timeZone);
  if (isReversed)
    return { data: [], pagination: { totalPages: 1, currentPage: 1, totalItems: 0, isTotalExact: true } };
  const { result, reason } = state;
  // The API's end is inclusive, so use the last millisecond of the last day.
  const to = end ? new Date(Date.parse(end) - 1).toISOString() : undefined;
  return fetchActivity(api, { result, reason, from: start || undefined, to, ...pageArgs(state) });
}
