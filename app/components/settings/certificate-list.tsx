import { useTexts } from "~/components/context/console-context";
import { Time } from "~/components/ui/time";
import { settingsSso } from "~/i18n/settings-sso";
import type { CertificateLine } from "~/models/settings/sso-config.server";

/** Certificates to compare with the identity provider's: subject, expiry and fingerprint (SSO-64). */
export function CertificateList({ certificates }: { certificates: readonly CertificateLine[] }) {
  const t = useTexts(settingsSso);
  return (
    <ul className="rt-r-display-grid rt-r-gap-3">
      {certificates.map(({ subject, fingerprint, validFrom, validTo, state }) => (
        <li key={fingerprint} className="breaks rt-Flex rt-r-fd-column rt-r-gap-1">
          <strong>
            <bdi>{subject || "-"}</bdi>
          </strong>
          <span className={state === "valid" ? "muted" : "warning-text"}>
            {t(`certificates.${state}`)} <Time at={state === "early" ? validFrom : validTo} />
          </span>
          <span className="small">
            <span className="muted">SHA-256</span> <span className="mono">{fingerprint}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
