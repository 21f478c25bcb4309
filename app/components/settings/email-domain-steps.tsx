import { SwitchField } from "~/components/form/choice-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { FieldGroup, fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { CopyField } from "~/components/ui/copy-field";
import { useHydrated } from "remix-utils/use-hydrated";
import { FormSection } from "~/components/ui/layout";
import { settingsEmailDomain } from "~/i18n/settings-email-domain";
import { displayNameSchema, type DnsRecord } from "~/models/settings/email-domain.schema";
import type { EmailDomain } from "~/models/settings/email-domain.server";

type SenderStepProps = { domain: EmailDomain; mayEdit: boolean };

/** Step 1 once it is done: the name may change, the address not (MAIL-11). */
export function SenderStep({ domain, mayEdit }: SenderStepProps) {
  const t = useTexts(settingsEmailDomain);
  const { fields, frame } = useConsoleForm(displayNameSchema(t), {
    id: "sender",
    values: { displayName: domain.displayName },
    version: domain.version,
    mayEdit,
  });
  return (
    <FormSection title={t("sender")} description={t("senderText")}>
      <ConsoleForm
        frame={frame}
        intent="rename"
        actions={<SubmitButton intent="rename">{t("save")}</SubmitButton>}
      >
        <TextField {...fieldProps(fields.displayName)} label={t("displayName")} autoComplete="off" />
        <TextField
          name="emailAddress"
          label={t("emailAddress")}
          hint={t("emailAddressFixed")}
          defaultValue={domain.emailAddress}
          readOnly
        />
      </ConsoleForm>
    </FormSection>
  );
}

type RecordsStepProps = { domain: string; records: readonly DnsRecord[]; zoneFileHref: string };

/** Step 2: the records to copy (MAIL-09, MAIL-10). */
export function RecordsStep({ domain, records, zoneFileHref }: RecordsStepProps) {
  const t = useTexts(settingsEmailDomain);
  return (
    <FormSection title={t("records")} description={t("recordsText", { domain })}>
      {records.map(({ name, value }, index) => (
        <FieldGroup key={name} name={`record-${index + 1}`} label={t("record", { number: index + 1 })}>
          <div className="copy-list">
            <CopyField label={t("recordName")} value={name} />
            <CopyField label={t("recordValue")} value={value} />
          </div>
        </FieldGroup>
      ))}
      <div>
        <ButtonLink to={zoneFileHref} icon="download" download>
          {t("download")}
        </ButtonLink>
      </div>
    </FormSection>
  );
}

type ToggleStepProps = { isOn: boolean; isVerified: boolean; mayEdit: boolean };

/** Step 3: a button; scripts make a switch of it that posts the same form (MAIL-21, MAIL-25). */
export function ToggleStep({ isOn, isVerified, mayEdit }: ToggleStepProps) {
  const t = useTexts(settingsEmailDomain);
  const hydrated = useHydrated();
  const locked = isVerified ? undefined : t("toggleLocked");
  const state = (
    <p className="row">
      {t("toggleLabel")} <Badge tone={isOn ? "green" : "gray"}>{t(isOn ? "on" : "off")}</Badge>
    </p>
  );
  if (!mayEdit)
    return (
      <FormSection title={t("toggle")} description={t("toggleText")}>
        {state}
      </FormSection>
    );
  return (
    <FormSection title={t("toggle")} description={t("toggleText")}>
      <PostForm preventScrollReset>
        <HiddenFields values={{ intent: isOn ? "switchOff" : "switchOn" }} />
        {hydrated ? (
          <SwitchField
            name="switch"
            label={t("toggleLabel")}
            hint={locked}
            checked={isOn}
            disabled={!isVerified}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          />
        ) : (
          <>
            {state}
            {locked && <p className="muted">{locked}</p>}
            <div>
              <SubmitButton disabled={!isVerified}>{t(isOn ? "switchOff" : "switchOn")}</SubmitButton>
            </div>
          </>
        )}
      </PostForm>
    </FormSection>
  );
}
