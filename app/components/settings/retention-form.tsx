import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  ConsoleForm,
  ErrorSummary,
  FormActions,
  HiddenFields,
  SubmitButton,
  summaryErrors,
} from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { NumberField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { settingsCompliance } from "~/i18n/settings-compliance";
import { retentionSchema } from "~/models/settings/customer-setting.schema";
import type { RetentionPeriod } from "~/models/settings/customer-setting.server";

type RetentionFormProps = {
  values: RetentionPeriod;
  mode: "create" | "update";
  idempotencyKey: string;
  lastResult?: SubmissionResult<string[]>;
};

/** How long personal data and videos are kept (COMP-01). */
export function RetentionForm({ values, mode, idempotencyKey, lastResult }: RetentionFormProps) {
  const t = useTexts(settingsCompliance);
  const [form, fields] = useForm({
    id: "retention",
    lastResult: lastResult ?? null,
    defaultValue: {
      candidatePiiRetentionPeriod: String(values.candidatePiiRetentionPeriod),
      videoRetentionPeriod: String(values.videoRetentionPeriod),
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: retentionSchema(t) }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  return (
    <ConsoleForm {...getFormProps(form)} idempotencyKey={idempotencyKey}>
      <HiddenFields values={{ mode }} />
      {form.status === "error" && <ErrorSummary errors={summaryErrors(form)} />}
      <NumberField
        {...fieldProps(fields.candidatePiiRetentionPeriod)}
        label={t("candidatePii")}
        width="medium"
      />
      <NumberField {...fieldProps(fields.videoRetentionPeriod)} label={t("video")} width="medium" />
      <FormActions>
        <SubmitButton intent="save">{t("update")}</SubmitButton>
      </FormActions>
    </ConsoleForm>
  );
}
