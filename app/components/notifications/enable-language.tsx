import { ConsoleForm, SubmitButton } from "~/components/form/console-form";
import { useTexts } from "~/components/context/console-context";
import { EmptyState } from "~/components/ui/empty-state";
import { notificationSettings } from "~/i18n/notification-settings";

type EnableLanguageProps = { language: string; idempotencyKey: string };

/** All that a language shows before it is turned on (NOTIF-05). */
export function EnableLanguage({ language, idempotencyKey }: EnableLanguageProps) {
  const t = useTexts(notificationSettings);
  return (
    <div className="table-frame">
      <EmptyState
        icon="globe"
        title={t("enableTitle", { language })}
        text={t("enableText")}
        action={
          <ConsoleForm idempotencyKey={idempotencyKey}>
            <SubmitButton intent="enable">{t("enable")}</SubmitButton>
          </ConsoleForm>
        }
      />
    </div>
  );
}
