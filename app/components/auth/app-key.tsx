import { useTexts } from "~/components/context/console-context";
import { authenticator } from "~/i18n/authenticator";
import type { AppSetup } from "~/models/auth/authenticator.server";

/** The authenticator app's setup key: as a QR code and as text (MFA-02). */
export function AppKey({ qr, shownKey }: AppSetup) {
  const t = useTexts(authenticator);
  return (
    <>
      <svg
        className="qr"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={t("qr")}
        shapeRendering="crispEdges"
      >
        {/* Dark on light in every colour scheme, as cameras require. */}
        <rect width="100%" height="100%" fill="#fff" />
        <path d={qr.outline} fill="#000" />
      </svg>
      <p className="rt-r-mt-3">{t("keyText")}</p>
      <p className="authenticator-key mono breaks" translate="no">
        {shownKey}
      </p>
    </>
  );
}
