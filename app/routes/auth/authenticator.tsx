import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import styles from "~/components/auth/authenticator.css?url";
import { AppKey } from "~/components/auth/app-key";
import { ProofForm } from "~/components/auth/proof-form";
import { RecoveryCodes } from "~/components/auth/recovery-codes";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Card, DataList } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { Time } from "~/components/ui/time";
import { authenticator } from "~/i18n/authenticator";
import { users } from "~/i18n/users";
import {
  beginAuthenticator,
  confirmAuthenticator,
  getAuthenticator,
  removeAuthenticator,
  setUpOf,
} from "~/models/auth/authenticator.server";
import {
  type ProofAnswer,
  actionWithProof,
  withRecoveryCodes,
} from "~/models/auth/authenticator-screen.server";
import { brandOf } from "~/services/brand.server";
import { failure, loaded } from "~/services/failure.server";
import type { Gate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = fixedTitle(authenticator, "title");

const gate: Gate = { flag: null };

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, request, user, translate } = args;
  const app = await loaded(getAuthenticator(api), args, translate(authenticator)("loadFailed"));
  const key = app.data?.key;
  return {
    accountHref: `${base}/account`,
    codesHref: `${base}/account/authenticator/codes`,
    ownHref: `${base}/account/authenticator`,
    email: user.email,
    app: app.data,
    setUp: key ? setUpOf(brandOf(request).productName, user.email, key) : null,
    problem: app.error,
  };
});

export const action = consoleAction(gate, {
  begin: async (args) => {
    try {
      await beginAuthenticator(args.api, {});
    } catch (error) {
      return failure(error, args, { title: args.translate(authenticator)("beginFailed") });
    }
    return redirect(args.url.pathname, 303);
  },
  confirm: actionWithProof("confirm", confirmAuthenticator, "confirmFailed", withRecoveryCodes),
  remove: actionWithProof("remove", removeAuthenticator, "removeFailed", ({ url, notify, translate }) => {
    notify({ tone: "success", title: translate(authenticator)("removed") });
    return redirect(url.pathname, 303);
  }),
});

const intent = intentsOf<typeof action>();

/** The person's own authenticator app: set up, add, remove (MFA-02). */
export default function AuthenticatorApp() {
  const { accountHref, codesHref, ownHref, email, app, setUp, problem } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as ProofAnswer | undefined;
  const t = useTexts(authenticator);
  const account = useTexts(users)("account.title");
  const errorsOf = (form: string) => (answer?.of === form ? answer.errors : undefined);
  const notices = [...(problem ? [problem] : []), ...(answer?.notice ? [answer.notice] : [])];
  return (
    <>
      <PageHeader title={t("title")} back={{ to: accountHref, label: account }} meta={[t("text")]} />
      <Notices notices={notices} />
      <div className="rt-r-display-grid rt-r-gap-4">
        {answer?.recoveryCodes ? (
          <RecoveryCodes codes={answer.recoveryCodes} email={email} nextHref={ownHref} />
        ) : app?.addedAt ? (
          <>
            <Card>
              <DataList
                items={[
                  { label: t("added"), value: <Time at={app.addedAt} kind="dateTime" /> },
                  { label: t("codesLeft"), value: String(app.recoveryCodesLeft) },
                ]}
              />
              <p className="rt-r-mt-3">
                <ButtonLink to={codesHref}>{t("codesLink")}</ButtonLink>
              </p>
            </Card>
            <Card title={t("removeTitle")}>
              <p className="muted rt-r-mb-3">{t("removeText")}</p>
              <ProofForm
                id="remove"
                intent={intent("remove")}
                errors={errorsOf("remove")}
                submit={t("remove")}
                variant="outline"
              />
            </Card>
          </>
        ) : setUp ? (
          <>
            <Card title={t("scan")}>
              <AppKey {...setUp} />
            </Card>
            <Card title={t("enter")}>
              <ProofForm
                id="confirm"
                takesAppOnly
                intent={intent("confirm")}
                errors={errorsOf("confirm")}
                submit={t("confirm")}
              />
              <PostForm intent={intent("begin")} className="row rt-r-mt-3">
                <SubmitButton variant="ghost">{t("again")}</SubmitButton>
              </PostForm>
            </Card>
          </>
        ) : (
          app && (
            <Card>
              <p>{t(app.isAvailable ? "none" : "unavailable")}</p>
              {app.isAvailable && (
                <PostForm intent={intent("begin")}>
                  <p className="muted">{t("noneText")}</p>
                  <div>
                    <SubmitButton>{t("begin")}</SubmitButton>
                  </div>
                </PostForm>
              )}
            </Card>
          )
        )}
      </div>
    </>
  );
}
