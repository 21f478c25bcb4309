import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { ErrorSummary, summaryErrors } from "~/components/form/error-summary";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { fieldProps } from "~/components/form/field";
import { NumberField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { sms } from "~/i18n/sms";
import { purchaseSchema } from "~/models/settings/sms-credits.schema";

type PurchaseFormProps = { lastResult: SubmissionResult<string[]> | undefined };

/** Buys credits (SMS-03). */
export function PurchaseForm({ lastResult }: PurchaseFormProps) {
  const t = useTexts(sms);
  const [form, fields] = useForm({
    id: "purchase",
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: purchaseSchema(t) }),
    shouldRevalidate: "onInput",
  });
  return (
    <PostForm {...getFormProps(form)} className="purchase-form" preventScrollReset>
      {form.status === "error" && <ErrorSummary errors={summaryErrors(form)} />}
      <NumberField {...fieldProps(fields.purchaseAmount)} label={t("credits.amount")} />
      <SubmitButton intent="purchase">{t("credits.purchase")}</SubmitButton>
    </PostForm>
  );
}
