import { TextField } from "~/components/form/text-fields";
import { SelectField } from "~/components/form/choice-fields";
import { useTexts } from "~/components/context/console-context";
import { FilterBar } from "~/components/table/filter-bar";
import { atsRequests } from "~/i18n/ats";
import { common } from "~/i18n/common";

type RequestFiltersProps = {
  names: readonly string[];
  /** What the address asks for. */
  values: Readonly<
    Record<
      "atsName" | "requestType" | "masterId" | "externalTenantId" | "status" | "from" | "to",
      string | undefined
    >
  >;
  /** The zone that the times are in; it travels with them. */
  zone: string;
  atsNames: readonly string[];
  types: readonly { value: string; label: string }[];
  statuses: readonly string[];
  mistakes: { atsName: boolean; range: boolean };
  clearHref: string | undefined;
};

/** The search form (ATSR-02): a GET form, so that the address is the search. */
export function RequestFilters({
  names,
  values,
  zone,
  atsNames,
  types,
  statuses,
  mistakes,
  clearHref,
}: RequestFiltersProps) {
  const t = useTexts(atsRequests);
  const c = useTexts(common);
  // A name in a link stays in force when its tenant is gone, as the requests stay.
  const known =
    values.atsName && !atsNames.includes(values.atsName) ? [values.atsName, ...atsNames] : atsNames;
  return (
    <div className="request-filters">
      <FilterBar names={names} clearHref={clearHref}>
        <input type="hidden" name="search" value="1" />
        <input type="hidden" name="tz" value={zone} />
        <SelectField
          name="atsName"
          label={t("atsName")}
          options={known.map((value) => ({ value, label: value }))}
          defaultValue={values.atsName}
          errors={mistakes.atsName ? [t("atsNameRequired")] : undefined}
        />
        <SelectField
          name="requestType"
          label={t("requestType")}
          options={types}
          placeholder={t("any")}
          defaultValue={values.requestType}
        />
        <TextField name="masterId" label={t("masterId")} defaultValue={values.masterId} autoComplete="off" />
        <TextField
          name="externalTenantId"
          label={t("tenantId")}
          defaultValue={values.externalTenantId}
          autoComplete="off"
        />
        <SelectField
          name="status"
          label={t("requestStatus")}
          options={statuses.map((value) => ({ value, label: value }))}
          placeholder={t("any")}
          defaultValue={values.status}
        />
        <fieldset className="field time-range">
          <legend>{t("timeRange", { zone })}</legend>
          <div className="input-group">
            <TextField
              type="datetime-local"
              name="from"
              label={c("forms.from")}
              labelHidden
              step="any"
              defaultValue={values.from}
              errors={mistakes.range ? [t("rangeInvalid")] : undefined}
            />
            <span className="muted" aria-hidden="true">
              –
            </span>
            <TextField
              type="datetime-local"
              name="to"
              label={c("forms.to")}
              labelHidden
              step="any"
              defaultValue={values.to}
            />
          </div>
        </fieldset>
      </FilterBar>
    </div>
  );
}
