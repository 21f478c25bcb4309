import { useLoaderData, useLocation } from "@remix-run/react";
import { RequestDetail, statusTones } from "~/components/ats/request-detail";
import { RequestFilters } from "~/components/ats/request-filters";
import { useTexts } from "~/components/shell/console-context";
import { titled } from "~/components/shell/page-title";
import { type Column, DataTable } from "~/components/table/data-table";
import { listHref } from "~/components/table/list-url";
import { Badge } from "~/components/ui/badge";
import { EmptyState } from "~/components/ui/empty-state";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { useTime } from "~/components/ui/time";
import { atsRequests } from "~/i18n/ats";
import { atsRequestFilterNames, atsRequestStatuses, readAtsRequestSearch } from "~/models/ats-request.schema";
import { type AtsRequestRow, getAtsRequest, getAtsRequests } from "~/models/ats-request.server";
import { getAtsNames } from "~/models/ats-tenant.server";
import { loaded } from "~/services/failure.server";
import { type ConsoleArgs, consoleLoader } from "~/services/guard.server";

export const handle = titled(atsRequests, "title");

export const loader = consoleLoader({ flag: "edgeAtsRequestsEnabled" }, async (args) => {
  const { api, scope, url, base, timeZone, translate } = args;
  const t = translate(atsRequests);
  const search = readAtsRequestSearch(url.searchParams, timeZone);
  const { atsName, mistakes, state } = search;
  const mayAsk = atsName !== undefined && !mistakes.range;
  const [names, requests, detail] = await Promise.all([
    loaded(getAtsNames(api, scope), args, t("namesFailed")),
    mayAsk
      ? loaded(getAtsRequests(api, scope.customerId, atsName, search.filters, state), args, t("loadFailed"))
      : null,
    search.requestId ? requestOf(args, search.requestId) : null,
  ]);
  const totals = requests?.data?.pagination;
  return {
    path: `${base}/ats-requests`,
    search: {
      fields: search.fields,
      zone: search.zone,
      mistakes,
      isSearched: search.isSearched,
      isNarrowed: Object.values(search.filters).some(Boolean),
    },
    defaults: search.defaults,
    list: { ...state, page: totals?.currentPage ?? state.page },
    atsNames: names.data ?? [],
    namesProblem: names.error,
    requests: requests && { rows: requests.data?.data ?? [], totals, problem: requests.error },
    detail,
  };
});

/** A request of another customer than the page's is as unknown as one that does not exist. */
async function requestOf(args: ConsoleArgs, id: string) {
  const { api, scope, translate } = args;
  const description = translate(atsRequests)("loadFailed");
  const { data, error } = await loaded(getAtsRequest(api, id), args, description);
  const isHere = data?.customerId === scope.customerId;
  if (data && !isHere) return { request: null, problem: unknownRequest(args, description) };
  return { request: data, problem: error };
}
