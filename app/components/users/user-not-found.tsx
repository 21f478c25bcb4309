import { useTexts } from "~/components/context/console-context";
import { recordBoundary } from "~/components/shell/record-boundary";
import { ButtonLink } from "~/components/ui/button";
import { NotFound } from "~/components/ui/screens";
import { users } from "~/i18n/users";

/** Shown instead of a user who does not exist (USER-50). */
export const UserErrorBoundary = recordBoundary("user", function UserMissing({ base }) {
  const t = useTexts(users);
  return (
    <NotFound title={t("detail.notFound")}>
      <ButtonLink to={`${base}/users`} icon="arrow-left">
        {t("detail.back")}
      </ButtonLink>
    </NotFound>
  );
});
