import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ComplianceViews } from "~/components/retention/compliance-views";
import { holdColumns } from "~/components/retention/retention-columns";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { DataTable } from "~/components/table/data-table";
import { ExportLink } from "~/components/table/export-link";
import { MoreActions } from "~/components/table/more-actions";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { retention } from "~/i18n/retention";
import { defineList } from "~/models/list/list.server";
import { choiceFilter, listSearch } from "~/models/list/list-search";
import { getHolds } from "~/models/retention/hold.server";
import { screenGates } from "~/services/gates";

export const handle = cacheForBack(fixedTitle(retention, "holds.title"));

const list = defineList({
  name: "holds",
  gate: screenGates["settings/compliance/holds"],
  may: { place: screenGates["settings/compliance/holds/create"] },
  // Overdue reviews first; no other order is useful.
  search: listSearch({
    sorts: ["review"],
    defaultSort: "review",
    defaultOrder: "asc",
    filters: { state: choiceFilter(["past", "released"]) },
  }),
  fetch: ({ api }, { page, size, state }) => getHolds(api, { page, size, state }),
  loadFailed: ({ translate }) => translate(retention)("holds.loadFailed"),
  columns: holdColumns,
});
export const loader = list.loader;

/** Holds, with overdue reviews first and a warning (RET-11). */
export default function Holds() {
  const { base, may, canExport, allMatch: _, views: __, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(retention);
  const past = data.rows.filter(({ isPastReview }) => isPastReview).length;
  const root = `${base}/settings/compliance/holds`;
  const isReleased = data.filters.state === "released";
  return (
    <div className="settings-tab">
      <ComplianceViews base={base} current="holds" mayHolds />
      <p className="muted">{t("holds.intro")}</p>
      {past > 0 && (
        <Callout tone="warning" title={t("holds.pastTitle", { count: past })}>
          {t("holds.pastText")}
        </Callout>
      )}
      <DataTable
        {...data}
        label={t("holds.title")}
        columns={holdColumns}
        // Links omit the list's query, which the settings' frame would read as the customer list's.
        rowHref={(hold) => `${root}/${hold._id}`}
        fields={[
          {
            kind: "choice",
            name: "state",
            label: t("holds.state"),
            placeholder: t("holds.active"),
            options: [
              { value: "past", label: t("holds.onlyPast") },
              { value: "released", label: t("holds.released") },
            ],
          },
        ]}
        barLinks={
          <>
            {canExport && data.totals?.totalItems ? (
              <MoreActions>
                <ExportLink totals={data.totals} />
              </MoreActions>
            ) : null}
            {may.place && (
              <ButtonLink to={`${root}/create`} variant="solid" icon="plus">
                {t("holds.place")}
              </ButtonLink>
            )}
          </>
        }
        empty={{ title: t(isReleased ? "holds.emptyReleased" : "holds.empty") }}
      />
    </div>
  );
}
