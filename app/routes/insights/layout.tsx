import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import styles from "~/components/insights/insights.css?url";
import { LayoutForm } from "~/components/insights/layout-form";
import { fixedTitle } from "~/components/shell/page-title";
import { Problem } from "~/components/area/problem";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { insights } from "~/i18n/insights";
import { grid } from "~/models/insights/cards";
import { getLayout } from "~/models/insights/dashboard-layout.server";
import { typedLayout } from "~/models/insights/layout";
import { reorderCards, resetLayout, saveTypedLayout } from "~/models/insights/layout-form.server";
import { loaded } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(insights, "layout.title");
export const links = stylesheets(styles);

const gate = screenGates.di;

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, translate } = args;
  const { data, error } = await loaded(getLayout(api), args, translate(insights)("layout.loadFailed"));
  return {
    dashboardHref: `${base}/di`,
    problem: error,
    layout: data && { values: typedLayout(data.places), version: data.version },
  };
});

export const action = consoleAction(gate, { save: saveTypedLayout, reset: resetLayout, order: reorderCards });
const intent = intentsOf<typeof action>();

/** The dashboard's layout as numbers: the no-JS alternative to dragging (DI-08). */
export default function EditLayout() {
  const { dashboardHref, problem, layout } = useLoaderData<typeof loader>();
  const t = useTexts(insights);
  return (
    <>
      <PageHeader title={t("layout.title")} back={{ to: dashboardHref, label: t("title") }} />
      <Problem of={problem} />
      {layout && (
        <>
          <p className="rt-r-mb-4 muted">{t("layout.text", { columns: grid.columns })}</p>
          <LayoutForm
            {...layout}
            intent={intent("save")}
            reset={intent("reset")}
            order={intent("order")}
            dashboardHref={dashboardHref}
          />
        </>
      )}
    </>
  );
}
