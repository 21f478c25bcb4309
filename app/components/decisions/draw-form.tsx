import { useState } from "react";
import type { z } from "zod/v4";
import { useTexts } from "~/components/context/console-context";
import { SelectField } from "~/components/form/choice-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { NumberField, TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { ButtonLink } from "~/components/ui/button";
import { FormSection } from "~/components/ui/layout";
import { applications } from "~/i18n/applications";
import { common } from "~/i18n/common";
import { decisions } from "~/i18n/decisions";
import { decisionResults } from "~/models/decisions/decision-choices";
import type { Intent } from "~/services/intents";

type Values = { from: string; to: string; workflow: string; result: string; size: string; seed: string };

type DrawFormProps = {
  intent: Intent;
  workflows: readonly { value: string; label: string }[];
  proposed: Pick<Values, "from" | "to" | "size" | "seed">;
  backHref: string;
};

/** Form for drawing a sample: population, size and seed (DEC-05). */
export function DrawForm({ intent, workflows, proposed, backHref }: DrawFormProps) {
  const t = useTexts(decisions);
  const a = useTexts(applications);
  const c = useTexts(common);
  // Keeps the first proposed seed when the page's data is loaded again.
  const [values] = useState<Values>({ ...proposed, workflow: "", result: "" });
  const { fields, frame } = useConsoleForm<Values>(
    lazyChecks(
      () => import("~/models/decisions/draw.schema"),
      ({ drawSchema }) => drawSchema(t) as unknown as z.ZodType<unknown, Values>,
    ),
    { id: "draw", values, version: null },
  );
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      actions={
        <>
          <SubmitButton>{t("draw.submit")}</SubmitButton>
          <ButtonLink to={backHref}>{c("actions.cancel")}</ButtonLink>
        </>
      }
    >
      <FormSection title={t("draw.about")} description={t("draw.aboutText")}>
        <TextField {...fieldProps(fields.from)} type="date" label={t("draw.from")} width="medium" />
        <TextField {...fieldProps(fields.to)} type="date" label={t("draw.to")} width="medium" />
        <SelectField
          {...fieldProps(fields.workflow)}
          label={t("draw.workflow")}
          placeholder={t("draw.anyWorkflow")}
          options={workflows}
        />
        <SelectField
          {...fieldProps(fields.result)}
          label={t("draw.result")}
          placeholder={t("draw.anyResult")}
          options={decisionResults.map((value) => ({
            value,
            label: value === "MOVED" ? t("moved") : a(`status.${value}`),
          }))}
        />
      </FormSection>
      <FormSection title={t("draw.how")} description={t("draw.howText")}>
        <NumberField {...fieldProps(fields.size)} label={t("draw.size")} />
        <TextField {...fieldProps(fields.seed)} label={t("draw.seed")} width="medium" autoComplete="off" />
      </FormSection>
    </ConsoleForm>
  );
}
