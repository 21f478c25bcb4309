import type { ComponentProps } from "react";
import { SelectField } from "./choice-fields";

type CountryFieldProps = Omit<ComponentProps<typeof SelectField>, "options"> & {
  /** One a line, as `phoneCountries` writes them. */
  countries: string;
};

/** The country that a phone number is read in. */
export function CountryField({ countries, ...field }: CountryFieldProps) {
  const options = countries.split("\n").map((line) => ({ value: line.slice(0, 2), label: line.slice(3) }));
  return <SelectField {...field} options={options} />;
}
