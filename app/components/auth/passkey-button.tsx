import { useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { SubmitButton } from "~/components/form/post-form";
import { Button } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { auth } from "~/i18n/auth";
import type { Intent } from "~/services/intents";

/**
 * Asks the browser for a passkey assertion and posts it with the surrounding form; without JS only says so
 * (MFA-09).
 */
export function PasskeyButton({ intent, options }: { intent: Intent; options: string }) {
  const t = useTexts(auth);
  const hydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  const [hasFailed, setFailed] = useState(false);
  if (!hydrated)
    return (
      <noscript>
        <p className="muted">{t("mfa.passkeyScripts")}</p>
      </noscript>
    );
  const prove = async () => {
    setFailed(false);
    try {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const answer = await startAuthentication({ optionsJSON: JSON.parse(options) });
      if (!field.current) return;
      field.current.value = JSON.stringify(answer);
      field.current.form?.querySelector<HTMLButtonElement>("[data-passkey]")?.click();
    } catch {
      // The person cancelled, or the device has no passkey: other methods are below.
      setFailed(true);
    }
  };
  return (
    <>
      {hasFailed && <Callout tone="warning" role="alert" title={t("mfa.passkeyFailed")} />}
      <input ref={field} type="hidden" name="passkey" />
      <Button size="large" icon="key" onClick={() => void prove()}>
        {t("mfa.passkey")}
      </Button>
      <SubmitButton intent={intent} formNoValidate hidden data-passkey="">
        {t("mfa.passkey")}
      </SubmitButton>
    </>
  );
}
