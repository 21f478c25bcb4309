import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { CheckboxField } from "~/components/form/choice-fields";
import { FormActions, HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { DataList, Disclosure, FormSection } from "~/components/ui/layout";
import { settingsSso } from "~/i18n/settings-sso";
import type { CertificateLine } from "~/models/settings/sso-config.server";
import type { ComparedProvider, ImportableField } from "~/models/settings/sso-import.server";
import { fillSsoIntent } from "~/models/settings/sso-intents";
import { CertificateList } from "./certificate-list";

type CurrentSso = {
  idpEntityId: string | null;
  loginUrl: string | null;
  nameIdFormat: "EMAIL" | "PERSISTENT" | "TRANSIENT" | "UNSPECIFIED";
  certificates: readonly CertificateLine[];
};

type FoundProps = { to: string; present: CurrentSso; providers: readonly ComparedProvider[] };

/** Metadata next to the current settings, to be applied one by one (SSO-62); of several providers one is expanded. */
export function FoundProviders({ to, present, providers }: FoundProps) {
  if (providers.length === 1 && providers[0])
    return <Provider to={to} present={present} found={providers[0]} at={0} />;
  return (
    <>
      {providers.map((found, at) => (
        <Disclosure key={`${at} ${found.entityId}`} summary={<bdi>{found.entityId}</bdi>}>
          <Provider to={to} present={present} found={found} at={at} />
        </Disclosure>
      ))}
    </>
  );
}

function Provider({
  to,
  present,
  found,
  at,
}: Omit<FoundProps, "providers"> & { found: ComparedProvider; at: number }) {
  const t = useTexts(settingsSso);
  const text = (value: string | null) => value !== null && <bdi className="breaks">{value}</bdi>;
  const format = (value: CurrentSso["nameIdFormat"] | null) => value && t(`nameIdFormats.${value}`);
  const lists = (lines: readonly CertificateLine[]) =>
    lines.length > 0 && <CertificateList certificates={lines} />;
  const rows: readonly [name: ImportableField, label: string, now: ReactNode, found: ReactNode][] = [
    ["loginUrl", t("loginUrl"), text(present.loginUrl), text(found.loginUrl)],
    ["publicCertificates", t("certificate"), lists(present.certificates), lists(found.certificates)],
    ["idpEntityId", t("idpEntityId"), text(present.idpEntityId), text(found.entityId)],
    ["nameIdFormat", t("nameIdFormat"), format(present.nameIdFormat), format(found.nameIdFormat)],
  ];
  return (
    <PostForm action={to} intent={fillSsoIntent}>
      <HiddenFields
        values={{
          loginUrl: found.loginUrl ?? "",
          publicCertificates: found.publicCertificates ?? "",
          idpEntityId: found.entityId,
          nameIdFormat: found.nameIdFormat ?? "",
        }}
      />
      <FormSection title={t("import.found")} description={t("import.foundText")}>
        {rows.map(([name, label, now, then]) => (
          <div key={name} className="rt-Flex rt-r-fd-column rt-r-gap-2">
            {found.isNew[name] ? (
              <CheckboxField
                name="take"
                id={`take-${at}-${name}`}
                value={name}
                label={label}
                defaultChecked
              />
            ) : (
              <strong>{label}</strong>
            )}
            {found.isNew[name] ? (
              <DataList
                items={[
                  { label: t("import.now"), value: now || "" },
                  { label: t("import.then"), value: then || "" },
                ]}
              />
            ) : (
              <p className="muted">{then ? t("import.same") : t("import.missing")}</p>
            )}
            {name === "publicCertificates" && found.isNew[name] && present.certificates.length > 0 && (
              <CheckboxField
                name="keep"
                id={`keep-${at}`}
                label={t("import.keep")}
                hint={t("import.keepHint")}
                defaultChecked={found.keepsOld}
              />
            )}
          </div>
        ))}
      </FormSection>
      <FormActions>
        <SubmitButton>{t("import.take")}</SubmitButton>
      </FormActions>
    </PostForm>
  );
}
