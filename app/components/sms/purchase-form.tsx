import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { NumberField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { sms } from "~/i18n/sms";
import type { Intent } from "~/services/intents";

type PurchaseFormProps = {
  intent: Intent;
  /** Average credits per recent message of the customer; null without messages. */
  creditsPerMessage: number | null;
};

/** Buys credits (SMS-03). */
export function PurchaseForm({ intent, creditsPerMessage: credits }: PurchaseFormProps) {
  const t = useTexts(sms);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/settings/sms-credits.schema"),
      ({ purchaseSchema }) => purchaseSchema(t),
    ),
    { id: "purchase", version: null },
  );
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      className="form purchase-form"
      actions={<SubmitButton>{t("credits.purchase")}</SubmitButton>}
    >
      <NumberField
        {...fieldProps(fields.purchaseAmount)}
        label={t("credits.amount")}
        hint={`${t("credits.amountHint")}${credits === null ? "" : ` ${t("credits.measured", { credits })}`}`}
      />
    </ConsoleForm>
  );
}
