import { useLocation } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button, ButtonLink } from "~/components/ui/button";
import { classes } from "~/components/ui/classes";
import { Icon } from "~/components/ui/icons";
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
  const ref = useDismissal(hasErrors && values);
  const chosen = chipsOf(field, values).map(({ value }) => value);
  const words = chosen.length > named ? chosen.length : chosen.join(", ");
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape only adds to its button
    <details
      ref={ref}
      name="filter"
      className={classes("filter", words !== "" && "filter-set")}
      open={hasErrors || undefined}
      onKeyDown={onEscape}
    >
      <summary className="btn btn-outline">
        <bdi>{words === "" ? field.label : `${field.label}: ${words}`}</bdi>
        <Icon name="chevron-down" />
      </summary>
      <div className="filter-panel">
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

/** Closes the menu that an element is in; the focus goes back to its button. */
export function closeMenu(within: Element | null) {
  const menu = within?.closest<HTMLDetailsElement>(".filter, .sort-menu");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

function onEscape(event: KeyboardEvent<HTMLElement>) {
  if (event.key === "Escape") closeMenu(event.currentTarget);
}

/** Whoever goes on elsewhere leaves a menu closed that lies over the list, unless what is in it must be mended. */
function useDismissal(mistakenValues: FilterValues | false) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (mistakenValues && ref.current) ref.current.open = true;
  }, [mistakenValues]);
  useEffect(() => {
    const leave = ({ target }: Event) => {
      const menu = ref.current;
      if (!menu?.open || !(target instanceof Node) || menu.contains(target)) return;
      const panel = menu.lastElementChild;
      if (panel && getComputedStyle(panel).position === "absolute") menu.open = false;
    };
    document.addEventListener("click", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("click", leave);
      document.removeEventListener("focusin", leave);
    };
  }, []);
  return ref;
}
