import { type FormEvent, useEffect, useRef, useState } from "react";
import { CheckboxField } from "~/components/form/choice-fields";
import { ErrorSummary, errorsByField } from "~/components/form/error-summary";
import { HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { CodeField } from "./code-field";
import { PasskeyButton } from "./passkey-button";
import { useAfterHydration } from "~/components/form/use-after-hydration";
import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import type { Notice } from "~/components/ui/notices";
import { auth } from "~/i18n/auth";
import type { Intent } from "~/services/intents";

type MfaFormProps = {
  intents: { verify: Intent; passkey: Intent; resend: Intent; back: Intent };
  /**
   * `wait`: seconds until a new code can be requested, at render time. `resendAt` identifies the current
   * code.
   */
  step: {
    rememberMinutes: number;
    hasApp: boolean;
    isAppOnly: boolean;
    passkey?: string | undefined;
    wait: number;
    resendAt: number;
  };
  notice?: Notice;
  codeError?: string;
  /** True if the box was ticked in the last post. */
  remember?: boolean;
  draft?: string;
};

const minutesADay = 1440;

/** Delay before a complete code is submitted, in ms; moving to another control cancels it. */
const sendPause = 300;

/** The one-time-code step: code, remember this device, resend after a minute, back (AUTH-21..29, AUTH-31). */
export function MfaForm({ intents, step, notice, codeError, remember, draft }: MfaFormProps) {
  const t = useTexts(auth);
  const [code, setCode] = useState("");
  const field = useRef<HTMLDivElement>(null);
  // Reads the field without submitting it: the browser may have restored an old code.
  const hasLooked = useAfterHydration(() => setCode(field.current?.querySelector("input")?.value ?? ""));
  const seconds = useCountdown(step.wait, step.resendAt);
  const sending = useSubmitAtSixDigits();
  const { rememberMinutes } = step;
  const errors = codeError ? [codeError] : undefined;
  const rememberLabel =
    rememberMinutes >= minutesADay
      ? t("mfa.rememberDays", { count: Math.floor(rememberMinutes / minutesADay) })
      : t("mfa.rememberMinutes", { count: rememberMinutes });
  return (
    <PostForm onSubmit={sending.cancel}>
      {draft && <HiddenFields values={{ draft }} />}
      {notice && <Callout tone={notice.tone} role="alert" title={notice.title} />}
      <ErrorSummary errors={errorsByField({ code: errors })} />
      {step.passkey && <PasskeyButton intent={intents.passkey} options={step.passkey} />}
      {/* Above the code, which is submitted as soon as it is complete. */}
      <CheckboxField name="remember" label={rememberLabel} defaultChecked={remember} />
      <div ref={field} className="auth-code">
        <CodeField
          hint={<span className="with-scripts">{t("mfa.sentAtSix")}</span>}
          errors={errors}
          onInput={(event) => {
            setCode(event.currentTarget.value);
            sending.onInput(event);
          }}
          onBlur={sending.cancel}
        />
      </div>
      {step.hasApp && (
        <details>
          <summary>{t("mfa.recovery")}</summary>
          <div className="rt-r-mt-3">
            <TextField
              name="recovery"
              label={t("mfa.recoveryCode")}
              hint={t("mfa.recoveryHint")}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            {/* There is no emailed code to fall back on. */}
            {step.isAppOnly && <p className="muted rt-r-mt-2">{t("mfa.lost")}</p>}
          </div>
        </details>
      )}
      <SubmitButton
        intent={intents.verify}
        size="large"
        // With an authenticator app the button stays enabled: a recovery code may be typed instead.
        disabled={hasLooked && code.trim() === "" && !step.hasApp}
        data-verify=""
      >
        {t("mfa.submit")}
      </SubmitButton>
      {!step.isAppOnly && (
        <div className="auth-resend rt-Flex rt-r-fw-wrap rt-r-ai-center rt-r-jc-center rt-r-rg-2 rt-r-cg-3">
          <SubmitButton intent={intents.resend} variant="outline" disabled={hasLooked && seconds > 0}>
            {t(step.hasApp || step.passkey ? "mfa.mail" : "mfa.resend")}
          </SubmitButton>
          {seconds > 0 && <p className="muted small">{t("mfa.resendIn", { count: seconds })}</p>}
        </div>
      )}
      <SubmitButton intent={intents.back} variant="ghost" formNoValidate>
        {t("mfa.back")}
      </SubmitButton>
    </PostForm>
  );
}

/** Submits the form once six digits are typed or pasted, unless the person moves on first. */
function useSubmitAtSixDigits() {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => cancel, []);
  const onInput = ({ currentTarget: { form, value } }: FormEvent<HTMLInputElement>) => {
    cancel();
    const button = form?.querySelector<HTMLButtonElement>("[data-verify]");
    if (button && /^\d{6}$/.test(value)) timer.current = setTimeout(() => button.click(), sendPause);
  };
  return { onInput, cancel };
}

/**
 * Counts seconds down to 0 from the first render; static without JS. Starts at the server's number, so that neither
 * late scripts nor a wrong clock cause a hydration mismatch.
 */
function useCountdown(from: number, moment: number): number {
  const [seconds, setSeconds] = useState(from);
  useEffect(() => {
    const end = Date.now() + from * 1000;
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [from, moment]);
  return seconds;
}
