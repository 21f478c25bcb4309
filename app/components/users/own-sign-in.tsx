import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { ButtonLink } from "~/components/ui/button";
import { Card, DataList } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { users } from "~/i18n/users";
import type { Intent } from "~/services/intents";

type OwnSignInProps = {
  base: string;
  /** Null for an account without a password. */
  passwordSetAt: string | null;
  hasAuthenticator: boolean;
  hasPasskey: boolean;
  lastSignIn: string | null;
  mailLink: Intent;
};

/** A person's sign-in methods: password and second factors, each with a link to change it (AUTH-124). */
export function OwnSignIn({ base, passwordSetAt, lastSignIn, mailLink, ...factors }: OwnSignInProps) {
  const t = useTexts(users);
  const factor = (name: "authenticator" | "passkeys", isOn: boolean) => ({
    label: t(`account.${name}`),
    value: (
      <span className="row">
        {t(isOn ? "account.isOn" : "account.isOff")}{" "}
        <ButtonLink size="small" to={`${base}/account/${name}`}>
          {t(isOn ? "account.manage" : "account.setUp")}{" "}
          <span className="visually-hidden">{t(`account.${name}`)}</span>
        </ButtonLink>
      </span>
    ),
  });
  const ownPassword = passwordSetAt && {
    label: t("account.password"),
    value: (
      <PostForm className="row" preventScrollReset>
        <span>
          {t("account.passwordSet")} <Time at={passwordSetAt} />
        </span>{" "}
        <SubmitButton size="small" variant="outline" intent={mailLink}>
          {t("account.mailLink")}
        </SubmitButton>
      </PostForm>
    ),
  };
  return (
    <Card title={t("account.signIn")}>
      {!ownPassword && <p>{t("account.bySso")}</p>}
      <DataList
        items={[
          ...(ownPassword
            ? [
                ownPassword,
                factor("authenticator", factors.hasAuthenticator),
                factor("passkeys", factors.hasPasskey),
              ]
            : []),
          { label: t("account.lastSignIn"), value: lastSignIn && <Time at={lastSignIn} kind="dateTime" /> },
        ]}
      />
    </Card>
  );
}
