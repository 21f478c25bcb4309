import { useTexts } from "~/components/context/console-context";
import { type Option, SelectField } from "~/components/form/choice-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { Card } from "~/components/ui/layout";
import { users } from "~/i18n/users";
import type { Intent } from "~/services/intents";

type ProfileFormProps = {
  intent: Intent;
  values: { firstName: string; lastName: string; defaultCustomerId: string };
  /** The customers that the person may choose as default. */
  customers: readonly Option[];
};

/** A person's own name and default customer (USER-140). */
export function ProfileForm({ intent, values, customers }: ProfileFormProps) {
  const t = useTexts(users);
  const hasChoice = customers.length > 1;
  const { firstName, lastName, defaultCustomerId } = values;
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/users/user.schema"),
      ({ profileSchema }) => profileSchema(t),
    ),
    {
      id: "profile",
      // A value without a field would count as cleared, so the untouched form would count as changed.
      values: { firstName, lastName, ...(hasChoice && { defaultCustomerId }) },
      version: null,
    },
  );
  return (
    <Card title={t("account.profile")}>
      <ConsoleForm intent={intent} frame={frame}>
        <div className="account-fields rt-r-display-grid rt-r-gap-4">
          <TextField
            {...fieldProps(fields.firstName)}
            label={t("form.firstName")}
            autoComplete="given-name"
          />
          <TextField {...fieldProps(fields.lastName)} label={t("form.lastName")} autoComplete="family-name" />
        </div>
        {hasChoice && (
          <SelectField
            {...fieldProps(fields.defaultCustomerId)}
            required={undefined}
            placeholder={defaultCustomerId === "" ? undefined : null}
            label={t("account.defaultCustomer")}
            hint={t("account.defaultCustomerHint")}
            width="medium"
            options={customers}
          />
        )}
      </ConsoleForm>
    </Card>
  );
}
