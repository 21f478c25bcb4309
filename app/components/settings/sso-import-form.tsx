import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { FileField, TextArea } from "~/components/form/entry-fields";
import { SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { FormSection } from "~/components/ui/layout";
import { settingsSso } from "~/i18n/settings-sso";
import type { Intent } from "~/services/intents";

/** Source of an identity provider's metadata (SSO-62). */
export function SsoImportForm({ intent }: { intent: Intent }) {
  const t = useTexts(settingsSso);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/settings/sso-import.schema"),
      ({ ssoImportSchema }) => ssoImportSchema(t),
    ),
    { id: "metadata", values: { text: "", address: "" }, version: null },
  );
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      encType="multipart/form-data"
      actions={<SubmitButton>{t("import.read")}</SubmitButton>}
    >
      <FormSection title={t("import.source")} description={t("import.sourceText")}>
        <FileField
          {...fieldProps(fields.file)}
          required={undefined}
          defaultValue={undefined}
          label={t("import.file")}
          accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
        />
        <TextArea
          {...fieldProps(fields.text)}
          required={undefined}
          label={t("import.text")}
          rows={6}
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...fieldProps(fields.address)}
          required={undefined}
          type="url"
          label={t("import.address")}
          hint={t("import.addressHint")}
          autoComplete="off"
        />
      </FormSection>
    </ConsoleForm>
  );
}
