import { type ShouldRevalidateFunction, useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { Dashboard } from "~/components/insights/dashboard";
import styles from "~/components/insights/insights.css?url";
import print from "~/components/insights/insights-print.css?url";
import { titled } from "~/components/shell/page-title";
import { FilterBar } from "~/components/table/filter-bar";
import { ButtonLink } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { Time } from "~/components/ui/time";
import { insights } from "~/i18n/insights";
import { loadDashboard } from "~/models/insights/dashboard-screen.server";
import { arrangeCards } from "~/models/insights/layout-form.server";
import { screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = () => [
  { rel: "stylesheet", href: styles },
  { rel: "stylesheet", href: print, media: "print" },
];

export const handle = titled(insights, "title");

const gate = screenGates.di;

export const loader = consoleLoader(gate, loadDashboard);

// Saves a drag; the page has moved its cards already.
export const action = consoleAction(gate, { arrange: arrangeCards });
const intent = intentsOf<typeof action>();

/** A layout that was kept is no reason to ask for the figures again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  formData?.get("intent") === intent("arrange") ? false : defaultShouldRevalidate;

/** Discover Insights: what the chat interviews of the customer came to (DI). */
export default function Insights() {
  const data = useLoaderData<typeof loader>();
  const { base, filters, departments, vacancies, more, notices, customer, readAt } = data;
  const { pathname } = useLocation();
  const t = useTexts(insights);
  return (
    <div className="insights">
      <PageHeader
        title={t("title")}
        actions={<ButtonLink to={`${base}/di/layout`}>{t("editLayout")}</ButtonLink>}
      />
      {/* Of whom and when: a sheet of paper has no frame around it. */}
      <p className="insight-printed">
        <bdi>{customer}</bdi>, <Time at={readAt} kind="dateTime" />
      </p>
      <Notices notices={notices} />
      <div className="insight-filters list-card">
        <FilterBar
          fields={[
            {
              kind: "choice",
              name: "department",
              label: t("filters.department"),
              options: departments,
              placeholder: t("filters.allDepartments"),
            },
            ...(more === null ? [] : [{ kind: "text" as const, name: "find", label: t("filters.find") }]),
            ...(data.offersVacancies
              ? [
                  {
                    kind: "choices" as const,
                    name: "vacancy",
                    label: t("filters.vacancy"),
                    options: vacancies,
                    ...(more !== null && {
                      note: t("filters.more", { count: vacancies.length, total: more }),
                    }),
                  },
                ]
              : []),
            { kind: "days", name: "from", label: t("filters.days"), zone: "UTC" },
          ]}
          values={filters}
          clearHref={data.query || filters.find ? pathname : undefined}
          auto={false}
        />
      </div>
      <Dashboard key={base} {...data} arrange={intent("arrange")} />
    </div>
  );
}
