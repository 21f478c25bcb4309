import { useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { PasswordField } from "~/components/form/entry-fields";
import { ErrorSummary, errorsByField } from "~/components/form/error-summary";
import { HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { Callout } from "~/components/ui/callout";
import { passkeys } from "~/i18n/passkeys";
import type { Intent } from "~/services/intents";

export type PasskeyErrors = { name?: string[] | undefined; password?: string[] | undefined };

/** The last post's answer about a form, with the typed name. */
type PasskeyAnswer = { errors?: PasskeyErrors | undefined; typed?: string | undefined };

type AddPasskeyProps = PasskeyAnswer & {
  intents: { begin: Intent; add: Intent };
  /** Set once the password was verified: the browser's creation options, and the passkey's name. */
  begun?: { options: string; name: string };
};

const answerId = "passkey-answer";

/** Asks for a name and the password, has the browser create a passkey and posts the result (MFA-09). */
export function AddPasskey({ intents, errors, typed, begun }: AddPasskeyProps) {
  const t = useTexts(passkeys);
  const hydrated = useHydrated();
  // Creation options for which the browser failed to create a passkey, and why.
  const [failed, setFailed] = useState<{ options: string; text: "addFailed" | "addedBefore" }>();
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
      .catch((error: unknown) => {
        // The browser's word for a device that holds a passkey of this account.
        const isHeld = error instanceof Error && error.name === "InvalidStateError";
        setFailed({ options: begun.options, text: isHeld ? "addedBefore" : "addFailed" });
      });
  }, [begun]);
  return (
    <div className="rt-Flex rt-r-fd-column rt-r-gap-3">
      {failed && failed.options === begun?.options && (
        <Callout tone="error" role="alert" title={t(failed.text)} />
      )}
      <noscript>
        <p className="muted">{t("scripts")}</p>
      </noscript>
      <PostForm intent={intents.begin}>
        <ErrorSummary
          errors={errorsByField({ "add-name": errors?.name, "add-password": errors?.password })}
        />
        <TextField
          name="name"
          id="add-name"
          label={t("name")}
          hint={t("nameHint")}
          width="medium"
          autoComplete="off"
          defaultValue={begun?.name ?? typed}
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
    </div>
  );
}

type OwnPasskeyProps = PasskeyAnswer & { intent: Intent; id: string; name: string };

/** Renames a passkey. */
export function RenamePasskey({ intent, id, name, errors, typed }: OwnPasskeyProps) {
  const t = useTexts(passkeys);
  const fieldId = `name-${id}`;
  return (
    <details open={errors?.name !== undefined || undefined}>
      <summary>{t("renameTitle", { name })}</summary>
      <PostForm intent={intent} className="form rt-r-mt-3">
        <ErrorSummary errors={errorsByField({ [fieldId]: errors?.name })} />
        <TextField
          name="name"
          id={fieldId}
          label={t("name")}
          width="medium"
          autoComplete="off"
          defaultValue={typed ?? name}
          errors={errors?.name}
        />
        <div>
          <SubmitButton variant="outline">{t("rename")}</SubmitButton>
        </div>
      </PostForm>
    </details>
  );
}

/** Removes a passkey; requires the password. */
export function RemovePasskey({ intent, id, name, errors }: OwnPasskeyProps) {
  const t = useTexts(passkeys);
  const fieldId = `remove-${id}`;
  return (
    <details open={errors?.password !== undefined || undefined}>
      <summary>{t("removeTitle", { name })}</summary>
      <PostForm intent={intent} className="form rt-r-mt-3">
        <ErrorSummary errors={errorsByField({ [fieldId]: errors?.password })} />
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
