import type { FocusEvent } from "react";
import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  ConsoleForm,
  ErrorSummary,
  FormActions,
  SubmitButton,
  summaryErrors,
} from "~/components/form/console-form";
import { type Option, SelectField } from "~/components/form/choice-fields";
import { fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { common } from "~/i18n/common";
import { customers } from "~/i18n/customers";
import { accountNameFor, newCustomerSchema } from "~/models/customers/customer.schema";

type CreateCustomerFormProps = {
  customersHref: string;
  organizations: Option[];
  regions: Option[];
  idempotencyKey: string;
  lastResult?: SubmissionResult<string[]>;
  /** The form was right and is asked about before it is saved for good (CUST-37). */
  isConfirming: boolean;
};

/** The create-customer form with its question before saving; one form, so that Cancel keeps what was typed. */
export function CreateCustomerForm({
  customersHref,
  organizations,
  regions,
  idempotencyKey,
  lastResult,
  isConfirming,
}: CreateCustomerFormProps) {
  const t = useTexts(customers);
  const c = useTexts(common);
  const [form, fields] = useForm({
    id: "create-customer",
    lastResult: lastResult ?? null,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: newCustomerSchema(t) }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });

  // CUST-34: leaving a valid display name proposes the account name, never over one that was typed. Written into the
  // field at once: whoever goes on typing there must find it settled.
  const proposeAccountName = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const accountName = currentTarget.form?.elements.namedItem(fields.uniqueName.name);
    const displayName = currentTarget.value.trim();
    if (!(accountName instanceof HTMLInputElement) || accountName.value) return;
    if (displayName === "" || displayName.length > 100) return;
    accountName.value = accountNameFor(displayName);
    accountName.dispatchEvent(new Event("input", { bubbles: true }));
  };

  return (
    <ConsoleForm {...getFormProps(form)} idempotencyKey={idempotencyKey}>
      {form.status === "error" && (
        <ErrorSummary
          title={form.errors?.[0] ?? t("create.invalid")}
          errors={summaryErrors(form).filter(({ href }) => href)}
        />
      )}
      <SelectField
        {...fieldProps(fields.organizationId)}
        label={t("create.organization")}
        placeholder={t("create.selectOrganization")}
        options={organizations}
      />
      <TextField
        {...fieldProps(fields.displayName)}
        label={t("create.displayName")}
        autoComplete="off"
        onBlur={proposeAccountName}
      />
      <TextField
        {...fieldProps(fields.uniqueName)}
        label={t("create.uniqueName")}
        hint={t("create.uniqueNameHint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        {...fieldProps(fields.awsRegion)}
        label={t("create.region")}
        placeholder={t("create.selectRegion")}
        options={regions}
      />
      <FormActions>
        <SubmitButton intent="save">{c("actions.save")}</SubmitButton>
        <ButtonLink to={customersHref}>{c("actions.cancel")}</ButtonLink>
      </FormActions>
      {isConfirming && (
        <Dialog title={t("create.confirmTitle")} width={552}>
          <p>{t("create.confirmText")}</p>
          <p>{t("create.confirmQuestion")}</p>
          <DialogActions>
            <SubmitButton intent="cancel" variant="outline" tone="gray" data-dialog-cancel="">
              {c("actions.cancel")}
            </SubmitButton>
            <SubmitButton intent="confirm">{c("actions.save")}</SubmitButton>
          </DialogActions>
        </Dialog>
      )}
    </ConsoleForm>
  );
}
