import { Form, useNavigate, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { type Option, SelectField } from "./choice-fields";

type AddressSelectProps = {
  /** Target page, which takes the choice as a parameter named like the select. */
  path: string;
  name: string;
  label: ReactNode;
  options: readonly Option[];
  /** Value from the URL; empty if nothing is selected. */
  chosen: string;
  error?: string | undefined;
  /** If null, there is no empty option, for selects that always have a value. */
  placeholder?: null;
};

/**
 * Select that sets a URL parameter: a GET form that scripts submit on change. It shows the open value or the
 * one being loaded, also after "Stay" (TEN-11).
 */
export function AddressSelect({ path, name, chosen, error, ...select }: AddressSelectProps) {
  const c = useTexts(common);
  const navigate = useNavigate();
  const { location } = useNavigation();
  const hydrated = useHydrated();
  const coming = location?.pathname === path ? new URLSearchParams(location.search).get(name) : null;
  const go = (value: string) => navigate(`${path}?${new URLSearchParams({ [name]: value })}`);
  useEffect(() => {
    // Applies a choice made before hydration.
    const select = document.getElementById(name);
    const value = select instanceof HTMLSelectElement ? select.value : "";
    if (value && value !== chosen) go(value);
    // oxlint-disable-next-line react/exhaustive-deps -- once, on hydration
  }, []);
  return (
    <Form
      method="get"
      action={path}
      className="address-select rt-Flex rt-r-fw-wrap rt-r-ai-end rt-r-gap-2"
      noValidate
    >
      <SelectField
        name={name}
        {...select}
        errors={error === undefined ? undefined : [error]}
        // Uncontrolled until hydration: otherwise an earlier choice would be reset.
        {...(hydrated ? { value: coming ?? chosen } : { defaultValue: chosen || undefined })}
        // The URL determines the choice, so the browser must not restore an earlier one on reload.
        autoComplete="off"
        // Ignores the empty value of a select that was reset during hydration.
        onChange={({ target }) => (target.value || chosen) && go(target.value)}
      />
      {!hydrated && <Button type="submit">{c("actions.continue")}</Button>}
    </Form>
  );
}
