import { useTexts } from "~/components/context/console-context";
import type { FilterField } from "~/components/table/filter-bar";
import { applications } from "~/i18n/applications";
import { formatNumber } from "~/i18n/numbers";
import {
  applicationResults,
  applicationStatuses,
  hasSubmissions,
} from "~/models/applications/application-options";
import type { ApplicationsData } from "~/models/applications/application-screen.server";

type FilterData = Pick<ApplicationsData, "counts" | "zone" | "progress" | "stage" | "filters">;

/** Filters of a stage's candidates (APP-11 to APP-19). */
export function useApplicationFilters({ counts, zone, progress, stage, filters }: FilterData): FilterField[] {
  const t = useTexts(applications);
  const hasDays = hasSubmissions(progress);
  // A status without applications shows 0, and no number while counts are unknown. INTERVIEW is offered only if it has
  // applications or is selected (APP-12).
  const statuses = applicationStatuses.filter(
    (status) =>
      status !== "APPS_APPLICATION_INTERVIEW" ||
      (counts?.[status] ?? 0) > 0 ||
      filters.status.includes(status),
  );
  const search = t("filters.search");
  return [
    { kind: "text", isSearch: true, name: "q", label: search, labelHidden: true, placeholder: search },
    {
      kind: "choices",
      name: "status",
      label: t("filters.status"),
      options: statuses.map((value) => ({
        value,
        label: t(`status.${value}`),
        aside: counts ? formatNumber(counts[value] ?? 0) : undefined,
      })),
    },
    {
      kind: "choices",
      name: "result",
      label: t(stage?.product === "SI" ? "columns.rating" : "filters.result"),
      options: applicationResults.map((value) => ({ value, label: t(`result.${value}`) })),
    },
    {
      kind: "days",
      name: "from",
      label: t("filters.days"),
      zone,
      disabled: !hasDays,
      note: hasDays ? undefined : t("filters.daysOff"),
    },
    { kind: "flag", name: "unviewed", label: t("filters.unviewed") },
    // A stage without a limit has no overdue candidates.
    ...(stage?.dayLimit || filters.overdue
      ? [{ kind: "flag", name: "overdue", label: t("filters.overdue") } as const]
      : []),
  ];
}
