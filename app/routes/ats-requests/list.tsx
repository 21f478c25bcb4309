import { useLoaderData, useLocation } from "@remix-run/react";
import { RequestDetail } from "~/components/ats/request-detail";
import { RequestFilters } from "~/components/ats/request-filters";
import { detailHref, requestColumns, RequestTable } from "~/components/ats/request-table";
import { useTexts } from "~/components/context/console-context";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { MoreActions } from "~/components/table/more-actions";
import { ExportLink } from "~/components/table/export-link";
import { SearchCard } from "~/components/table/search-card";
import { useTotal } from "~/components/table/use-total";
import { ViewsMenu } from "~/components/table/views-menu";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import styles from "~/components/ats/requests.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { atsRequests } from "~/i18n/ats";
import { readAtsRequestSearch } from "~/models/ats/ats-request.schema";
import { atsRequestStatuses, atsRequestTypes } from "~/models/ats/ats-request-kinds";
import { getAtsRequest, getAtsRequests } from "~/models/ats/ats-request.server";
import { getAtsNames } from "~/models/ats/ats-tenant.server";
import { isExport, throwFile, viewOf } from "~/models/list/export.server";
import { tableData } from "~/models/list/list.server";
import { enterListOrRedirect, viewsOf } from "~/models/list/saved-views.server";
import { positionInList } from "~/models/list/neighbours.server";
import { loaded, optional } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const links = stylesheets(styles);

export const handle = cacheForBack(fixedTitle(atsRequests, "title"));

export const loader = consoleLoader(screenGates["ats-requests"], async (args) => {
  const { api, url, base, timeZone, translate } = args;
  const t = translate(atsRequests);
  await enterListOrRedirect(args, "ats-requests");
  const { atsName, filters, fields, mistakes, state, ...search } = readAtsRequestSearch(
    url.searchParams,
    timeZone,
  );
  const path = `${base}/ats-requests`;
  if (isExport(args) && atsName !== undefined && !mistakes.range)
    await throwFile(args, {
      name: "ats-requests",
      sorts: [],
      columns: requestColumns,
      fetch: (page, size) => getAtsRequests(api, atsName, filters, { page, size }),
    });
  const [names, requests, detail] = await Promise.all([
    loaded(getAtsNames(api), args, t("namesFailed")),
    atsName !== undefined && !mistakes.range
      ? loaded(getAtsRequests(api, atsName, filters, state), args, t("loadFailed"))
      : null,
    search.requestId ? loaded(getAtsRequest(api, search.requestId), args, t("loadFailed")) : null,
  ]);
  const shown = requests?.data;
  const place =
    shown && atsName !== undefined && search.requestId
      ? await optional(
          positionInList({ ...state, page: shown.pagination.currentPage }, search.requestId, async (page) =>
            page === shown.pagination.currentPage
              ? shown
              : getAtsRequests(api, atsName, filters, { ...state, page }),
          ),
          null,
        )
      : null;
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
    head: { views: await viewsOf(args, "ats-requests"), view: viewOf(args, "ats-requests") },
    page: requests?.data?.pagination.currentPage ?? state.page,
    results: requests && {
      ...(await tableData(args, "ats-requests", requests, state, search.defaults)),
      ...(search.leftOut.length > 0 && { leftOut: search.leftOut }),
      clearHref: search.isNarrowed && atsName ? `${path}?${new URLSearchParams({ atsName })}` : path,
    },
    detail: detail && { request: detail.data, problem: detail.error, place },
  };
});

export default function AtsRequests() {
  const { form, namesProblem, head, page, results, detail } = useLoaderData<typeof loader>();
  const location = useLocation();
  const t = useTexts(atsRequests);
  const total = useTotal(results?.totals);
  return (
    <>
      <PageHeader
        title={t("title")}
        count={results?.totals && total}
        actions={
          (head.views || results?.totals?.totalItems) && (
            <MoreActions>
              <ViewsMenu {...head} columns={requestColumns} /> <ExportLink totals={results?.totals} />
            </MoreActions>
          )
        }
      />
      <Notices notices={namesProblem ? [namesProblem] : []} />
      <SearchCard label={t("title")} filters={<RequestFilters {...form} />} intro={t("intro")}>
        {results && <RequestTable {...results} openId={detail?.request?._id} />}
      </SearchCard>
      {detail && (
        <RequestDetail
          {...detail}
          hrefOf={(neighbour) => detailHref(location, neighbour.page, neighbour._id)}
          closeHref={detailHref(location, page, null)}
        />
      )}
    </>
  );
}
