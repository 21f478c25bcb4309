import type { FieldMetadata } from "@conform-to/react";
import { CountryField } from "~/components/form/choice-fields";
import { fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { candidates } from "~/i18n/candidates";

type PhoneFieldsProps = {
  fields: { country: FieldMetadata<string>; phoneNumber: FieldMetadata<string | undefined> };
  countries: string;
};

/** A phone number and the country it is parsed for (INV-04, INV-10, CAND-07). */
export function PhoneFields({ fields, countries }: PhoneFieldsProps) {
  const t = useTexts(candidates);
  return (
    <div className="phone-group rt-Flex rt-r-fw-wrap rt-r-ai-end rt-r-gap-2">
      <CountryField
        {...fieldProps(fields.country)}
        label={t("fields.country")}
        placeholder={null}
        countries={countries}
      />
      <TextField
        {...fieldProps(fields.phoneNumber)}
        type="tel"
        label={t("fields.phone")}
        required={false}
        autoComplete="off"
      />
    </div>
  );
}
