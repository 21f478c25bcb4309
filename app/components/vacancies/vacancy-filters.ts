import { useTexts } from "~/components/context/console-context";
import type { FilterField } from "~/components/table/filter-bar";
import { vacancies } from "~/i18n/vacancies";
import { longestSearch } from "~/models/vacancies/search-limit";

/** Options of a list's filters. */
export type VacancyFields = {
  departments: readonly { value: string; label: string }[];
  /** Time zone of the date filters. */
  zone: string;
  /** True if filtering by people, days and applicants is possible. */
  hasMore: boolean;
  /** The workflow that the list is narrowed to; only a workflow's page links to it. */
  workflow: { value: string; label: string } | null;
};

/** Search and filters of both lists (VAC-67, VAC-68). */
export function useVacancyFields({ departments, zone, hasMore, workflow }: VacancyFields): FilterField[] {
  const t = useTexts(vacancies);
  const search = t("search");
  return [
    {
      kind: "text",
      isSearch: true,
      name: "q",
      label: search,
      labelHidden: true,
      placeholder: search,
      max: longestSearch,
    },
    ...(departments.length > 1
      ? [
          {
            kind: "choices",
            name: "department",
            label: t("filters.department"),
            options: departments,
          } as const,
        ]
      : []),
    ...(workflow
      ? [
          {
            kind: "choice",
            name: "workflow",
            label: t("filters.workflow"),
            placeholder: t("filters.anyWorkflow"),
            options: [workflow],
          } as const,
        ]
      : []),
    ...(hasMore
      ? ([
          { kind: "text", name: "manager", label: t("filters.manager"), people: "people.json" },
          { kind: "days", name: "from", label: t("filters.created"), zone },
          {
            kind: "choice",
            name: "applicants",
            label: t("filters.applicants"),
            placeholder: t("filters.any"),
            options: [
              { value: "with", label: t("filters.with") },
              { value: "without", label: t("filters.without") },
            ],
          },
        ] as const)
      : []),
  ];
}
