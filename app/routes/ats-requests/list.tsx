import { useLoaderData, useLocation } from "@remix-run/react";
import { RequestDetail } from "~/components/ats/request-detail";
import { RequestFilters } from "~/components/ats/request-filters";
import { detailHref, RequestTable } from "~/components/ats/request-table";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { EmptyState } from "~/components/ui/empty-state";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { atsRequests } from "~/i18n/ats";
import { atsRequestStatuses, atsRequestTypes, readAtsRequestSearch } from "~/models/ats/ats-request.schema";
import { getAtsRequest, getAtsRequests } from "~/models/ats/ats-request.server";
import { getAtsNames } from "~/models/ats/ats-tenant.server";
import { tableData } from "~/models/list/list.server";
import { loaded } from "~/services/failure.server";
import { consoleLoader } from "~/services/guard.server";

export const handle = titled(atsRequests, "title");

export const loader = consoleLoader({ flag: "edgeAtsRequestsEnabled" }, async (args) => {
  const { api, scope, url, base, timeZone, translate } = args;
  const t = translate(atsRequests);
  const { atsName, filters, fields, mistakes, state, ...search } = readAtsRequestSearch(
    url.searchParams,
    timeZone,
  );
  const [names, requests, detail] = await Promise.all([
    loaded(getAtsNames(api, scope), args, t("namesFailed")),
    atsName !== undefined && !mistakes.range
      ? loaded(getAtsRequests(api, scope.customerId, atsName, filters, state), args, t("loadFailed"))
      : null,
    search.requestId
      ? loaded(getAtsRequest(api, scope.customerId, search.requestId), args, t("loadFailed"))
      : null,
  ]);
  const path = `${base}/ats-requests`;
  const isNarrowed = Object.values(filters).some(Boolean);
  return {
    form: {
      values: fields,
      zone: search.zone,
      atsNames: names.data ?? [],
      types: atsRequestTypes.map((value) => ({ value, label: t(`types.${value}`) })),
      statuses: atsRequestStatuses,
      mistakes,
      clearHref: search.isSearched ? path : undefined,
    },
    namesProblem: names.error,
    page: requests?.data?.pagination.currentPage ?? state.page,
    results: requests && {
      ...tableData(args, "ats-requests", requests, state, search.defaults),
      clearHref: isNarrowed && atsName ? `${path}?${new URLSearchParams({ atsName })}` : path,
    },
    detail: detail && { request: detail.data, problem: detail.error },
  };
});

export default function AtsRequests() {
  const { form, namesProblem, page, results, detail } = useLoaderData<typeof loader>();
  const location = useLocation();
  const t = useTexts(atsRequests);
  return (
    <>
      <PageHeader title={t("title")} count={results?.totals?.totalItems} />
      <Notices notices={namesProblem ? [namesProblem] : []} />
      <RequestFilters {...form} />
      {results ? (
        <RequestTable {...results} openId={detail?.request?._id} />
      ) : (
        <div className="list-card">
          <EmptyState icon="search" title={t("intro")} />
        </div>
      )}
      {detail && <RequestDetail {...detail} closeHref={detailHref(location, page, null)} />}
    </>
  );
}
