import { PostForm, SubmitButton } from "~/components/form/post-form";
import { useTexts } from "~/components/context/console-context";
import { EmptyState } from "~/components/ui/empty-state";
import { common } from "~/i18n/common";
import { notificationSettings } from "~/i18n/notification-settings";
import type { Intent } from "~/services/intents";

type EnableLanguageProps = { intent: Intent; language: string; mayEdit: boolean };

/** Everything shown for a language before it is enabled (NOTIF-05). */
export function EnableLanguage({ intent, language, mayEdit }: EnableLanguageProps) {
  const t = useTexts(notificationSettings);
  const c = useTexts(common);
  return (
    <div className="list-card">
      <EmptyState
        icon="globe"
        title={t("enableTitle", { language })}
        text={t("enableText")}
        action={
          mayEdit ? (
            <PostForm intent={intent}>
              <SubmitButton>{t("enable")}</SubmitButton>
            </PostForm>
          ) : (
            <p className="muted">{c("forms.readOnly")}</p>
          )
        }
      />
    </div>
  );
}
