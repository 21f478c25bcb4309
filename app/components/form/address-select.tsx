import { Form, useNavigate, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { type Option, SelectField } from "./choice-fields";

type AddressSelectProps = {
  /** The page it leads to, which takes the choice as a parameter of the select's name. */
  path: string;
  name: string;
  label: ReactNode;
  options: readonly Option[];
  /** The address's value; empty while nothing is chosen. */
  chosen: string;
  error?: string | undefined;
  /** Left out where something is always chosen. */
  placeholder?: null;
};

/**
 * A choice that is in the address: a GET form, where scripts go there at once. The select always says what is open or
 * on its way, also after "Stay" (TEN-11).
 */
export function AddressSelect({ path, name, chosen, error, ...select }: AddressSelectProps) {
  const c = useTexts(common);
  const navigate = useNavigate();
  const { location } = useNavigation();
  const hydrated = useHydrated();
  const coming = location?.pathname === path ? new URLSearchParams(location.search).get(name) : null;
  const go = (value: string) => navigate(`${path}?${new URLSearchParams({ [name]: value })}`);
  useEffect(() => {
    // The choice that was made before the scripts came.
    const select = document.getElementById(name);
    const value = select instanceof HTMLSelectElement ? select.value : "";
    if (value && value !== chosen) go(value);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the scripts begin
  }, []);
  return (
    <Form method="get" action={path} className="address-select" noValidate>
      <SelectField
        name={name}
        {...select}
        errors={error === undefined ? undefined : [error]}
        // Not controlled until the scripts are there: what was chosen before would be set back.
        {...(hydrated ? { value: coming ?? chosen } : { defaultValue: chosen || undefined })}
        // The address alone says what is chosen, also after a reload.
        autoComplete="off"
        // A change that comes while the page hydrates may find the select set back: nothing was chosen then.
        onChange={({ target }) => (target.value || chosen) && go(target.value)}
      />
      {!hydrated && <Button type="submit">{c("actions.continue")}</Button>}
    </Form>
  );
}
