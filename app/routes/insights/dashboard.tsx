import type { SerializeFrom } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { Dashboard } from "~/components/insights/dashboard";
import styles from "~/components/insights/insights.css?url";
import { useCardArrangement } from "~/components/insights/use-card-arrangement";
import { fixedTitle } from "~/components/shell/page-title";
import { FilterBar } from "~/components/table/filter-bar";
import { ButtonLink } from "~/components/ui/button";
import { type Notice, Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { insights } from "~/i18n/insights";
import { loadDashboard } from "~/models/insights/dashboard-screen.server";
import { defaultLayout, isDefault } from "~/models/insights/layout";
import { arrangeCards, resetLayout } from "~/models/insights/layout-form.server";
import { screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);

export const handle = fixedTitle(insights, "title");

const gate = screenGates.di;

export const loader = consoleLoader(gate, loadDashboard);

// `arrange` saves a drag; the page has already moved its cards.
export const action = consoleAction(gate, { arrange: arrangeCards, reset: resetLayout });
const intent = intentsOf<typeof action>();

/** Saving a layout does not reload the figures. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  formData?.get("intent") === intent("arrange") ? false : defaultShouldRevalidate;

/** Discover Insights: results of the customer's chat interviews (DI). */
export default function Insights() {
  const data = useLoaderData<typeof loader>();
  // Keyed by customer: an arrangement belongs to one.
  return <InsightsOfCustomer key={data.base} {...data} />;
}

function InsightsOfCustomer(data: SerializeFrom<typeof loader>) {
  const { base, layout, filters, departments, vacancies, more, notices } = data;
  const { pathname } = useLocation();
  const t = useTexts(insights);
  const answer = useActionData<{ notice?: Notice }>();
  const arranged = useCardArrangement(layout, `${base}/di`, intent("arrange"));
  const [isReset, setReset] = useState(false);
  const failed = arranged.notice ?? answer?.notice;
  const reset = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    arranged.put([...defaultLayout]);
    setReset(true);
    // Moves the focus, since the button disappears with its filter.
    event.currentTarget.parentElement?.querySelector("a")?.focus();
  };
  return (
    <div className="insights">
      <PageHeader
        title={t("title")}
        actions={
          <>
            {layout.version !== null && !isDefault(arranged.places) && (
              <PostForm className="" intent={intent("reset")} onSubmit={reset}>
                <HiddenFields values={{ version: String(layout.version) }} />
                <SubmitButton variant="ghost">{t("layout.reset")}</SubmitButton>
              </PostForm>
            )}
            <ButtonLink to={`${base}/di/layout`}>{t("editLayout")}</ButtonLink>
          </>
        }
      />
      <Notices notices={failed ? [...notices, failed] : notices} />
      <Notices
        float="toast"
        notices={
          isReset && !failed && isDefault(arranged.places)
            ? [{ tone: "success", title: t("layout.default") }]
            : []
        }
      />
      <div className="insight-filters list-card rt-r-mb-4 rt-r-py-2 rt-r-px-3">
        <FilterBar
          fields={[
            {
              kind: "choice",
              name: "department",
              label: t("filters.department"),
              options: departments,
              placeholder: t("filters.allDepartments"),
            },
            ...(data.offersVacancies
              ? [
                  {
                    kind: "choices" as const,
                    name: "vacancy",
                    label: t("filters.vacancy"),
                    options: vacancies,
                    ...(more !== null && {
                      find: { name: "find", label: t("filters.find") },
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
      <Dashboard {...data} arranged={arranged} isMovable={layout.version !== null} />
    </div>
  );
}
