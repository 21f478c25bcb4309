import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { Button, ButtonLink } from "~/components/ui/button";
import { classes } from "~/components/ui/classes";
import { Icon } from "~/components/ui/icons";
import { useDismissal } from "~/components/ui/use-dismissal";
import { common } from "~/i18n/common";
import type { FilterValues, ListDefaults } from "~/models/list/list-state";
import { chipsOf } from "./filter-chips";
import { errorsOf, FilterControl, type FilterField, parametersOf } from "./filter-fields";
import { withoutFilters } from "./list-url";

type FilterMenuProps = { field: FilterField; values: FilterValues; defaults?: ListDefaults };

/** Up to this many values are named on the button; more are counted. */
const named = 2;

/**
 * One filter behind a button that says what it is set to. `details`, and no popover: it opens without scripts and in
 * any browser, and on a phone it unfolds in place.
 */
export function FilterMenu({ field, values, defaults }: FilterMenuProps) {
  const t = useTexts(common);
  const location = useLocation();
  const hasErrors = Boolean(errorsOf(field, values, ""));
  const dismissal = useDismissal(hasErrors && values);
  const chosen = chipsOf(field, values).map(({ value }) => value);
  const words = chosen.length > named ? chosen.length : chosen.join(", ");
  return (
    <details
      {...dismissal}
      name="filter"
      className={classes("filter drop-down", words !== "" && "filter-set")}
      open={hasErrors || undefined}
    >
      <summary className="btn btn-outline">
        <bdi>{words === "" ? field.label : `${field.label}: ${words}`}</bdi>
        <Icon name="chevron-down" />
      </summary>
      <div className="filter-panel" tabIndex={-1}>
        <FilterControl field={field} values={values} labelHidden />
        <div className="row">
          <Button type="submit" size="small">
            {t("actions.apply")}
          </Button>
          {words !== "" && (
            <ButtonLink
              to={withoutFilters(location, parametersOf(field), defaults)}
              variant="ghost"
              size="small"
              data-keep-scroll=""
            >
              {t("table.clear")}
              <span className="visually-hidden"> {field.label}</span>
            </ButtonLink>
          )}
        </div>
      </div>
    </details>
  );
}
