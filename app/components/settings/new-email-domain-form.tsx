import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { settingsEmailDomain } from "~/i18n/settings-email-domain";
import type { Intent } from "~/services/intents";

/** Step 1 for a customer without an email domain (MAIL-02). */
export function NewEmailDomainForm({ intent, cancelHref }: { intent: Intent; cancelHref: string }) {
  const t = useTexts(settingsEmailDomain);
  const c = useTexts(common);
  // Shares its id with the existing domain's form, so that it shows the conflict if someone else has just
  // created the domain.
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/settings/email-domain.schema"),
      ({ newEmailDomainSchema }) => newEmailDomainSchema(t),
    ),
    { id: "sender", version: null },
  );
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      actions={
        <>
          <SubmitButton>{t("continue")}</SubmitButton>
          <ButtonLink to={cancelHref}>{c("actions.cancel")}</ButtonLink>
        </>
      }
    >
      <TextField
        {...fieldProps(fields.displayName)}
        label={t("displayName")}
        hint={t("displayNameHint")}
        width="medium"
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.emailAddress)}
        type="email"
        label={t("emailAddress")}
        hint={t("emailAddressHint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </ConsoleForm>
  );
}
