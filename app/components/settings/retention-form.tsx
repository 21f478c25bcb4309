import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { NumberField } from "~/components/form/text-fields";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { settingsCompliance } from "~/i18n/settings-compliance";
import { retentionSchema } from "~/models/settings/customer-setting.schema";
import type { RetentionPeriod } from "~/models/settings/customer-setting.server";

type RetentionFormProps = { values: RetentionPeriod; version: number | null };

/** How long personal data and videos are kept (COMP-01). */
export function RetentionForm({ values, version }: RetentionFormProps) {
  const t = useTexts(settingsCompliance);
  const { fields, frame } = useConsoleForm(retentionSchema(t), {
    id: "retention",
    values: {
      candidatePiiRetentionPeriod: String(values.candidatePiiRetentionPeriod),
      videoRetentionPeriod: String(values.videoRetentionPeriod),
    },
    version,
  });
  return (
    <ConsoleForm frame={frame} actions={<SubmitButton intent="save">{t("update")}</SubmitButton>}>
      <NumberField
        {...fieldProps(fields.candidatePiiRetentionPeriod)}
        label={t("candidatePii")}
        width="medium"
      />
      <NumberField {...fieldProps(fields.videoRetentionPeriod)} label={t("video")} width="medium" />
    </ConsoleForm>
  );
}
