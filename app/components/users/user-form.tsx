import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { CountryField, type Option, SwitchField } from "~/components/form/choice-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { checkboxProps, FieldGroup, fieldProps, multiFieldProps } from "~/components/form/field";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { HiddenFields } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { Callout } from "~/components/ui/callout";
import { FormSection } from "~/components/ui/layout";
import { users } from "~/i18n/users";
import type { LoadError } from "~/services/failure.server";
import type { Intent } from "~/services/intents";

/**
 * On a conflict, number and country are merged as one value: the number is parsed in its country's format.
 */
const phoneParts = [["country", "phoneNumber"]];

const schemas = () => import("~/models/users/user.schema");

type FormProps = { intent: Intent; countries: string; cancelHref: string };
type CreateProps = FormProps & { groups: { options: readonly Option[]; problem: LoadError | null } };

/** The form of a new user (USER-62). */
export function CreateUserForm({ intent, countries, groups, cancelHref }: CreateProps) {
  const t = useTexts(users);
  const { fields, frame } = useConsoleForm(
    lazyChecks(schemas, ({ newUserSchema }) => newUserSchema(t)),
    { id: "user", values: { country: "" }, version: null },
  );
  return (
    <ConsoleForm frame={frame} intent={intent} cancelHref={cancelHref}>
      <PersonFields
        fields={fields}
        countries={countries}
        email={<TextField {...fieldProps(fields.email)} type="email" label={t("email")} autoComplete="off" />}
      />
      <FormSection title={t("form.access")} description={t("form.accessText")}>
        <SwitchField {...checkboxProps(fields.mfaEnabled)} label={t("form.mfa")} hint={t("form.mfaHint")} />
        <Groups {...groups} field={multiFieldProps(fields.groupIds)} />
      </FormSection>
    </ConsoleForm>
  );
}

type EditProps = FormProps & { stored: Stored; mayEdit: boolean };
type Stored = {
  email: string;
  version: number;
  values: { firstName: string; lastName: string; country: string; phoneNumber: string };
};

/** The form to edit a user (USER-81). */
export function EditUserForm({ intent, countries, stored, mayEdit, cancelHref }: EditProps) {
  const t = useTexts(users);
  const { email, version, values } = stored;
  const { fields, frame } = useConsoleForm(
    lazyChecks(schemas, ({ userSchema }) => userSchema(t)),
    { id: "user", values, version, mayEdit, together: phoneParts },
  );
  return (
    <ConsoleForm frame={frame} intent={intent} cancelHref={cancelHref}>
      <PersonFields
        fields={fields}
        countries={countries}
        email={<TextField name="fixed-email" label={t("email")} type="email" defaultValue={email} readOnly />}
      />
    </ConsoleForm>
  );
}

type PersonFieldsProps = {
  fields: Record<"firstName" | "lastName", FieldMetadata<string>> &
    Record<"country" | "phoneNumber", FieldMetadata<string | undefined>>;
  countries: string;
  email: ReactNode;
};

function PersonFields({ fields, countries, email }: PersonFieldsProps) {
  const t = useTexts(users);
  return (
    <FormSection title={t("form.person")} description={t("form.personText")}>
      <TextField
        {...fieldProps(fields.firstName)}
        label={t("form.firstName")}
        width="medium"
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.lastName)}
        label={t("form.lastName")}
        width="medium"
        autoComplete="off"
      />
      {email}
      <div className="phone-group rt-Flex rt-r-fw-wrap rt-r-ai-end rt-r-gap-2">
        <CountryField
          {...fieldProps(fields.country)}
          required={false}
          label={t("form.country")}
          countries={countries}
        />
        <TextField
          {...fieldProps(fields.phoneNumber)}
          required={false}
          type="tel"
          label={t("form.phone")}
          autoComplete="off"
        />
      </div>
    </FormSection>
  );
}

type GroupsProps = CreateProps["groups"] & { field: ReturnType<typeof multiFieldProps> };

/** The groups as checkboxes; none is required. If they cannot be listed, earlier choices are resubmitted (USER-64). */
function Groups({ options, problem, field }: GroupsProps) {
  const t = useTexts(users);
  const chosen = field.defaultValues;
  if (problem)
    return (
      <FieldGroup name={field.name} label={t("form.groups")}>
        <HiddenFields values={{ [field.name]: chosen }} />
        <Callout tone={problem.tone} title={problem.title}>
          {problem.description} {chosen.length > 0 && t("form.groupsKept")}
        </Callout>
      </FieldGroup>
    );
  if (options.length === 0)
    return (
      <FieldGroup name={field.name} label={t("form.groups")}>
        <p className="muted">{t("form.noGroups")}</p>
      </FieldGroup>
    );
  return (
    <MultiSelectField
      {...field}
      required={false}
      label={t("form.groups")}
      hint={t("form.groupsEmpty")}
      options={options}
    />
  );
}
