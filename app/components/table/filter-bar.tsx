import { Form, useLocation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "~/components/context/console-context";
import { useSteadyNavigate } from "~/components/context/steady-navigate";
import { Button, ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { keptParams, listHref } from "./list-url";

type FilterBarProps = {
  /** Names of the parameters that the fields set; every other one of the address is kept, save the page. */
  names: readonly string[];
  /** "Search" unless told otherwise. */
  submitLabel?: string;
  /** Shows "Clear" with this link: the list without filters. */
  clearHref?: string;
  clearLabel?: string;
  /** With scripts the list follows what is typed after this many ms (GEN-06); without, the button does it. */
  debounce?: number;
  children: ReactNode;
};

/** The filters of a list: a GET form, so that its address is its state. Scripts leave empty values out of it. */
export function FilterBar({ names, submitLabel, clearHref, clearLabel, debounce, children }: FilterBarProps) {
  const t = useTexts(common);
  const location = useLocation();
  const navigate = useSteadyNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (replace: boolean) => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const data = new FormData(form.current);
    const changes = Object.fromEntries(
      names.map((name) => [name, data.getAll(name).map((value) => String(value).trim())]),
    );
    navigate(listHref(location, changes), { replace, preventScrollReset: true });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply(false);
  };
  const onInput = debounce
    ? () => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => apply(true), debounce);
      }
    : undefined;
  return (
    <Form
      ref={form}
      method="get"
      action={location.pathname}
      role="search"
      className="filters"
      onSubmit={onSubmit}
      onInput={onInput}
    >
      {keptParams(location.search, names).map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Button type="submit" icon="search">
        {submitLabel ?? t("actions.search")}
      </Button>
      {clearHref && (
        <ButtonLink to={clearHref} variant="ghost">
          {clearLabel ?? t("actions.clearAllFilters")}
        </ButtonLink>
      )}
    </Form>
  );
}
