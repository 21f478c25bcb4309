import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { settingsEmailDomain } from "~/i18n/settings-email-domain";
import { newEmailDomainSchema } from "~/models/settings/email-domain.schema";

/** Step 1 for a customer without an email domain (MAIL-02). */
export function NewEmailDomainForm({ cancelHref }: { cancelHref: string }) {
  const t = useTexts(settingsEmailDomain);
  const c = useTexts(common);
  const { fields, frame } = useConsoleForm(newEmailDomainSchema(t), { id: "new-email-domain" });
  return (
    <ConsoleForm
      frame={frame}
      intent="create"
      actions={
        <>
          <SubmitButton intent="create">{t("continue")}</SubmitButton>
          <ButtonLink to={cancelHref}>{c("actions.cancel")}</ButtonLink>
        </>
      }
    >
      <TextField
        {...fieldProps(fields.displayName)}
        label={t("displayName")}
        hint={t("displayNameHint")}
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
