import { SelectField, SwitchField } from "~/components/form/choice-fields";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { ConsoleForm } from "~/components/form/console-form";
import { HiddenFields, SubmitButton } from "~/components/form/post-form";
import { checkboxProps, fieldProps, FieldGroup, multiFieldProps } from "~/components/form/field";
import { TextArea } from "~/components/form/entry-fields";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { useHydrated } from "remix-utils/use-hydrated";
import { FormSection } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { CertificateList } from "./certificate-list";
import { CertificateInfo } from "./sso-certificate-info";
import { settingsSso } from "~/i18n/settings-sso";
import { nameIdFormats } from "~/models/settings/name-id-formats";
import type { GroupOption } from "~/models/groups/group.server";
import type { CertificateFacts, CertificateLine, SsoConfig } from "~/models/settings/sso-config.server";
import type { LoadError } from "~/services/failure.server";
import type { Intent } from "~/services/intents";

type SsoConfigFormProps = {
  intent: Intent;
  testIntent: Intent;
  config: SsoConfig;
  certificate: CertificateFacts | "unreadable" | null;
  certificates: readonly CertificateLine[];
  groups: { options: readonly GroupOption[]; problem: LoadError | null };
  mayEdit: boolean;
};

/** Single sign-on in three steps (SSO-06). */
export function SsoConfigForm({
  intent,
  testIntent,
  config,
  certificate,
  certificates,
  groups,
  mayEdit,
}: SsoConfigFormProps) {
  const t = useTexts(settingsSso);
  const hydrated = useHydrated();
  const offered = new Set(groups.options.map(({ value }) => value));
  const chosen = groups.problem ? config.groupIds : config.groupIds.filter((id) => offered.has(id));
  const { form, fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/settings/sso-config.schema"),
      ({ ssoConfigSchema }) => ssoConfigSchema(t),
    ),
    {
      id: "sso",
      values: {
        loginUrl: config.loginUrl ?? "",
        logoutUrl: "",
        publicCertificates: config.publicCertificates ?? "",
        idpEntityId: config.idpEntityId ?? "",
        nameIdFormat: config.nameIdFormat,
        groupIds: chosen,
        // Enabled by default on the first setup (SSO-12).
        enabled: config.enabled || !config.initialized,
      },
      version: config.initialized ? config.version : null,
      mayEdit,
    },
  );
  const hasErrors = Object.keys(form.allErrors).length > 0;

  return (
    <ConsoleForm
      intent={intent}
      frame={frame}
      actions={
        <>
          <SubmitButton disabled={hydrated && hasErrors}>{t("update")}</SubmitButton>
          <SubmitButton intent={testIntent} variant="outline" disabled={hydrated && hasErrors}>
            {t("test.begin")}
          </SubmitButton>
        </>
      }
    >
      <CertificateInfo config={config} />

      <FormSection title={t("samlConfiguration")} description={t("samlConfigurationText")}>
        <TextField
          name="accountName"
          label={t("accountName")}
          hint={t("accountNameHint")}
          defaultValue={config.accountName}
          readOnly
        />
        <TextField {...fieldProps(fields.loginUrl)} type="url" label={t("loginUrl")} {...plain} />
        <TextField
          {...fieldProps(fields.logoutUrl)}
          required={false}
          type="url"
          label={t("logoutUrl")}
          {...plain}
        />
        <TextArea
          {...fieldProps(fields.publicCertificates)}
          label={t("certificate")}
          hint={<CertificateHint certificate={certificate} />}
          rows={8}
          mono
          {...plain}
        />
        {certificates.length > 0 && (
          <FieldGroup name="certificates" label={t("certificates.title")} hint={t("certificates.hint")}>
            <CertificateList certificates={certificates} />
          </FieldGroup>
        )}
        <TextField
          {...fieldProps(fields.idpEntityId)}
          required={false}
          label={t("idpEntityId")}
          hint={t("idpEntityIdHint")}
          {...plain}
        />
        <SelectField
          {...fieldProps(fields.nameIdFormat)}
          required={undefined}
          label={t("nameIdFormat")}
          hint={t("nameIdFormatHint")}
          width="medium"
          placeholder={null}
          options={nameIdFormats.map((value) => ({ value, label: t(`nameIdFormats.${value}`) }))}
        />
        <Groups
          {...groups}
          saved={chosen}
          gone={config.groupIds.length - chosen.length}
          isInTime={config.userProvisionMode === "IN_TIME"}
          field={multiFieldProps(fields.groupIds)}
        />
      </FormSection>

      <FormSection title={t("enable")} description={t("enableText")}>
        <EnableSwitch {...checkboxProps(fields.enabled)} />
      </FormSection>
    </ConsoleForm>
  );
}

/** Attributes of fields for pasted URLs and certificates: no spell check or autofill. */
const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** The saved certificate's subject and expiry: an expired one is a common cause of failing sign-ins. */
function CertificateHint({ certificate }: Pick<SsoConfigFormProps, "certificate">) {
  const t = useTexts(settingsSso);
  if (certificate === null) return null;
  if (certificate === "unreadable") return <>{t("certificateUnreadable")}</>;
  const { subject, validFrom, validTo, state } = certificate;
  const words = {
    valid: "certificateValid",
    early: "certificateEarly",
    ending: "certificateEnding",
    expired: "certificateExpired",
  } as const;
  return (
    <span className={state === "valid" ? undefined : "warning-text"}>
      {t(words[state], { subject })} <Time at={state === "early" ? validFrom : validTo} />.
    </span>
  );
}

type GroupsProps = SsoConfigFormProps["groups"] & {
  saved: string[];
  /** Number of saved groups that are no longer offered; shown because saving would drop them silently. */
  gone: number;
  /** True if the first sign-in creates the account, to which these groups apply (SSO-09). */
  isInTime: boolean;
  field: ReturnType<typeof multiFieldProps>;
};

/** The default groups as checkboxes; if they cannot be listed, the saved ones are resubmitted (SSO-31, SSO-38). */
function Groups({ options, problem, saved, gone, isInTime, field }: GroupsProps) {
  const t = useTexts(settingsSso);
  if (problem !== null) {
    return (
      <FieldGroup name={field.name} label={t("groups")}>
        <HiddenFields values={{ [field.name]: saved }} />
        <Callout tone={problem.tone} title={problem.title}>
          {problem.description} {saved.length > 0 && t("groupsKept")}
        </Callout>
      </FieldGroup>
    );
  }
  if (options.length === 0) {
    return (
      <FieldGroup name={field.name} label={t("groups")}>
        <p className="muted">
          {gone > 0 ? t("groupsGone", { count: gone }) : t("groupsNone")} {isInTime && t("groupsEmpty")}
        </p>
      </FieldGroup>
    );
  }
  return (
    <MultiSelectField
      {...field}
      required={undefined}
      label={t("groups")}
      hint={
        <>
          {t("groupsHint")} {isInTime && t("groupsEmpty")}{" "}
          {gone > 0 && <span className="warning-text">{t("groupsGone", { count: gone })}</span>}
        </>
      }
      options={options.map(({ usersCount, ...option }) => ({
        ...option,
        aside: t("groupUsers", { count: usersCount }),
      }))}
    />
  );
}

/** A switch labelled with its state (SSO-12). */
function EnableSwitch(props: ReturnType<typeof checkboxProps>) {
  const t = useTexts(settingsSso);
  return (
    <SwitchField
      {...props}
      label={
        <span className="switch-words">
          <span>{t("enabled")}</span>
          <span>{t("disabled")}</span>
        </span>
      }
    />
  );
}
