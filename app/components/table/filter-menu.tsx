import { useLocation } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { Button, buttonLook } from "~/components/ui/button";
import { classes } from "~/components/ui/classes";
import { Icon } from "~/components/ui/icons";
import { useDismissal } from "~/components/ui/use-dismissal";
import { common } from "~/i18n/common";
import type { FilterValues, ListDefaults } from "~/models/list/list-state";
import { chipsOf, wordsOf } from "./filter-chips";
import { errorsOf, FilterControl, type FilterField, foreignZone, parametersOf } from "./filter-fields";
import { withoutFilters } from "./list-url";

type FilterMenuProps = { field: FilterField; values: FilterValues; defaults?: ListDefaults };

/** Up to this many values are named on the button; more are counted. */
const maxNamedValues = 2;

/**
 * One filter behind a button that shows its value, with a button to clear it. A `details` rather than a popover: it
 * opens without JS and in any browser, and expands in place on a phone.
 */
export function FilterMenu({ field, values, defaults }: FilterMenuProps) {
  const t = useTexts(common);
  const location = useLocation();
  const zone = foreignZone(field, values, useConsole().timeZone);
  const hasErrors = Boolean(errorsOf(field, values, ""));
  const chosen = wordsOf(field, values);
  // Stays open after a search for options, since the choice comes next.
  const isSearched = field.kind === "choices" && Boolean(field.find && values[field.find.name]);
  const isOpen = hasErrors || (isSearched && chosen.length === 0);
  const dismissal = useDismissal(isOpen && values);
  const words = chosen.length > maxNamedValues ? chosen.length : chosen.join(", ");
  const label = ("chipLabel" in field && field.chipLabel) || field.label;
  const menu = (
    <details
      {...dismissal}
      name="filter"
      className={classes("filter drop-down", words !== "" && "filter-set")}
      open={isOpen || undefined}
    >
      <summary {...buttonLook()}>
        <bdi className="rt-truncate">{words === "" ? label : `${label}: ${words}`}</bdi>
        {zone && <span>({zone})</span>}
        <Icon name="chevron-down" />
      </summary>
      <div className="filter-panel" tabIndex={-1}>
        <FilterControl field={field} values={values} labelHidden />
        <div className="row">
          <Button type="submit" size="small">
            {t("actions.apply")}
          </Button>
        </div>
      </div>
    </details>
  );
  // The clear button overlays the menu button: interactive elements cannot be nested.
  return (
    <div className="filter-item">
      {menu}
      {chipsOf(field, values).length > 0 && (
        <a
          className="filter-clear rt-r-position-absolute rt-r-display-grid rt-r-ai-center rt-r-ji-center"
          href={withoutFilters(location, parametersOf(field), defaults)}
          data-keep-scroll=""
        >
          <Icon name="x" />
          <span className="visually-hidden">
            {t("table.clear")} {label}
          </span>
        </a>
      )}
    </div>
  );
}
