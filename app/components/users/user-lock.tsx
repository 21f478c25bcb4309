import { useTexts } from "~/components/context/console-context";
import { Icon } from "~/components/ui/icons";
import { users } from "~/i18n/users";

const nonBreaking = "\u00a0";

/** A user's name in a table; a locked user's lock icon stays on the line where the name ends (USER-03). */
export function UserName({ name, locked }: { name: string; locked: boolean }) {
  return (
    <>
      <bdi>{name}</bdi>
      {locked && (
        <>
          {nonBreaking}
          <UserLock />
        </>
      )}
    </>
  );
}

/** Lock icon of a locked user, with its text (USER-03, USER-42). */
export function UserLock() {
  const t = useTexts(users);
  return (
    <span className="user-lock" title={t("locked")}>
      <Icon name="lock" label={t("locked")} />
    </span>
  );
}
