import { AddressSelect } from "~/components/form/address-select";
import type { Option } from "~/components/form/choice-fields";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { atsTenants } from "~/i18n/ats";

type TemplatePickerProps = {
  path: string;
  templates: readonly Option[];
  templateId: string | undefined;
  error: string | undefined;
};

/** First step of a new configuration; the choice is kept in the URL (TEN-10, TEN-12). */
export function TemplatePicker({ path, templates, templateId = "", error }: TemplatePickerProps) {
  const t = useTexts(atsTenants);
  return (
    <AddressSelect
      name="templateId"
      label={t("selectAts")}
      options={templates}
      chosen={templateId}
      {...{ path, error }}
    />
  );
}

/** The template of an existing tenant, which cannot be changed. */
export function FixedTemplate({ name }: { name: string }) {
  const t = useTexts(atsTenants);
  return <TextField name="ats" label={t("selectAts")} value={name} readOnly />;
}
