import { useTexts } from "~/components/context/console-context";
import { FilterBar, type FilterField } from "~/components/table/filter-bar";
import { atsRequests } from "~/i18n/ats";
import { common } from "~/i18n/common";
import { humanizeName } from "~/models/ats/ats-names";
import type { AtsRequestStatus } from "~/models/ats/ats-request-kinds";

type RequestFiltersProps = {
  /** Search values from the URL. */
  values: Readonly<
    Record<
      "atsName" | "requestType" | "masterId" | "externalTenantId" | "status" | "from" | "to",
      string | undefined
    >
  >;
  /** Time zone of the entered times; submitted with them. */
  zone: string;
  atsNames: readonly string[];
  types: readonly { value: string; label: string }[];
  statuses: readonly AtsRequestStatus[];
  mistakes: { atsName: boolean; range: boolean };
  clearHref: string | undefined;
};

/**
 * The search form. It uses GET, so that the URL identifies the search, and searches only on submit (ATSR-02).
 */
export function RequestFilters(props: RequestFiltersProps) {
  const { values, zone, atsNames, types, statuses, mistakes, clearHref } = props;
  const t = useTexts(atsRequests);
  const c = useTexts(common);
  // Keeps the URL's ATS name as an option after its tenant was removed, since its requests remain.
  const known =
    values.atsName && !atsNames.includes(values.atsName) ? [values.atsName, ...atsNames] : atsNames;
  const fields: FilterField[] = [
    {
      kind: "text",
      isSearch: true,
      name: "masterId",
      label: t("masterId"),
      labelHidden: true,
      placeholder: t("masterId"),
    },
    {
      kind: "choice",
      name: "atsName",
      label: t("atsName"),
      options: known.map((value) => ({ value, label: humanizeName(value) })),
      isRequired: true,
      errors: mistakes.atsName ? [t("atsNameRequired")] : undefined,
    },
    {
      kind: "choice",
      name: "requestType",
      label: t("requestType"),
      options: types,
      placeholder: t("any"),
    },
    { kind: "text", name: "externalTenantId", label: t("tenantId") },
    {
      kind: "choice",
      name: "status",
      label: t("requestStatus"),
      options: statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
      placeholder: t("any"),
    },
    {
      kind: "times",
      name: "from",
      label: t("timeRange", { zone }),
      chipLabel: t("timeRangeShort"),
      zone,
      errors: mistakes.range ? [t("rangeInvalid")] : undefined,
    },
  ];
  return (
    <FilterBar
      {...{ fields, values, clearHref }}
      hidden={{ search: "1", tz: zone }}
      submitLabel={c("actions.search")}
      auto={false}
    />
  );
}
