import { HiddenSwitch, SwitchField } from "~/components/form/choice-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { SubmitButton } from "~/components/form/post-form";
import { FieldGroup, fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { CopyField } from "~/components/ui/copy-field";
import { useHydrated } from "remix-utils/use-hydrated";
import { FormSection } from "~/components/ui/layout";
import { settingsEmailDomain } from "~/i18n/settings-email-domain";
import type { DnsRecord } from "~/models/settings/email-domain-records";
import type { EmailDomain } from "~/models/settings/email-domain.server";
import type { Intent } from "~/services/intents";

type SenderStepProps = { intent: Intent; domain: EmailDomain; mayEdit: boolean };

/** Step 1 after completion: the name may change, the address may not (MAIL-11). */
export function SenderStep({ intent, domain, mayEdit }: SenderStepProps) {
  const t = useTexts(settingsEmailDomain);
  // Contains the address for a person who was setting up another one at the same time: it is listed as a
  // difference.
  const stored = { displayName: domain.displayName, emailAddress: domain.emailAddress };
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/settings/email-domain.schema"),
      ({ displayNameSchema }) => displayNameSchema(t),
    ),
    { id: "sender", values: stored, version: domain.version, mayEdit },
  );
  return (
    <FormSection title={t("sender")} description={t("senderText")}>
      <ConsoleForm frame={frame} intent={intent} actions={<SubmitButton>{t("save")}</SubmitButton>}>
        <TextField
          {...fieldProps(fields.displayName)}
          label={t("displayName")}
          width="medium"
          autoComplete="off"
        />
        <TextField
          type="email"
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

/** Step 2: the DNS records to copy (MAIL-09, MAIL-10). */
export function RecordsStep({ domain, records, zoneFileHref }: RecordsStepProps) {
  const t = useTexts(settingsEmailDomain);
  return (
    <FormSection title={t("records")} description={t("recordsText", { domain })}>
      {records.map(({ name, value }, index) => (
        <FieldGroup key={name} name={`record-${index + 1}`} label={t("record", { number: index + 1 })}>
          <div className="copy-list rt-Flex rt-r-fd-column rt-r-gap-2">
            <CopyField label={t("recordName")} of={t("record", { number: index + 1 })} value={name} />
            <CopyField label={t("recordValue")} of={t("record", { number: index + 1 })} value={value} />
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

type ToggleStepProps = { intent: Intent; domain: EmailDomain; mayEdit: boolean };

/** Step 3, once the domain is verified (MAIL-21). */
export function ToggleStep({ intent, domain, mayEdit }: ToggleStepProps) {
  const t = useTexts(settingsEmailDomain);
  return (
    <FormSection title={t("toggle")} description={t("toggleText")}>
      {mayEdit ? (
        <ToggleForm intent={intent} domain={domain} />
      ) : (
        <ToggleState isOn={domain.isCustomizedEmailDomainEnabled} />
      )}
    </FormSection>
  );
}

function ToggleState({ isOn }: { isOn: boolean }) {
  const t = useTexts(settingsEmailDomain);
  return (
    <p className="row">
      {t("toggleLabel")} <Badge tone={isOn ? "green" : "gray"}>{t(isOn ? "on" : "off")}</Badge>
    </p>
  );
}

/** A button; JS turns it into a switch that posts the same form (MAIL-25). */
function ToggleForm({ intent, domain }: Omit<ToggleStepProps, "mayEdit">) {
  const t = useTexts(settingsEmailDomain);
  const hydrated = useHydrated();
  const isOn = domain.isCustomizedEmailDomainEnabled;
  const { frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/settings/email-domain.schema"),
      ({ switchSchema }) => switchSchema,
    ),
    { id: "switch", values: { isOn }, version: domain.version },
  );
  // The requested values are in the form only while the person resolves a conflict with another change.
  const requested = frame.answer?.conflict
    ? frame.answer.lastResult.initialValue?.["isOn"] === "on"
    : undefined;
  const isNext = requested ?? !isOn;
  const isVerified = domain.emailIdentity.verificationStatus === "SUCCESS";
  const locked = isVerified ? undefined : t("toggleLocked");
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      actions={
        !hydrated && (
          <SubmitButton disabled={!isVerified}>{t(isNext ? "switchOn" : "switchOff")}</SubmitButton>
        )
      }
    >
      {hydrated ? (
        <SwitchField
          name="isOn"
          label={t("toggleLabel")}
          hint={locked}
          checked={requested ?? isOn}
          disabled={!isVerified}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
      ) : (
        <>
          <HiddenSwitch name="isOn" label={t("toggleLabel")} isOn={isNext} />
          <ToggleState isOn={isOn} />
          {locked && <p className="muted">{locked}</p>}
        </>
      )}
    </ConsoleForm>
  );
}
