import { useLoaderData } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { activityColumns } from "~/components/settings/sso-activity-columns";
import { SsoViews } from "~/components/settings/sso-views";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { DataTable } from "~/components/table/data-table";
import { ExportLink } from "~/components/table/export-link";
import { MoreActions } from "~/components/table/more-actions";
import { settingsSso } from "~/i18n/settings-sso";
import { defineList } from "~/models/list/list.server";
import { activitySearch, getSsoActivity } from "~/models/settings/sso-activity.server";
import { attemptResults, ssoRefusals } from "../../../shared/sso-attempts";
import { screenGates } from "~/services/gates";

export const handle = cacheForBack(fixedTitle(settingsSso, "activity.title"));

const list = defineList({
  name: "sso-attempts",
  gate: screenGates["settings/sso/activity"],
  may: { edit: screenGates["settings/sso/import"] },
  search: activitySearch,
  fetch: ({ api, timeZone }, state) => getSsoActivity(api, state, timeZone),
  loadFailed: ({ translate }) => translate(settingsSso)("activity.loadFailed"),
  columns: activityColumns,
});
export const loader = list.loader;

/** Single sign-on attempts: outcome and advice (SSO-67). */
export default function SsoActivity() {
  const { base, may, canExport, allMatch: _, views: __, ...data } = useLoaderData<typeof loader>();
  const { timeZone } = useConsole();
  const t = useTexts(settingsSso);
  return (
    <div className="settings-tab">
      <SsoViews base={base} current="activity" mayEdit={may.edit} />
      <p className="muted">{t("activity.intro")}</p>
      <DataTable
        {...data}
        label={t("activity.title")}
        columns={activityColumns}
        fields={[
          {
            kind: "choice",
            name: "result",
            label: t("activity.result"),
            placeholder: t("activity.anyResult"),
            options: attemptResults.map((value) => ({ value, label: t(`activity.results.${value}`) })),
          },
          {
            kind: "choice",
            name: "reason",
            label: t("activity.reason"),
            placeholder: t("activity.anyReason"),
            options: ssoRefusals.map((value) => ({ value, label: t(`activity.reasons.${value}`) })),
          },
          {
            kind: "days",
            name: "from",
            label: t("activity.period"),
            zone: typeof data.filters.tz === "string" ? data.filters.tz : timeZone,
            maxDays: 90,
          },
        ]}
        barLinks={
          canExport && data.totals?.totalItems ? (
            <MoreActions>
              <ExportLink totals={data.totals} />
            </MoreActions>
          ) : undefined
        }
        empty={{ title: t("activity.empty") }}
      />
    </div>
  );
}
