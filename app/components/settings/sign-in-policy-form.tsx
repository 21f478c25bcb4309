import { useTexts } from "~/components/context/console-context";
import { RadioGroupField } from "~/components/form/entry-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps, FieldGroup, multiFieldProps } from "~/components/form/field";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { HiddenFields, SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { Callout } from "~/components/ui/callout";
import { FormSection } from "~/components/ui/layout";
import { settingsSignIn } from "~/i18n/settings-sign-in";
import type { GroupOption } from "~/models/groups/group.server";
import { appRequirements } from "~/models/settings/sign-in-policy.schema";
import type { SignInPolicy } from "~/models/settings/sign-in-policy.server";
import type { LoadError } from "~/services/failure.server";
import type { Intent } from "~/services/intents";

type SignInPolicyFormProps = {
  intent: Intent;
  policy: SignInPolicy;
  groups: { options: readonly GroupOption[]; problem: LoadError | null };
  mayEdit: boolean;
};

/** People who must have an authenticator app, and the start date (MFA-06). */
export function SignInPolicyForm({ intent, policy, groups, mayEdit }: SignInPolicyFormProps) {
  const t = useTexts(settingsSignIn);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/settings/sign-in-policy.schema"),
      ({ signInPolicySchema }) => signInPolicySchema(t),
    ),
    {
      id: "sign-in-policy",
      values: {
        asks: policy.asks,
        groupIds: policy.groupIds,
        fromDay: policy.fromDay?.slice(0, 10) ?? "",
      },
      version: policy.version,
      mayEdit,
    },
  );
  return (
    <ConsoleForm intent={intent} frame={frame} actions={<SubmitButton>{t("save")}</SubmitButton>}>
      <FormSection title={t("heading")} description={t("text")}>
        <RadioGroupField
          {...fieldProps(fields.asks)}
          required={undefined}
          label={t("asks")}
          options={appRequirements.map((value) => ({
            value,
            label: t(`choices.${value}`),
            hint: t(`hints.${value}`),
          }))}
        />
        <Groups {...groups} saved={policy.groupIds} field={multiFieldProps(fields.groupIds)} />
        <TextField
          {...fieldProps(fields.fromDay)}
          required={undefined}
          type="date"
          label={t("fromDay")}
          hint={t("fromDayHint")}
          width="medium"
        />
      </FormSection>
    </ConsoleForm>
  );
}

type GroupsProps = SignInPolicyFormProps["groups"] & {
  saved: string[];
  field: ReturnType<typeof multiFieldProps>;
};

/** The groups as checkboxes; if they cannot be listed, the saved ones are resubmitted. */
function Groups({ options, problem, saved, field }: GroupsProps) {
  const t = useTexts(settingsSignIn);
  if (problem !== null || options.length === 0)
    return (
      <FieldGroup name={field.name} label={t("groups")} errors={field.errors}>
        {problem ? (
          <>
            <HiddenFields values={{ [field.name]: saved }} />
            <Callout tone={problem.tone} title={problem.title}>
              {problem.description}
            </Callout>
          </>
        ) : (
          <p className="muted">{t("groupsNone")}</p>
        )}
      </FieldGroup>
    );
  return (
    <MultiSelectField
      {...field}
      required={undefined}
      label={t("groups")}
      hint={t("groupsHint")}
      options={options.map(({ value, label }) => ({ value, label }))}
    />
  );
}
