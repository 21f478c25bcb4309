import { useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { PasswordField } from "~/components/form/entry-fields";
import { ErrorSummary, namedErrors } from "~/components/form/error-summary";
import { HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { Callout } from "~/components/ui/callout";
import { passkeys } from "~/i18n/passkeys";
import type { Intent } from "~/services/intents";

type PasskeyErrors = { name?: string[]; password?: string[] };

type AddPasskeyProps = {
  intents: { begin: Intent; add: Intent };
  errors?: PasskeyErrors;
  /** Set once the password was verified: the browser's creation options, and the passkey's name. */
  begun?: { options: string; name: string };
};

const answerId = "passkey-answer";

/** Asks for a name and the password, has the browser create a passkey and posts the result (MFA-09). */
export function AddPasskey({ intents, errors, begun }: AddPasskeyProps) {
  const t = useTexts(passkeys);
  const hydrated = useHydrated();
  // Creation options for which the browser failed to create a passkey.
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (!begun) return;
    const send = (response: unknown) => {
      const field = document.getElementById(answerId);
      if (!(field instanceof HTMLInputElement)) return;
      field.value = JSON.stringify(response);
      field.form?.requestSubmit();
    };
    import("@simplewebauthn/browser")
      .then(({ startRegistration }) => startRegistration({ optionsJSON: JSON.parse(begun.options) }))
      .then(send)
      .catch(() => setFailed(begun.options));
  }, [begun]);
  return (
    <>
      {begun && failed === begun.options && <Callout tone="error" role="alert" title={t("addFailed")} />}
      <noscript>
        <p className="muted">{t("scripts")}</p>
      </noscript>
      <PostForm intent={intents.begin}>
        <ErrorSummary errors={namedErrors({ "add-name": errors?.name, "add-password": errors?.password })} />
        <TextField
          name="name"
          id="add-name"
          label={t("name")}
          hint={t("nameHint")}
          width="medium"
          autoComplete="off"
          defaultValue={begun?.name}
          errors={errors?.name}
        />
        <PasswordField
          name="password"
          id="add-password"
          label={t("password")}
          hint={t("passwordHint")}
          autoComplete="current-password"
          width="medium"
          errors={errors?.password}
        />
        <div>
          <SubmitButton disabled={!hydrated}>{t("add")}</SubmitButton>
        </div>
      </PostForm>
      {begun && (
        <PostForm intent={intents.add} hidden>
          <HiddenFields values={{ name: begun.name }} />
          <input type="hidden" name="response" id={answerId} />
        </PostForm>
      )}
    </>
  );
}

type RemovePasskeyProps = { intent: Intent; id: string; name: string; errors?: PasskeyErrors };

/** Removes a passkey; requires the password. */
export function RemovePasskey({ intent, id, name, errors }: RemovePasskeyProps) {
  const t = useTexts(passkeys);
  const fieldId = `remove-${id}`;
  return (
    <details open={errors !== undefined || undefined}>
      <summary>{t("removeTitle", { name })}</summary>
      <PostForm intent={intent} className="form rt-r-mt-3">
        <ErrorSummary errors={namedErrors({ [fieldId]: errors?.password })} />
        <PasswordField
          name="password"
          id={fieldId}
          label={t("password")}
          autoComplete="current-password"
          width="medium"
          errors={errors?.password}
        />
        <div>
          <SubmitButton variant="outline">{t("remove")}</SubmitButton>
        </div>
      </PostForm>
    </details>
  );
}
