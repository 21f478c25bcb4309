import { Form, useLocation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { useDebouncedNavigate } from "~/components/context/debounced-navigate";
import { Button, ButtonLink, buttonLook } from "~/components/ui/button";
import { Icon } from "~/components/ui/icons";
import { closeDropDown } from "~/components/ui/use-dismissal";
import { common } from "~/i18n/common";
import { type FilterValues, isSet, type ListDefaults } from "~/models/list/list-state";
import { chipCount, FilterChips } from "./filter-chips";
import { errorsOf, FilterControl, type FilterField, parametersOf } from "./filter-fields";
import { FilterMenu } from "./filter-menu";
import { parametersToKeep, listHref, withoutFilters } from "./list-url";
import { useFilterFocus } from "./use-filter-focus";
import { router } from "~/components/context/router";

export type { FilterField } from "./filter-fields";

type FilterBarProps = {
  fields: readonly FilterField[];
  /** Filters in the URL, by parameter. */
  values: FilterValues;
  defaults?: ListDefaults;
  /** "Apply" by default. */
  submitLabel?: string;
  /** Parameters sent with every search. */
  hidden?: Readonly<Record<string, string>>;
  /** Target of "Clear"; the list without filters by default. */
  clearHref?: string;
  /** False for a search that runs only on submit. */
  auto?: boolean;
  /** The sort control for rows as cards; shown next to the search. */
  children?: ReactNode;
};

/** Delay before the list follows a change with JS, in ms (GEN-06). */
const debounce = 500;
/** Number of filters shown next to the search at any width; one more is no wider than the button that would hide it. */
const maxVisibleFilters = 3;

/**
 * A list's filters: a GET form, so that its URL is its state. Each is behind its own button, on a phone all
 * behind one; of many, those beyond the third are behind another where room is short. JS drops empty values
 * from the URL. Any change starts at page 1 (GEN-05).
 */
export function FilterBar({
  fields,
  values,
  defaults,
  submitLabel,
  hidden = {},
  clearHref,
  auto = true,
  children,
}: FilterBarProps) {
  const t = useTexts(common);
  const location = useLocation();
  const count = chipCount(fields, values);
  const names = [...new Set([...fields.flatMap(parametersOf), ...Object.keys(hidden)])];
  const requested = JSON.stringify(values);
  const { form, generation, apply, onInput } = useSyncedFields(requested, names, defaults);
  const { bar, onClick } = useFilterFocus(requested);
  const applyAtOnce = () => {
    closeDropDown(document.activeElement);
    apply(false);
  };
  const [search, rest] = [fields.filter(isSearch), fields.filter((field) => !isSearch(field))];
  const folds = rest.length > maxVisibleFilters + 1;
  const [inSight, folded] = folds
    ? [rest.slice(0, maxVisibleFilters), rest.slice(maxVisibleFilters)]
    : [rest, []];
  const hasErrors = (some: readonly FilterField[]) => some.some((field) => errorsOf(field, values, ""));
  const draw = (field: FilterField) => {
    const Filter = field.kind === "flag" ? FilterControl : FilterMenu;
    return <Filter key={`${field.name} ${generation}`} {...{ field, values, defaults }} />;
  };
  const isSearched = search.some(({ name }) => isSet(values[name]));
  const clear =
    clearHref ?? (count > 0 || isSearched ? withoutFilters(location, names, defaults) : undefined);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- for its links
    <div ref={bar} className="filter-bar" onClick={onClick}>
      <Form
        ref={form}
        method="get"
        action={location.pathname}
        role="search"
        className="filters"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          applyAtOnce();
        }}
        onInput={auto ? (event) => (isPressedRadio(event.target) ? applyAtOnce() : onInput()) : undefined}
      >
        {parametersToKeep(location.search, names).map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {search.map((field) => (
          <FilterControl key={`${field.name} ${generation}`} {...{ field, values }} />
        ))}
        {children}
        {rest.length > 0 && (
          // With enough room the sheet is always open, by CSS.
          <details className="filter-sheet" open={hasErrors(rest) || undefined}>
            <summary {...buttonLook()}>
              {count > 0 ? t("table.filtersSet", { count }) : t("table.filters")}
            </summary>
            <div className="filter-sheet-fields">
              {inSight.map(draw)}
              {folded.length > 0 && (
                <details
                  className="filter-more"
                  open={hasErrors(folded) || chipCount(folded, values) > 0 || undefined}
                >
                  <summary {...buttonLook()}>
                    {t("table.moreFilters", { count: folded.length })}
                    <Icon name="chevron-down" />
                  </summary>
                  <div className="filter-more-fields">{folded.map(draw)}</div>
                </details>
              )}
            </div>
          </details>
        )}
        <Button type="submit" className={auto ? "filter-apply" : undefined}>
          {submitLabel ?? t("actions.apply")}
        </Button>
        {clear && (
          <ButtonLink to={clear} variant="ghost" data-keep-scroll="">
            {t("table.clear")}
          </ButtonLink>
        )}
      </Form>
      {/* With an error no filter is active. */}
      {!fields.some(({ errors }) => errors?.length) && <FilterChips {...{ fields, values, defaults }} />}
    </div>
  );
}

/** True for a single choice made with a pointer; the arrow keys pass several on their way. */
const isPressedRadio = (target: EventTarget) =>
  target instanceof HTMLInputElement && target.type === "radio" && !target.matches(":focus-visible");

const isSearch = (field: FilterField) => field.kind === "text" && field.isSearch === true;

/**
 * Keeps form and URL in sync. Fields are uncontrolled, so that an answer loses nothing typed: they are
 * recreated (`generation`) only if the URL was changed by something other than this form.
 */
function useSyncedFields(asked: string, names: readonly string[], defaults: ListDefaults | undefined) {
  const location = useLocation();
  const navigate = useDebouncedNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const address = location.pathname + location.search;
  const [sent, setSent] = useState<string | null>(null);
  const [shown, setShown] = useState({ asked, generation: 0 });
  if (shown.asked !== asked) {
    setShown({ asked, generation: shown.generation + (sent === address ? 0 : 1) });
    // Resets the state, since a later return to that URL is not this form's change.
    setSent(null);
  }

  const apply = (replace: boolean) => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const data = new FormData(form.current);
    const changes = Object.fromEntries(
      names.map((name) => [name, data.getAll(name).map((value) => String(value).trim())]),
    );
    const href = listHref(location, changes, defaults);
    setSent(href);
    if (href !== address || !replace) navigate(href, { replace, preventScrollReset: true });
  };
  const latest = useRef(apply);
  const onInput = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(true), debounce);
  };
  useEffect(() => {
    latest.current = (replace) => {
      const { navigation, location: now } = router().state;
      const next = navigation.location;
      // Waits for another pending navigation. If it leaves the list, this change is dropped; otherwise this
      // change is applied on top of it.
      if (now.key !== location.key || (next && next.pathname + next.search !== sent)) onInput();
      else apply(replace);
    };
  });
  return { form, generation: shown.generation, apply, onInput };
}
