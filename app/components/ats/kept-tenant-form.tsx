import { FormActions, HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { useTexts } from "~/components/context/console-context";
import { atsTenants } from "~/i18n/ats";
import type { Intent } from "~/services/intents";

type KeptTenantFormProps = {
  intent: Intent;
  /** The submitted values, by field name. */
  fields: Readonly<Record<string, readonly string[]>>;
  /** The credentials among them, sealed. */
  secrets: string | undefined;
};

/** Typed values while there is no template to render their fields; they can be submitted again (TEN-32). */
export function KeptTenantForm({ intent, fields, secrets }: KeptTenantFormProps) {
  const t = useTexts(atsTenants);
  return (
    <PostForm intent={intent}>
      <HiddenFields values={{ ...fields, ...(secrets !== undefined && { secrets }) }} />
      <p>{t("keptTyped")}</p>
      <FormActions>
        <SubmitButton>{t("save")}</SubmitButton>
      </FormActions>
    </PostForm>
  );
}
