import { Form, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
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

/**
 * The first question of a new configuration: a GET form, so that the choice is in the address (TEN-10, TEN-12). Scripts
 * go there at once; the select always says which form is open or on its way, also after "Stay" (TEN-11).
 */
export function TemplatePicker({ path, templates, templateId = "", error }: TemplatePickerProps) {
  const t = useTexts(atsTenants);
  const c = useTexts(common);
  const navigate = useNavigate();
  const { location } = useNavigation();
  const hydrated = useHydrated();
  const coming = location?.pathname === path ? new URLSearchParams(location.search).get("templateId") : null;
  const go = (chosen: string) => navigate(`${path}?${new URLSearchParams({ templateId: chosen })}`);
  useEffect(() => {
    // What was chosen before the scripts were there.
    const select = document.getElementById("templateId");
    const chosen = select instanceof HTMLSelectElement ? select.value : "";
    if (chosen && chosen !== templateId) go(chosen);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the scripts begin
  }, []);
  return (
    <Form method="get" action={path} className="template-picker" noValidate>
      <SelectField
        name="templateId"
        label={t("selectAts")}
        options={templates}
        errors={error === undefined ? undefined : [error]}
        // Not controlled until the scripts are there: what was chosen before would be set back.
        {...(hydrated ? { value: coming ?? templateId } : { defaultValue: templateId || undefined })}
        // The address alone says what is chosen, also after a reload.
        autoComplete="off"
        // A change that comes while the page hydrates may find the select set back: nothing was chosen then.
        onChange={({ target }) => (target.value || templateId) && go(target.value)}
      />
      {!hydrated && <Button type="submit">{c("actions.continue")}</Button>}
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
