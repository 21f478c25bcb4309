import { FieldGroup } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { CopyField } from "~/components/ui/copy-field";
import { FormSection } from "~/components/ui/layout";
import { settingsSso } from "~/i18n/settings-sso";
import type { SsoConfig } from "~/models/settings/sso-config.server";

/** Step 1: the console's data for the identity provider (SSO-07). */
export function CertificateInfo({ config }: { config: SsoConfig }) {
  const t = useTexts(settingsSso);
  const { firstName, lastName, email } = config.attributeClaimKeys;
  return (
    <FormSection title={t("certificateInfo")} description={t("certificateInfoText")}>
      <CopyField label={t("metadataUrl")} value={config.metadataUrl} />
      <CopyField label={t("entityId")} value={config.edgeEntityId} />
      <CopyField label={t("assertionUrl")} value={config.assertionUrl} />
      <FieldGroup name="claimKeys" label={t("claimKeys")}>
        <div className="copy-list rt-Flex rt-r-fd-column rt-r-gap-2">
          {[firstName, lastName, email].map((key) => (
            <CopyField key={key} label={key} labelHidden value={key} />
          ))}
        </div>
      </FieldGroup>
      <TextField
        name="userProvisionMode"
        label={t("provisioning")}
        hint={t(`provisioningHints.${config.userProvisionMode}`)}
        defaultValue={t(`provisioningModes.${config.userProvisionMode}`)}
        width="medium"
        readOnly
      />
    </FormSection>
  );
}
