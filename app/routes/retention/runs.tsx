import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ComplianceViews } from "~/components/retention/compliance-views";
import { runColumns } from "~/components/retention/retention-columns";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { DataTable } from "~/components/table/data-table";
import { ExportLink } from "~/components/table/export-link";
import { MoreActions } from "~/components/table/more-actions";
import { retention } from "~/i18n/retention";
import { defineList } from "~/models/list/list.server";
import { listSearch } from "~/models/list/list-search";
import { viewsOf } from "~/models/retention/compliance-screen.server";
import { getRuns } from "~/models/retention/retention.server";
import { screenGates } from "~/services/gates";

export const handle = cacheForBack(fixedTitle(retention, "runs.title"));

const list = defineList({
  name: "retention-runs",
  gate: screenGates["settings/compliance/runs"],
  // The API's only order is newest first.
  search: listSearch({ sorts: ["newest"], defaultSort: "newest", defaultOrder: "desc", filters: {} }),
  fetch: ({ api }, state) => getRuns(api, state),
  loadFailed: ({ translate }) => translate(retention)("runs.loadFailed"),
  columns: runColumns,
  extra: async (args) => ({ compliance: await viewsOf(args) }),
});
export const loader = list.loader;

export default function RetentionRuns() {
  const {
    base,
    compliance,
    canExport,
    may: _,
    allMatch: __,
    views: ___,
    ...data
  } = useLoaderData<typeof loader>();
  const t = useTexts(retention);
  return (
    <div className="settings-tab">
      {compliance && <ComplianceViews base={base} current="runs" mayHolds={compliance.mayHolds} />}
      <p className="muted">{t("runs.intro")}</p>
      <DataTable
        {...data}
        label={t("runs.title")}
        columns={runColumns}
        barLinks={
          canExport && data.totals?.totalItems ? (
            <MoreActions>
              <ExportLink totals={data.totals} />
            </MoreActions>
          ) : undefined
        }
        empty={{ title: t("runs.empty") }}
      />
    </div>
  );
}
