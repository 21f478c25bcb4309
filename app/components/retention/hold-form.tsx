import type { z } from "zod/v4";
import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { TextArea } from "~/components/form/entry-fields";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { ButtonLink } from "~/components/ui/button";
import { FormSection } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { retention } from "~/i18n/retention";
import type { Intent } from "~/services/intents";

type HoldFormProps = { intent: Intent; on: string; backHref: string };

/** Form of a new hold: reason and review date (RET-09). */
export function HoldForm({ intent, on, backHref }: HoldFormProps) {
  const t = useTexts(retention);
  const c = useTexts(common);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/retention/hold.schema"),
      ({ holdSchema }): z.ZodType<unknown, { reason: string; reviewAt: string }> => holdSchema(t),
    ),
    { id: "hold", version: null },
  );
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      actions={
        <>
          <SubmitButton>{t("holds.place")}</SubmitButton>
          <ButtonLink to={backHref}>{c("actions.cancel")}</ButtonLink>
        </>
      }
    >
      <FormSection title={t("holds.about")} description={t("holds.aboutText")}>
        <TextField name="fixed-on" label={t("holds.on")} defaultValue={on} dir="auto" readOnly />
        <TextArea {...fieldProps(fields.reason)} label={t("holds.reason")} counter={500} />
        <TextField
          {...fieldProps(fields.reviewAt)}
          type="date"
          label={t("holds.reviewAt")}
          hint={t("holds.reviewHint")}
          width="medium"
        />
      </FormSection>
    </ConsoleForm>
  );
}
