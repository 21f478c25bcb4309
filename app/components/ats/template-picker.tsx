import { Form, useNavigate } from "@remix-run/react";
import { type Option, SelectField } from "~/components/form/choice-fields";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { atsTenants } from "~/i18n/ats";
import { common } from "~/i18n/common";

type TemplatePickerProps = {
  path: string;
  templates: readonly Option[];
  templateId: string | undefined;
  error: string | undefined;
};

/** The first question of a new configuration: a GET form, so that the choice is in the address (TEN-10, TEN-12). */
export function TemplatePicker({ path, templates, templateId, error }: TemplatePickerProps) {
  const t = useTexts(atsTenants);
  const c = useTexts(common);
  const navigate = useNavigate();
  return (
    <Form method="get" action={path} className="template-picker" noValidate>
      <SelectField
        key={templateId}
        name="templateId"
        label={t("selectAts")}
        options={templates}
        defaultValue={templateId}
        errors={error === undefined ? undefined : [error]}
        onChange={(event) => {
          if (event.target.value)
            navigate(`${path}?${new URLSearchParams({ templateId: event.target.value })}`);
        }}
      />
      <Button type="submit">{c("actions.continue")}</Button>
    </Form>
  );
}

/** The same once it cannot be changed any more. */
export function FixedTemplate({ name }: { name: string }) {
  const t = useTexts(atsTenants);
  return (
    <div className="template-picker">
      <TextField name="ats" label={t("selectAts")} value={name} readOnly />
    </div>
  );
}
