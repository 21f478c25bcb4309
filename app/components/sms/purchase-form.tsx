import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { NumberField } from "~/components/form/text-fields";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { sms } from "~/i18n/sms";
import { purchaseSchema } from "~/models/settings/sms-credits.schema";

/** Buys credits (SMS-03). */
export function PurchaseForm() {
  const t = useTexts(sms);
  const { fields, frame } = useConsoleForm(purchaseSchema(t), { id: "purchase" });
  return (
    <ConsoleForm
      frame={frame}
      intent="purchase"
      className="form purchase-form"
      actions={<SubmitButton intent="purchase">{t("credits.purchase")}</SubmitButton>}
    >
      <NumberField
        {...fieldProps(fields.purchaseAmount)}
        label={t("credits.amount")}
        hint={t("credits.amountHint")}
        width="medium"
      />
    </ConsoleForm>
  );
}
