import { AppKey } from "~/components/auth/app-key";
import { CodeField } from "~/components/auth/code-field";
import { useTexts } from "~/components/context/console-context";
import { ErrorSummary, errorsByField } from "~/components/form/error-summary";
import { HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { Callout } from "~/components/ui/callout";
import type { Notice } from "~/components/ui/notices";
import { auth } from "~/i18n/auth";
import { authenticator } from "~/i18n/authenticator";
import type { AppSetup } from "~/models/auth/authenticator.server";
import type { Intent } from "~/services/intents";

type EnrolFormProps = {
  intents: { enrol: Intent; back: Intent };
  setUp: AppSetup;
  notice?: Notice;
  codeError?: string;
  draft?: string;
};

/** Sign-in step to set up the authenticator app that the customer requires (MFA-06). */
export function EnrolForm({ intents, setUp, notice, codeError, draft }: EnrolFormProps) {
  const t = useTexts(auth);
  const a = useTexts(authenticator);
  const errors = codeError ? [codeError] : undefined;
  return (
    <PostForm>
      {draft && <HiddenFields values={{ draft }} />}
      {notice && <Callout tone={notice.tone} role="alert" title={notice.title} />}
      <ErrorSummary errors={errorsByField({ code: errors })} />
      <div>
        <h2 className="rt-Heading rt-r-size-2 rt-r-mb-2">{a("scan")}</h2>
        <AppKey {...setUp} />
      </div>
      <h2 className="rt-Heading rt-r-size-2">{a("enter")}</h2>
      <CodeField hint={a("codeOfApp")} errors={errors} />
      <SubmitButton intent={intents.enrol} size="large">
        {a("confirm")}
      </SubmitButton>
      <SubmitButton intent={intents.back} variant="ghost" formNoValidate>
        {t("mfa.back")}
      </SubmitButton>
    </PostForm>
  );
}
