import type { z } from "zod/v4";
import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { SelectField } from "~/components/form/choice-fields";
import { TextArea } from "~/components/form/entry-fields";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { applications } from "~/i18n/applications";
import { decisions } from "~/i18n/decisions";
import { settableStatuses } from "~/models/applications/application-options";
import { confirming } from "~/models/decisions/decision-choices";
import { resultInWords } from "~/models/decisions/decision-words";
import type { Decision } from "~/models/decisions/decision.server";
import type { Intent } from "~/services/intents";

type ReviewFormProps = { intent: Intent; decision: Decision };

/** Confirms a rule's decision, or replaces its status with a reason (DEC-04). */
export function ReviewForm({ intent, decision }: ReviewFormProps) {
  const t = useTexts(decisions);
  const a = useTexts(applications);
  const { verdict, changedTo, reviewReason, isWaiting, version } = decision;
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/decisions/decision.schema"),
      ({ reviewSchema }): z.ZodType<unknown, { decision: string; reason: string }> =>
        reviewSchema(t, isWaiting) as z.ZodType<unknown, { decision: string; reason: string }>,
    ),
    {
      id: "review",
      values: {
        decision: verdict === null ? "" : verdict === "CONFIRMED" ? confirming : (changedTo ?? ""),
        reason: reviewReason ?? "",
      },
      version,
    },
  );
  return (
    <ConsoleForm frame={frame} intent={intent} actions={<SubmitButton>{t("form.save")}</SubmitButton>}>
      <SelectField
        {...fieldProps(fields.decision)}
        label={t("form.decision")}
        placeholder={t("form.select")}
        width="medium"
        options={[
          { value: confirming, label: t("form.confirm", { result: resultInWords(decision, t, a) }) },
          ...settableStatuses
            .filter((status) => status !== decision.result)
            .map((status) => ({
              value: status,
              label: t("form.change", { status: a(`status.${status}`) }),
            })),
        ]}
      />
      <TextArea
        {...fieldProps(fields.reason)}
        label={t("form.reason")}
        hint={t("form.reasonHint")}
        counter={500}
      />
    </ConsoleForm>
  );
}
