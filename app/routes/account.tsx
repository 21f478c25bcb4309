import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { FirstScreen } from "~/components/users/first-screen";
import { menuOf } from "~/components/shell/menu";
import { titled } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Card, DataList } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { Time } from "~/components/ui/time";
import { SignIns } from "~/components/users/sign-ins";
import styles from "~/components/users/users.css?url";
import { users } from "~/i18n/users";
import { endSession, getOwnSignIns, signOutEverywhere } from "~/models/users/sign-in.server";
import { seesToday } from "~/models/home/today-gates";
import { userName } from "~/models/users/user.server";
import { readChoices } from "~/services/choices.server";
import type { Gate } from "~/services/gates";
import { failure, loaded } from "~/services/failure.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = titled(users, "account.title");

const gate: Gate = { flag: null };

export const loader = consoleLoader(gate, async (args) => {
  const { api, flags, request, url, user, translate } = args;
  const [signIns, rights] = await Promise.all([
    loaded(getOwnSignIns(api), args, translate(users)("account.failed")),
    args.rights(),
  ]);
  const hasPassword = user.source !== "SSO";
  return {
    name: userName(user),
    email: user.email,
    hasPassword,
    authenticatorHref: `${args.base}/account/authenticator`,
    passkeysHref: `${args.base}/account/passkeys`,
    signIns: signIns.data,
    problem: signIns.error,
    here: url.pathname,
    first: readChoices(request, user._id).firstScreen ?? "",
    screens: seesToday(flags, rights)
      ? menuOf(flags, rights).flatMap(({ to, label }) =>
          to === undefined ? [] : [{ value: to, label: label(translate) }],
        )
      : [],
  };
});

export const action = consoleAction(gate, {
  signOut: async (args) => {
    const { api, translate } = args;
    try {
      await signOutEverywhere(api);
    } catch (error) {
      return failure(error, args, { title: translate(users)("signIns.signOutFailed") });
    }
    // Signing out everywhere has ended this session too.
    return redirect("/login", 303);
  },
  end: async (args) => {
    const { api, detail, translate, url } = args;
    try {
      await endSession(api, { _id: detail });
    } catch (error) {
      return failure(error, args, { title: translate(users)("signIns.endFailed") });
    }
    args.notify({ tone: "success", title: translate(users)("signIns.ended") });
    return redirect(url.pathname + url.search, 303);
  },
});

const intent = intentsOf<typeof action>();

export default function Account() {
  const { name, email, hasPassword, authenticatorHref, passkeysHref, signIns, problem, ...start } =
    useLoaderData<typeof loader>();
  const { here, first, screens } = start;
  const answer = useActionData<typeof action>();
  const t = useTexts(users);
  return (
    <>
      <PageHeader title={t("account.title")} meta={[t(hasPassword ? "account.text" : "account.textBySso")]} />
      <Notices notices={[...(problem ? [problem] : []), ...(answer ? [answer.notice] : [])]} />
      <div className="user-panels rt-r-display-grid rt-r-gap-4">
        <Card>
          <DataList
            items={[
              { label: t("detail.fullName"), value: <bdi>{name}</bdi> },
              { label: t("email"), value: <bdi>{email}</bdi> },
              {
                label: t("account.lastSignIn"),
                value: signIns?.signIns[0] && <Time at={signIns.signIns[0].at} kind="dateTime" />,
              },
            ]}
          />
          {hasPassword && (
            <p className="row rt-r-mt-3">
              <ButtonLink to={authenticatorHref} icon="key">
                {t("account.authenticator")}
              </ButtonLink>
              <ButtonLink to={passkeysHref} icon="key">
                {t("account.passkeys")}
              </ButtonLink>
            </p>
          )}
        </Card>
        {screens.length > 0 && <FirstScreen {...{ here, first, screens }} />}
        {signIns && (
          <PostForm className="" preventScrollReset>
            <SignIns
              {...signIns}
              hasPassword={hasPassword}
              endOf={(sessionId) => intent("end", sessionId)}
              actions={
                <SubmitButton intent={intent("signOut")} variant="outline" icon="log-out">
                  {t("signIns.signOut")}
                </SubmitButton>
              }
            />
          </PostForm>
        )}
      </div>
    </>
  );
}
