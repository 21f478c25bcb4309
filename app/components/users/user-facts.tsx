import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import { Card, DataList } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { users } from "~/i18n/users";
import type { PasswordAge } from "~/models/users/password-age";
import type { User } from "~/models/users/user.server";
import { daysText } from "./user-columns";

/** The facts of a user (USER-41 to USER-47). */
export function UserFacts({ user, password }: UserFactsProps) {
  const t = useTexts(users);
  return (
    <Card>
      <DataList
        wide
        items={[
          { label: t("detail.customer"), value: <bdi>{user.customer.displayName}</bdi> },
          { label: t("email"), value: <bdi>{user.email}</bdi> },
          { label: t("detail.phone"), value: user.phoneNumber },
          { label: t("detail.groups"), value: user.group.length > 0 ? <Groups groups={user.group} /> : "" },
          {
            label: t("lastActive"),
            value: user.lastActive ? <Time at={user.lastActive} kind="dateTime" /> : t("unactivated"),
          },
          {
            label: t("detail.passwordAge"),
            value: password ? (
              <>
                {daysText(t, password.age)}{" "}
                {password.daysLeft <= 0 && (
                  <Badge tone="amber" icon="warning">
                    {t("expired")}
                  </Badge>
                )}
              </>
            ) : (
              t("bySso")
            ),
          },
          {
            label: t("detail.mfa"),
            value: !password
              ? t("bySso")
              : user.mfaEnabled
                ? t("detail.mfaOn", { method: user.mfaMethod ?? "" })
                : t("detail.mfaOff"),
          },
          { label: t("created"), value: <Time at={user.createdAt} /> },
          ...(user.archivedAt ? [{ label: t("archived"), value: <Time at={user.archivedAt} /> }] : []),
          ...(user.notes ? [{ label: t("detail.notes"), value: <bdi>{user.notes}</bdi> }] : []),
        ]}
      />
    </Card>
  );
}

type UserFactsProps = { user: User; password: PasswordAge | null };

function Groups({ groups }: { groups: User["group"] }) {
  const t = useTexts(users);
  return (
    <ul className="plain-list">
      {groups.map(({ _id, name, archivedAt }) => (
        <li key={_id}>
          <bdi>{archivedAt ? t("detail.archivedGroup", { group: name }) : name}</bdi>
        </li>
      ))}
    </ul>
  );
}
