import { PostForm, SubmitButton } from "~/components/form/post-form";
import { useTexts } from "~/components/context/console-context";
import { EmptyState } from "~/components/ui/empty-state";
import { notificationSettings } from "~/i18n/notification-settings";

type EnableLanguageProps = { language: string; mayEdit: boolean };

/** All that a language shows before it is turned on (NOTIF-05). */
export function EnableLanguage({ language, mayEdit }: EnableLanguageProps) {
  const t = useTexts(notificationSettings);
  return (
    <div className="table-frame">
      <EmptyState
        icon="globe"
        title={t("enableTitle", { language })}
        text={t("enableText")}
        action={
          mayEdit && (
            <PostForm>
              <SubmitButton intent="enable">{t("enable")}</SubmitButton>
            </PostForm>
          )
        }
      />
    </div>
  );
}
