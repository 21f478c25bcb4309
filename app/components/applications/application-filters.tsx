import { useState } from "react";
import { CheckboxField, MultiSelectField } from "~/components/form/choice-fields";
import { DateRangeField, TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { FilterBar } from "~/components/table/filter-bar";
import { useHydrated } from "remix-utils/use-hydrated";
import { applications } from "~/i18n/applications";
import {
  applicationResults,
  applicationStatuses,
  filterNames,
  hasSubmissions,
  type ProgressStatus,
} from "~/models/applications/application-options";
import type { ApplicationsData } from "~/models/applications/application-screen.server";

type ApplicationFiltersProps = Pick<ApplicationsData, "filters" | "counts"> & {
  progress: ProgressStatus;
  isVideo: boolean;
  clearHref: string;
};

/** The filter row (APP-11 to APP-19): a GET form, so that the address is the list. */
export function ApplicationFilters({
  filters,
  counts,
  progress,
  isVideo,
  clearHref,
}: ApplicationFiltersProps) {
  const t = useTexts(applications);
  const hasDays = hasSubmissions(progress);
  // APP-12: a status of no applications shows 0; INTERVIEW is offered only when there are some.
  const statuses = applicationStatuses.filter(
    (status) => status !== "APPS_APPLICATION_INTERVIEW" || (counts[status] ?? 0) > 0,
  );
  return (
    <FilterBar
      names={filterNames}
      submitLabel={t("bulk.apply")}
      clearHref={filters.isFiltered ? clearHref : undefined}
      clearLabel={t("filters.clear")}
    >
      <div className="field filter-wide">
        <TextField
          type="search"
          name="q"
          label={t("filters.search")}
          defaultValue={filters.q}
          maxLength={100}
          autoComplete="off"
        />
      </div>
      <MultiSelectField
        display="menu"
        name="status"
        label={t("filters.status")}
        options={statuses.map((value) => ({
          value,
          label: t(`status.${value}`),
          aside: counts[value] ?? 0,
        }))}
        defaultValues={filters.status}
      />
      <MultiSelectField
        display="menu"
        name="result"
        label={t(isVideo ? "columns.rating" : "filters.result")}
        options={applicationResults.map((value) => ({ value, label: t(`result.${value}`) }))}
        defaultValues={filters.result}
      />
      <Days filters={filters} disabled={!hasDays} />
      <CheckboxField
        name="unviewed"
        value="1"
        label={t("filters.unviewed")}
        defaultChecked={filters.unviewed}
      />
    </FilterBar>
  );
}

/** The days of submission with the zone they are days of, which travels with them (SHELL-21). */
function Days({ filters, disabled }: { filters: ApplicationsData["filters"]; disabled: boolean }) {
  const t = useTexts(applications);
  const hydrated = useHydrated();
  const [isSet, setIsSet] = useState(Boolean(filters.from ?? filters.to));
  return (
    // Scripts leave the zone out of an address without days.
    <div
      className="days"
      onInput={(event) => {
        const days = event.currentTarget.querySelectorAll<HTMLInputElement>("input[type=date]");
        setIsSet([...days].some(({ value }) => value !== ""));
      }}
    >
      <input type="hidden" name="tz" value={filters.zone} disabled={disabled || (hydrated && !isSet)} />
      <DateRangeField
        label={
          <>
            {t("filters.days")}{" "}
            <span className="field-optional">({disabled ? t("filters.daysOff") : filters.zone})</span>
          </>
        }
        from={{ name: "from", defaultValue: filters.from }}
        to={{ name: "to", defaultValue: filters.to }}
        disabled={disabled}
      />
    </div>
  );
}
