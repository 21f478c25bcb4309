import type { FormEvent } from "react";
import { ConsoleForm } from "~/components/form/console-form";
import { SubmitButton } from "~/components/form/post-form";
import { checkedBy } from "~/components/form/use-checks";
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
    checkedBy(
      () => import("~/models/customers/customer.schema"),
      ({ newCustomerSchema }) => newCustomerSchema(t),
    ),
    { id: "create-customer", version: null },
  );

  // CUST-34: leaving a valid display name proposes the account name, never over one that was typed. Written into the
  // field at once: whoever goes on typing there must find it settled.
  const proposeAccountName = (element: HTMLFormElement | null) => {
    const displayName = element?.elements.namedItem(fields.displayName.name);
    const accountName = element?.elements.namedItem(fields.uniqueName.name);
    if (!(displayName instanceof HTMLInputElement) || !(accountName instanceof HTMLInputElement)) return;
    const name = oneLine(displayName.value);
    if (accountName.value || name === "" || lengthOf(name) > limits.customerDisplayName) return;
    const proposed = accountNameFor(name);
    accountName.value = proposed;
    accountName.dispatchEvent(new Event("input", { bubbles: true }));
    // A press into the field comes before the proposal, and would leave the caret within it: what is typed takes its place.
    const selectProposed = () => accountName.value === proposed && accountName.select();
    accountName.addEventListener("click", selectProposed, { once: true });
  };
  // Saving from within the display name leaves it as well: the name is there before it could be missed. The checks
  // while typing come this way, too, but leave nothing.
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
