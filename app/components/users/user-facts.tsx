import { useTexts } from "~/components/context/console-context";
import { RelatedRecords } from "~/components/area/related-records";
import { Badge } from "~/components/ui/badge";
import { Card, DataList } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { users } from "~/i18n/users";
import type { Related } from "~/models/list/related.server";
import type { PasswordAge } from "~/models/users/password-age";
import type { User } from "~/models/users/user.server";
import { daysText } from "./user-columns";

/** The facts of a user and their vacancies (USER-41 to USER-47, USER-141). */
export function UserFacts({ user, password, groupsHref, vacancies }: UserFactsProps) {
  const t = useTexts(users);
  return (
    <>
      <Card>
        <DataList
          wide
          items={[
            { label: t("detail.customer"), value: <bdi>{user.customer.displayName}</bdi> },
            { label: t("email"), value: <bdi>{user.email}</bdi> },
            { label: t("detail.phone"), value: user.phoneNumber },
            {
              label: t("detail.groups"),
              value: user.group.length > 0 ? <Groups groups={user.group} href={groupsHref} /> : "",
            },
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
      <RelatedRecords of="vacanciesOfPerson" related={vacancies} />
    </>
  );
}

type UserFactsProps = {
  user: User;
  password: PasswordAge | null;
  /** URL of the pages of groups, if the person may open them. */
  groupsHref?: string | undefined;
  vacancies: Related | null;
};

function Groups({ groups, href }: { groups: User["group"]; href: string | undefined }) {
  const t = useTexts(users);
  return (
    <ul className="plain-list">
      {groups.map(({ _id, name, archivedAt }) => {
        const text = archivedAt ? t("detail.archivedGroup", { group: name }) : name;
        return (
          <li key={_id} className="rt-r-py-1">
            <bdi>{href ? <a href={`${href}/${_id}`}>{text}</a> : text}</bdi>
          </li>
        );
      })}
    </ul>
  );
}
