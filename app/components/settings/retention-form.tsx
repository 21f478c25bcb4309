import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { NumberField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { settingsCompliance } from "~/i18n/settings-compliance";
import type { RetentionPeriod } from "~/models/settings/customer-setting.server";
import type { Intent } from "~/services/intents";

type RetentionFormProps = {
  intent: Intent;
  values: RetentionPeriod;
  version: number | null;
  mayEdit: boolean;
};

/** Retention periods of personal data and videos (COMP-01). */
export function RetentionForm({ intent, values, version, mayEdit }: RetentionFormProps) {
  const t = useTexts(settingsCompliance);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/settings/customer-setting.schema"),
      ({ retentionSchema }) => retentionSchema(t),
    ),
    {
      id: "retention",
      values: {
        candidatePiiRetentionPeriod: String(values.candidatePiiRetentionPeriod),
        videoRetentionPeriod: String(values.videoRetentionPeriod),
      },
      version,
      mayEdit,
    },
  );
  return (
    <ConsoleForm intent={intent} frame={frame} actions={<SubmitButton>{t("update")}</SubmitButton>}>
      <NumberField {...fieldProps(fields.candidatePiiRetentionPeriod)} label={t("candidatePii")} />
      <NumberField {...fieldProps(fields.videoRetentionPeriod)} label={t("video")} />
    </ConsoleForm>
  );
}
