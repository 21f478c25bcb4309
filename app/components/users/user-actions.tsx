import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { users } from "~/i18n/users";
import type { Intent } from "~/services/intents";

type UserActionsProps = {
  intents: Record<"archive" | "restore" | "reset" | "unlock" | "mfaOn" | "mfaOff", Intent>;
  may: Record<"edit" | "archive" | "restore" | "reset" | "unlock" | "mfa", boolean>;
  editHref: string;
  isLocked: boolean;
  hasMfa: boolean;
  isSelf: boolean;
};

/** The actions on a user, each button behind its flag (USER-51 to USER-59). */
export function UserActions({ intents, may, editHref, isLocked, hasMfa, isSelf }: UserActionsProps) {
  const t = useTexts(users);
  const c = useTexts(common);
  const quiet = { variant: "outline" } as const;
  const hasForm = may.archive || may.restore || may.reset || may.unlock || may.mfa;
  return (
    <div className="user-actions rt-Flex rt-r-fw-wrap rt-r-gap-2">
      {hasForm && (
        <PostForm>
          {may.restore && (
            <SubmitButton intent={intents.restore} icon="restore">
              {c("actions.restore")}
            </SubmitButton>
          )}
          {may.unlock && (
            <SubmitButton {...quiet} intent={intents.unlock} icon="lock" disabled={!isLocked}>
              {t("detail.unlock")}
            </SubmitButton>
          )}
          {may.reset && (
            <SubmitButton {...quiet} intent={intents.reset} icon="key">
              {t("detail.resetPassword")}
            </SubmitButton>
          )}
          {may.mfa && (
            <SubmitButton {...quiet} intent={hasMfa ? intents.mfaOff : intents.mfaOn}>
              {t(hasMfa ? "mfa.turnOff" : "mfa.turnOn")}
            </SubmitButton>
          )}
          {may.archive && (
            <SubmitButton
              {...quiet}
              intent={intents.archive}
              icon="archive"
              disabled={isSelf}
              title={isSelf ? t("self") : undefined}
            >
              {c("actions.archive")}
            </SubmitButton>
          )}
        </PostForm>
      )}
      {may.edit && (
        <ButtonLink to={editHref} icon="edit">
          {c("actions.edit")}
        </ButtonLink>
      )}
    </div>
  );
}
