import type { FormEvent } from "react";
import { ConsoleForm } from "~/components/form/console-form";
import { SubmitButton } from "~/components/form/post-form";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { type Option, SelectField } from "~/components/form/choice-fields";
import { fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { FormSection } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { customers } from "~/i18n/customers";
import { accountNameFor } from "~/models/customers/account-name";
import { limits } from "~/models/form/limits";
import { lengthOf } from "~/models/form/length";
import { oneLine } from "~/models/form/pasted";
import type { Intent } from "~/services/intents";

type CreateCustomerFormProps = {
  intent: Intent;
  customersHref: string;
  organizations: Option[];
  regions: Option[];
};

/** The create-customer form (CUST-26). */
export function CreateCustomerForm({
  intent,
  customersHref,
  organizations,
  regions,
}: CreateCustomerFormProps) {
  const t = useTexts(customers);
  const c = useTexts(common);
  const { form, fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/customers/customer.schema"),
      ({ newCustomerSchema }) => newCustomerSchema(t),
    ),
    { id: "create-customer", version: null },
  );

  // Leaving a valid display name proposes the account name, never over a typed one (CUST-34). It is written into the
  // field at once, so that it is there before typing goes on.
  const proposeAccountName = (element: HTMLFormElement | null) => {
    const displayName = element?.elements.namedItem(fields.displayName.name);
    const accountName = element?.elements.namedItem(fields.uniqueName.name);
    if (!(displayName instanceof HTMLInputElement) || !(accountName instanceof HTMLInputElement)) return;
    const name = oneLine(displayName.value);
    if (accountName.value || name === "" || lengthOf(name) > limits.customerDisplayName) return;
    const proposed = accountNameFor(name);
    accountName.value = proposed;
    accountName.dispatchEvent(new Event("input", { bubbles: true }));
    // If the field was clicked before the proposal came, selects it all, so that typing replaces it.
    const selectProposed = () => accountName.value === proposed && accountName.select();
    accountName.addEventListener("click", selectProposed, { once: true });
  };
  // Submitting from the display name also leaves that field, so the account name is proposed before it is
  // required. Checks while typing submit the form too, but leave no field.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("name") === "intent") proposeAccountName(event.currentTarget);
    frame.onSubmit?.(event);
  };

  return (
    <ConsoleForm
      intent={intent}
      frame={{ ...frame, onSubmit }}
      summaryTitle={form.errors?.[0] ?? t("form.invalid")}
      actions={
        <>
          <SubmitButton>{c("actions.save")}</SubmitButton>
          <ButtonLink to={customersHref}>{c("actions.cancel")}</ButtonLink>
        </>
      }
    >
      <FormSection title={t("form.about")} description={t("form.aboutText")}>
        <SelectField
          {...fieldProps(fields.organizationId)}
          label={t("form.organization")}
          placeholder={t("form.selectOrganization")}
          options={organizations}
        />
        <TextField
          {...fieldProps(fields.displayName)}
          label={t("form.displayName")}
          width="medium"
          autoComplete="off"
          onBlur={(event) => proposeAccountName(event.currentTarget.form)}
        />
        <TextField
          {...fieldProps(fields.uniqueName)}
          label={t("form.uniqueName")}
          hint={t("form.uniqueNameHint")}
          width="medium"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField
          {...fieldProps(fields.awsRegion)}
          label={t("form.region")}
          placeholder={t("form.selectRegion")}
          options={regions}
        />
      </FormSection>
    </ConsoleForm>
  );
}
