import { FormActions, HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { useTexts } from "~/components/context/console-context";
import { atsTenants } from "~/i18n/ats";
import type { Intent } from "~/services/intents";

type HiddenTenantFormProps = {
  intent: Intent;
  /** The submitted values, by field name. */
  fields: Readonly<Record<string, readonly string[]>>;
  /** Submitted credentials, sealed. */
  secrets: string | undefined;
};

/**
 * Holds typed values while the template that renders their fields is unavailable, so that they can be
 * resubmitted (TEN-32).
 */
export function HiddenTenantForm({ intent, fields, secrets }: HiddenTenantFormProps) {
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
