import { useTexts } from "~/components/context/console-context";
import { FilterBar, type FilterField } from "~/components/table/filter-bar";
import { common } from "~/i18n/common";
import { eventLogs } from "~/i18n/event-logs";
import type { FilterValues } from "~/models/list/list-state";

type Choice = { value: string; label: string };
type EventFiltersProps = {
  tab: "email" | "sms";
  /** The typed values, or the form's defaults. */
  values: FilterValues;
  /** Time zone of the entered days; submitted with them. */
  zone: string;
  templates: readonly Choice[];
  statuses: readonly Choice[];
  errors: { range: string[] | undefined; person: string[] | undefined };
  clearHref: string | undefined;
};

/**
 * The search form of a log. It uses GET, so that the URL identifies the search, and searches only on submit
 * (LOG-04, LOG-24).
 */
export function EventFilters({
  tab,
  values,
  zone,
  templates,
  statuses,
  errors,
  clearHref,
}: EventFiltersProps) {
  const t = useTexts(eventLogs);
  const c = useTexts(common);
  const person = {
    kind: "text",
    isSearch: true,
    labelHidden: true,
    errors: errors.person,
  } as const;
  const template: FilterField = {
    kind: "choices",
    name: "templateType",
    label: t("templateType"),
    options: templates,
  };
  const range = { kind: "days", name: "from", zone, errors: errors.range } as const;
  const fields: FilterField[] =
    tab === "email"
      ? [
          { ...person, name: "recipient", label: t("recipient"), placeholder: t("recipient") },
          template,
          { ...range, label: t("eventTimeRange"), isRequired: true, maxDays: 7 },
          { kind: "flag", name: "bounced", label: t("bouncedOnly") },
        ]
      : [
          { kind: "choices", name: "status", label: t("status"), options: statuses },
          { ...person, name: "phone", label: t("phone"), placeholder: t("phone") },
          template,
          { ...range, label: t("timeRange"), note: t("optionalRange", { zone }) },
        ];
  return (
    <FilterBar
      {...{ fields, values, clearHref }}
      // A new search closes the open message: empty values are dropped from the URL.
      hidden={{ tab: tab === "sms" ? tab : "", submit: "1", search: "", messageId: "", event: "" }}
      submitLabel={c("actions.search")}
      auto={false}
    />
  );
}
